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

const MAX_PIXELS = 24_000_000
const TIMEOUT_SECONDS = 5

// The second byte of a JPEG's markers, whose first is 0xff.
const SCAN = 0xda
const END = 0xd9
/** Whether it is one of those that do not stand within the data of a scan. */
const isMarker = (code = 0): boolean => code !== 0 && code !== 0xff && (code < 0xd0 || code > 0xd7)

/**
 * A JPEG that ends early, as cameras and broken-off downloads leave it, up to where the data of its last scan
 * end, with its end; `undefined` of what has its end or is no JPEG.
 */
function completeJpeg(bytes: Buffer): Buffer | undefined {
  if (bytes.toString('latin1', 0, 3) !== '\xff\xd8\xff') return undefined
  let last = bytes.length - 1
  do last = bytes.lastIndexOf(0xff, last - 1)
  while (!isMarker(bytes[last + 1]))
  if (bytes[last + 1] === END) return undefined
  // The head of a scan says its length in two bytes, of which it needs one.
  const data = last + 2 + (bytes[last + 3] ?? 255)
  const hasBegun = bytes[last + 1] === SCAN && data < bytes.length
  return Buffer.concat([hasBegun ? bytes : bytes.subarray(0, last), Buffer.from([0xff, END])])
}

/** Whether nothing of a JPEG decodes: what is missing is mid-grey. */
async function isBlank(picture: Sharp): Promise<boolean> {
  const pixels = await picture.clone().resize(256, 256, { fit: 'fill' }).raw().toBuffer()
  return pixels.every((value) => value === 127 || value === 128)
}

/**
 * A picture from outside, about to be decoded: its first frame, upright, without metadata. A JPEG may end
 * early; rejects where nothing of it decodes.
 */
export async function openPicture(bytes: Buffer): Promise<Sharp> {
  const complete = completeJpeg(bytes)
  const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const
  const picture = sharp(complete ?? bytes, options)
    .timeout({ seconds: TIMEOUT_SECONDS })
    .rotate()
  if (complete && (await isBlank(picture))) throw new Error('Nothing of the picture decodes.')
  return picture
}
