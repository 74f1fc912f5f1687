import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeAcceptedPhoto } from './profile.ts'
import { createPictureName, makePhoto } from '../accounts/photos.ts'

const red = { r: 200, g: 30, b: 30 }

function picture(width = 640, height = 480) {
  return sharp({ create: { width, height, channels: 3, background: red } })
}

/** A picture that does not compress to nothing, so that there is something to cut off. */
function noise() {
  return sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: red,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A PNG that is nothing but the claim of a size. */
function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const empty = Buffer.from([0x78, 0x9c, 0x03, 0, 0, 0, 0, 1])
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', empty),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a sound picture', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('of type %s becomes ours', async (type) => {
    const photo = await makePhoto(await picture().toFormat(type).toBuffer())
    const { format, width, height } = await sharp(photo).metadata()
    expect({ format, width, height }).toEqual({ format: 'webp', width: 512, height: 512 })
    const { dominant } = await sharp(photo).stats()
    expect(dominant.r).toBeGreaterThan(150)
  })

  test('stands upright and says nothing of where and with what it was taken', async () => {
    const top = await sharp({
      create: { width: 200, height: 100, channels: 3, background: '#fff' },
    })
      .png()
      .toBuffer()
    const sideways = await picture(200, 200)
      .composite([{ input: top, top: 0, left: 0 }])
      .withExif({ IFD0: { Make: 'Secret Camera' }, IFD3: { GPSLatitude: '52/1 22/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const photo = await makePhoto(sideways)
    const metadata = await sharp(photo).metadata()
    expect(metadata.exif).toBeUndefined()
    expect(metadata.icc).toBeUndefined()
    expect(metadata.orientation).toBeUndefined()
    // Orientation 6 turns the white top to the right.
    const { data, info } = await sharp(photo).raw().toBuffer({ resolveWithObject: true })
    const green = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? 0
    expect(green(480, 256)).toBeGreaterThan(200)
    expect(green(30, 256)).toBeLessThan(100)
  })

  test('with something hidden behind it comes out clean', async () => {
    const script = '<script>alert(1)</script>'
    const polyglot = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.from(script)])
    const photo = await makePhoto(polyglot)
    expect(photo.includes('script')).toBe(false)
  })

  test('that moves becomes its first frame', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const photo = await makePhoto(moving)
    expect((await sharp(photo).metadata()).pages).toBeUndefined()
    expect((await sharp(photo).stats()).dominant.r).toBeGreaterThan(200)
  })
})

describe('a hostile file', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'
  const xml = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg}`

  test.each([
    ['an SVG', async () => Buffer.from(svg), 415],
    ['an SVG with an entity', async () => Buffer.from(xml), 415],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['nothing', async () => Buffer.alloc(0), 400],
    ['one byte', async () => Buffer.from([0xff]), 415],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n'), 415],
    ['a TIFF', async () => picture(20, 20).tiff().toBuffer(), 415],
    ['an AVIF', async () => picture(20, 20).avif().toBuffer(), 415],
    ['an SVG behind a GIF signature', async () => Buffer.from(`GIF89a${svg}`), 400],
    ['a PNG of 65,535 × 65,535 pixels', async () => pngBomb(65_535, 65_535), 400],
    ['a PNG just over the limit', async () => pngBomb(24_000, 1_001), 400],
    ['a PNG without its pixels', async () => pngBomb(100, 100), 400],
    ['a signature alone', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 400],
    [
      'a JPEG that ends before its image',
      async () => {
        const whole = await noise().jpeg().toBuffer()
        return whole.subarray(0, whole.indexOf('\xff\xda', 0, 'latin1'))
      },
      400,
    ],
    [
      'half a PNG',
      async () => {
        const whole = await noise().png().toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
      400,
    ],
    [
      'half a WebP',
      async () => {
        const whole = await noise().webp().toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
      400,
    ],
  ] as const)('such as %s is refused, fast and with a sentence', async (_what, make, status) => {
    const bytes = await make()
    const start = performance.now()
    const refused = { status, message: expect.stringMatching(/^[A-Z].+\.$/) }
    await expect(makeAcceptedPhoto(bytes)).rejects.toMatchObject(refused)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

test('a name is 26 letters that nobody guesses', () => {
  const names = Array.from({ length: 50 }, createPictureName)
  for (const name of names) expect(name).toMatch(/^[a-z2-7]{26}\.webp$/)
  expect(new Set(names).size).toBe(50)
})
