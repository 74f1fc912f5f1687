import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { PROFILE_IMAGE_FIELD, PROFILE_IMAGE_MAX_BYTES } from '../contract/uploads.ts'

/** A file that somebody may upload, and what becomes of it (docs/security.md 7). */
export interface OddFile {
  what: string
  bytes: Buffer
  /** 200: becomes our own picture; 400: cannot be read; 413: too large; 415: no picture. */
  status: 200 | 400 | 413 | 415
  /** What the client calls it; names and types count for nothing. */
  filename?: string
  type?: string
}

/** A request that is no form with one picture, and the status it gets. */
export interface OddForm {
  what: string
  contentType: string
  payload: Buffer
  status: 200 | 400 | 413 | 415
}

const background = { r: 200, g: 30, b: 30 }
const SCRIPT = '<script>alert(document.domain)</script>'

function plain(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background }, limitInputPixels: false })
}

/** Does not compress to nothing, so that there is something to cut off. */
function noise(): Sharp {
  const kind = { type: 'gaussian', mean: 128, sigma: 60 } as const
  return sharp({ create: { width: 200, height: 150, channels: 3, background, noise: kind } })
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG of 8-bit RGB that says of its size what it likes; `more` stands between its header and its pixels. */
function png(width: number, height: number, pixels = Buffer.alloc(0), more?: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    ...(more ? [more] : []),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

// Rows of a filter byte and 20 pixels.
const SMALL_PIXELS = Buffer.concat(
  Array.from({ length: 20 }, () => Buffer.from([0, ...new Uint8Array(60).fill(0x40)])),
)

/** Puts segments behind the first marker of a JPEG. */
function withSegments(jpeg: Buffer, marker: number, ...segments: Buffer[]): Buffer {
  const parts = segments.map((data) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, data])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)])
}

/** A copy of a JPEG that claims another size. */
function withSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = [0xc0, 0xc2].map((marker) => copy.indexOf(Buffer.from([0xff, marker])))
  const at = Math.max(...frame)
  copy.writeUInt16BE(height, at + 5)
  copy.writeUInt16BE(width, at + 7)
  return copy
}

function riffChunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** The names of what a WebP consists of. Looked for among its bytes, four letters turn up in pixels by chance. */
export function riffNames(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = 12; at + 8 <= bytes.length;) {
    names.push(bytes.toString('latin1', at, at + 4))
    const length = bytes.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
  }
  return names
}

/** A WebP whose header claims a canvas of 16,384 × 16,384 pixels, the most that WebP can. */
function webpBomb(): Buffer {
  const canvas = Buffer.alloc(10)
  canvas.writeUIntLE(16_383, 4, 3)
  canvas.writeUIntLE(16_383, 7, 3)
  const lossless = Buffer.alloc(64)
  lossless[0] = 0x2f
  lossless.writeUInt32LE((16_383 | (16_383 << 14)) >>> 0, 1)
  const chunks = [riffChunk('VP8X', canvas), riffChunk('VP8L', lossless)]
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}

const gifHeader = Buffer.from('GIF89a\xff\xff\xff\xff\xf0\0\0\xff\xff\xff\0\0\0', 'latin1')

/** A file that cannot be read. */
const bad = (what: string, bytes: Buffer): OddFile => ({ what, bytes, status: 400 })
/** A picture that becomes ours. */
const sound = (what: string, bytes: Buffer): OddFile => ({ what, bytes, status: 200 })
/** A file that is no picture, whatever it is called. */
const no = (what: string, bytes: Buffer | string, filename = 'me.png'): OddFile => ({
  what,
  bytes: Buffer.from(bytes),
  status: 415,
  filename,
})

const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))

async function damaged(jpeg: Buffer): Promise<OddFile[]> {
  const whole = await noise().png().toBuffer()
  const badCheck = Buffer.from(whole)
  badCheck[40] = (badCheck[40] ?? 0) ^ 0xff
  return [
    bad('a PNG cut in half', half(whole)),
    // Of a JPEG what is there is shown.
    sound('a JPEG cut in half', half(jpeg)),
    bad('a JPEG of 16 bytes', jpeg.subarray(0, 16)),
    bad('a WebP cut in half', half(await noise().webp().toBuffer())),
    bad('a PNG with a wrong checksum', badCheck),
    bad('a PNG of random bytes', Buffer.concat([PNG_SIGNATURE, randomBytes(4000)])),
    bad('the signature of a PNG alone', PNG_SIGNATURE),
    bad('a PNG that claims 65,535 × 65,535 pixels', png(65_535, 65_535)),
    bad('a PNG that claims a little too much', png(24_000, 1_001)),
    bad('a PNG of 25 million pixels', await plain(5000, 5000).png().toBuffer()),
    bad('a JPEG that claims 65,535 × 65,535 pixels', withSize(jpeg, 65_535, 65_535)),
    bad('a WebP that claims 16,384 × 16,384 pixels', webpBomb()),
    bad('a GIF that claims 65,535 × 65,535 pixels', gifHeader),
    bad('no byte', Buffer.alloc(0)),
  ]
}

