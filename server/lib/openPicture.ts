import sharp, { type Sharp } from 'sharp'

// The other loaders of libvips (PDF, TIFF, RAW, …) are attack surface (docs/security.md 7). SVG is for covers of our own:
// what comes from outside is told by its first bytes.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadSvgBuffer',
  ],
})

// No picture comes twice, and what libvips keeps of one may be 100 MB.
sharp.cache(false)
// Gates say how many pictures are worked on at once; each has the memory of one thread.
sharp.concurrency(1)

/** The bytes are no picture of a kind that is loaded. */
export class UnknownKind extends Error {}

/** How JPEG, PNG, GIF and WebP begin. */
const KINDS = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP)/s
const MAX_PIXELS = 24_000_000
const TIMEOUT_SECONDS = 5

/**
 * A picture from outside, about to be decoded: its first frame, upright, without metadata. Of a JPEG without its end, as
 * cameras and broken-off downloads leave it, what is there is shown. @throws UnknownKind
 */
export function openPicture(bytes: Buffer): Sharp {
  const [kind] = KINDS.exec(bytes.toString('latin1', 0, 12)) ?? []
  if (kind === undefined) throw new UnknownKind('It is no JPEG, PNG, GIF or WebP.')
  const failOn = kind.startsWith('\xff') ? 'none' : 'error'
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn, pages: 1 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
}
