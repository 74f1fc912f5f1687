import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { showcaseCovers } from './artwork.ts'

const FOLDER = join(import.meta.dirname, '../public/showcase')

const pixelsOf = (picture: Buffer | string) =>
  sharp(picture).resize(100, 150, { kernel: 'cubic' }).removeAlpha().raw().toBuffer()

/** How far two pictures are apart: the mean over all channels, of 255. */
function distance(one: Buffer, other: Buffer): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length
}

test('the showcase has the covers that the catalogue has now (npm run artwork)', async () => {
  const covers = await showcaseCovers()
  expect(covers).toHaveLength(12)
  const rendered = await Promise.all(covers.map(({ svg }) => pixelsOf(Buffer.from(svg))))
  for (const [index, { number }] of covers.entries()) {
    for (const name of [`${number}.avif`, `${number}-224.avif`]) {
      const picture = await pixelsOf(join(FOLDER, name))
      const distances = rendered.map((cover) => distance(cover, picture))
      const nearest = distances.indexOf(Math.min(...distances))
      expect({ name, nearest }).toEqual({ name, nearest: index })
      expect(distances[index]).toBeLessThan(3)
    }
  }
})
