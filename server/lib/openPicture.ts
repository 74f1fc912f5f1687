import sharp, { type Sharp } from 'sharp'

// The other loaders of libvips (SVG, PDF, TIFF, RAW, …) are attack surface (docs/security.md 7).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

// No picture comes twice, and what libvips keeps of one may be 100 MB.
sharp.cache(false)

const MAX_PIXELS = 24_000_000
const TIMEOUT_SECONDS = 5

/**
 * A picture from outside, about to be decoded: its first frame, upright, without metadata. Of a JPEG, which cameras and
 * broken-off downloads leave without its end, what is there is shown.
 */
export function openPicture(bytes: Buffer): Sharp {
  const isJpeg = bytes.toString('latin1', 0, 3) === '\xff\xd8\xff'
  const failOn = isJpeg ? 'none' : 'error'
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn, pages: 1 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
}
