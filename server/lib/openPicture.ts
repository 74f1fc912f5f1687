import sharp, { type Sharp } from 'sharp'

// The other loaders of libvips (SVG, PDF, TIFF, RAW, …) are attack surface (../shared/security.md 3.7).
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

const MAX_PIXELS = 24_000_000
const TIMEOUT_SECONDS = 5

/** A picture from outside, about to be decoded: its first frame, upright, without metadata. */
export function openPicture(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
}