const SVG = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="alert(1)"><text>&x;</text></svg>`

async function notPictures(): Promise<OddFile[]> {
  return [
    no('an SVG', SVG, 'me.svg'),
    no('an SVG renamed', SVG),
    no('HTML', `<!doctype html>${SCRIPT}`),
    no('a TIFF', await plain(20, 20).tiff().toBuffer()),
    no('an AVIF', await plain(20, 20).avif().toBuffer()),
    no(
      'an ImageMagick script',
      'push graphic-context\nimage over 0,0 0,0 "https://evil.example/"\n',
    ),
    no('RIFF that is a sound', 'RIFF\0\0\0\0WAVEfmt '),
    no('one byte', Buffer.from([0xff])),
  ]
}

/** Pictures with something hidden in them: what comes out has nothing of it. */
async function polyglots(jpeg: Buffer): Promise<OddFile[]> {
  const script = Buffer.from(SCRIPT)
  const exif = await plain(200, 100)
    .withExif({
      IFD0: { Make: 'Secret Camera', Artist: SCRIPT },
      IFD3: { GPSLatitude: '52/1 22/1 0/1', GPSLongitude: '4/1 53/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SCRIPT}</x:xmpmeta>`)
  const many = Array.from({ length: 40 }, () => Buffer.alloc(60_000, 'x'))
  const text = pngChunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`))
  return [
    sound('a JPEG with a script behind it', Buffer.concat([jpeg, script])),
    sound('a JPEG with a script as its comment', withSegments(jpeg, 0xfe, script)),
    sound('a JPEG with XMP', withSegments(jpeg, 0xe1, xmp)),
    sound('a JPEG with 2 MB of metadata', withSegments(jpeg, 0xe1, ...many)),
    sound('a JPEG that says where it was taken', exif),
    sound('a PNG with a text', png(20, 20, SMALL_PIXELS, text)),
    sound(
      'a PNG whose pixels unpack to 40 MB',
      png(20, 20, Buffer.concat([SMALL_PIXELS, Buffer.alloc(4e7)])),
    ),
  ]
}

/** Pictures that are rare, and sound. */
async function rare(): Promise<OddFile[]> {
  const frames = await Promise.all([plain(40, 40), noise().resize(40, 40)].map((one) => one.png().toBuffer())) // prettier-ignore
  const moving = sharp(frames, { join: { animated: true } })
  // All of it is decoded before its first row is there.
  const progressive = plain(4800, 4800).jpeg({ progressive: true })
  return [
    sound('a GIF that moves', await moving.gif().toBuffer()),
    sound('a JPEG for print', await noise().toColourspace('cmyk').jpeg().toBuffer()),
    sound('a PNG of 16 bits', await noise().toColourspace('rgb16').png().toBuffer()),
    sound(
      'a JPEG with a wide colour profile',
      await noise().withIccProfile('p3').jpeg().toBuffer(),
    ),
    sound('a progressive JPEG of 23 million pixels', await progressive.toBuffer()),
    sound('a PNG of 10,000 × 1 pixels', await plain(10_000, 1).png().toBuffer()),
    sound('a PNG that shines through', await plain(30, 30).ensureAlpha(0.3).png().toBuffer()),
  ]
}

/** Files that somebody may upload, of every kind that went wrong somewhere. */
export async function oddFiles(): Promise<OddFile[]> {
  const jpeg = await noise().jpeg().toBuffer()
  const bytes = await plain(9, 9).png().toBuffer()
  return [
    ...(await damaged(jpeg)),
    ...(await notPictures()),
    ...(await polyglots(jpeg)),
    ...(await rare()),
    { ...sound('a picture called by a path', bytes), filename: '../../../etc/passwd' },
    { ...sound('a picture called with a NUL', bytes), filename: 'me.php\0.png' },
    { ...sound('a picture called by markup', bytes), filename: '"><img src=x onerror=alert(1)>' },
    { ...sound('a picture called a page', bytes), filename: 'me.html', type: 'text/html' },
    { ...sound('a picture of no type', bytes), filename: 'me', type: '' },
    { what: 'a byte too much', bytes: Buffer.alloc(PROFILE_IMAGE_MAX_BYTES + 1), status: 413 },
  ]
}

const PART = 'Content-Disposition: form-data; name='
const BOUNDARY = 'xYzZy'

/** A form by hand, for what no client would send. */
function form(...parts: readonly (readonly [head: string, bytes: Buffer])[]): Buffer {
  return Buffer.concat([
    ...parts.flatMap(([head, bytes]) => [
      Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ])
}

/** Requests that are not a form with one picture in its field. */
export async function oddForms(): Promise<OddForm[]> {
  const bytes = await plain(9, 9).png().toBuffer()
  const file = (name: string, more = '') => `${PART}"${name}"; filename="me.png"${more}`
  const type = `multipart/form-data; boundary=${BOUNDARY}`
  const good = [file(PROFILE_IMAGE_FIELD), bytes] as const
  const field = [`${PART}"note"`, Buffer.from('hello')] as const
  const whole = form(good)
  const odd = (
    what: string,
    payload: Buffer,
    contentType = type,
    status: OddForm['status'] = 400,
  ): OddForm => ({ what, contentType, payload, status })
  const heads = form([file(PROFILE_IMAGE_FIELD, '\r\nX-A: a'.repeat(1000)), bytes])
  return [
    odd('two pictures', form(good, good)),
    odd('a field called __proto__', form([file('__proto__'), bytes])),
    odd('a field of a long name', form([file('x'.repeat(5000)), bytes])),
    odd('a field before the picture', form(field, good)),
    odd('a text in place of the picture', form([`${PART}"${PROFILE_IMAGE_FIELD}"`, bytes])),
    odd('no part', form()),
    odd('nothing', Buffer.alloc(0)),
    odd('another boundary', whole, 'multipart/form-data; boundary=other'),
    odd('a picture cut off', whole.subarray(0, whole.length - 40)),
    odd('a head without end', Buffer.from(`--${BOUNDARY}\r\n${PART}`)),
    odd('a thousand heads', heads, type, 200),
    odd('JSON', Buffer.from('{}'), 'application/json', 415),
    odd('another multipart', whole, `multipart/mixed; boundary=${BOUNDARY}`, 415),
    odd('far too much', form([file(PROFILE_IMAGE_FIELD), Buffer.alloc(7_000_000)]), type, 413),
  ]
}
