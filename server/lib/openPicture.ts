import sharp, { type Sharp } from 'sharp'

// Only these loaders may look at what comes from outside: the rest of libvips (SVG, PDF, TIFF, RAW, …)
// is attack surface (../shared/security.md 3.7). The block holds for the whole process.
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

/**
 * A picture from outside, about to be decoded: JPEG, PNG, WebP or GIF of at most 24 million pixels, its
 * first frame, upright, within 5 seconds. What is asked of it rejects where the picture is none of that
 * or is damaged; metadata do not survive.
 */
export function openPicture(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
}
