import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { seeded } from '../../test/seeded.ts'
import { openPicture } from './openPicture.ts'

const random = seeded(1)

/** Does not compress to nothing, so that there is something to cut off; the same every time, and far from mid-grey. */
const noise = (): Sharp =>
  sharp(Buffer.from(Array.from({ length: 16 * 16 * 3 }, () => random(90))), {
    raw: { width: 16, height: 16, channels: 3 },
  })

const decodes = async (bytes: Buffer): Promise<boolean> => {
  try {
    await openPicture(bytes).raw().toBuffer()
    return true
  } catch {
    return false
  }
}

/** The numbers of bytes, of all there can be, of which a picture decodes. */
async function lengthsThatDecode(bytes: Buffer): Promise<number[]> {
  const lengths: number[] = []
  for (let length = 0; length <= bytes.length; length++) {
    if (await decodes(bytes.subarray(0, length))) lengths.push(length)
  }
  return lengths
}

test.each<[string, Sharp]>([
  ['one scan', noise().jpeg({ quality: 40 })],
  ['one colour', noise().greyscale().jpeg()],
])('a JPEG of %s opens as soon as its image has begun, and no sooner', async (_, picture) => {
  const [jpeg, thumbnail] = [await picture.toBuffer(), Buffer.from('ffe10006ffdaffd9', 'hex')]
  const bytes = Buffer.concat([jpeg.subarray(0, 2), thumbnail, jpeg.subarray(2)])
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda, 0]))
  const begun = scan + 2 + bytes.readUInt16BE(scan + 2) + 1
  const lengths = await lengthsThatDecode(bytes)
  expect(Math.min(...lengths)).toBeGreaterThan(scan)
  const all = Array.from({ length: bytes.length + 1 - begun }, (_, index) => begun + index)
  expect(lengths.filter((length) => length >= begun)).toEqual(all)
})

test('a JPEG of many scans opens where the first of them are there', async () => {
  const large = noise().resize(300, 300, { kernel: 'nearest' })
  const bytes = await large.jpeg({ progressive: true }).toBuffer()
  expect(await decodes(bytes.subarray(0, bytes.length / 2))).toBe(true)
})

test.each(['png', 'webp', 'gif'] as const)('half a %s is none', async (format) => {
  const bytes = await noise().toFormat(format).toBuffer()
  expect(await decodes(bytes)).toBe(true)
  expect(await decodes(bytes.subarray(0, bytes.length / 2))).toBe(false)
})

const FIELD = join(import.meta.dirname, '../../../shared/data/field-cases/25-no-eoi.jpg')
test.skipIf(!existsSync(FIELD))(
  'a JPEG from the field without its last two bytes opens (skipped without the real data)',
  async () => {
    expect(await decodes(readFileSync(FIELD))).toBe(true)
  },
)
