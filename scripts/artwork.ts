/** `npm run artwork`: renders the covers of the showcase and og.png, which links show, into public/ to be committed. */
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { bundledBooks } from '../books/bundled/bundledBook.ts'
import { readBundledRecords } from '../books/bundled/bundledFiles.ts'
import { renderCover } from '../covers/renderCover.ts'
import { SIGN } from '../contract/covers.ts'
import { renderType } from '../covers/renderType.ts'
import { setType } from '../covers/setType.ts'
import { circle, group, path, rect } from '../covers/svg.ts'
import books from '../src/screens/landing/showcase.json' with { type: 'json' }

/** The catalogue's own covers of the showcase, as SVG, each with its number. */
export async function showcaseCovers(): Promise<{ number: number; svg: string }[]> {
  const stored = bundledBooks(await readBundledRecords())
  return books.map(({ id }, index) => {
    const found = stored.find(({ book }) => book.id === id)
    if (!found) throw new Error(`The catalogue has no book '${id}'`)
    return { number: index + 1, svg: renderCover({ id, ...found.book.volumeInfo }) }
  })
}

const WORDS = { role: 'title', align: 'left', largest: 120, smallest: 20, on: '#FAF6EF' } as const

/** The name beside three covers in a fan, 1200 by 630. */
async function preview(covers: readonly Buffer[]): Promise<Sharp> {
  const name = { text: 'Catchword', face: 'display', ink: '#7A2E2A' } as const
  const line = { text: 'Find the book you will read next.', face: 'book', ink: '#211C18' } as const
  const type = renderType([
    setType({ ...WORDS, ...name, box: { x: 72, y: 226, width: 460, height: 90 } }),
    setType({ ...WORDS, ...line, box: { x: 72, y: 374, width: 460, height: 40 } }),
  ])
  const dot = circle(12.3, 16, 1.5, name.ink)
  const staff = path(SIGN, { colour: name.ink, width: 2.6, cap: 'round' })
  const sign = group(staff + dot, 'translate(56 112) scale(3)')
  const ground = rect(0, 0, 600, 630, WORDS.on) + rect(600, 0, 600, 630, '#2F4A43')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">${ground}${sign}${rect(72, 346, 60, 3, '#C99A3F')}${type}</svg>`
  const fan = covers.map(async (cover, index) => {
    const place = index - 1
    const turned = sharp(await sharp(cover).resize(172, 258).toBuffer()).rotate(place * 8, {
      background: 'transparent',
    })
    const { data, info } = await turned.png().toBuffer({ resolveWithObject: true })
    const left = Math.round(900 + place * 176 - info.width / 2)
    return { input: data, left, top: Math.round(315 + Math.abs(place) * 26 - info.height / 2) }
  })
  const [first, middle, last] = await Promise.all(fan)
  return sharp(Buffer.from(svg)).composite([first, last, middle].filter((one) => one !== undefined))
}

if (process.argv[1] === import.meta.filename) {
  const fan: Buffer[] = []
  for (const { number, svg } of await showcaseCovers()) {
    const name = join(import.meta.dirname, '../public/showcase', String(number))
    // Rasterised at twice the size and scaled down, which keeps thin lines even.
    const fine = await sharp(Buffer.from(svg), { density: 144 }).png().toBuffer()
    if (number <= 3) fan.push(fine)
    const picture = (width: number) =>
      sharp(fine).resize(width, width * 1.5, { kernel: 'lanczos3' })
    await picture(400).avif({ quality: 60, effort: 6 }).toFile(`${name}.avif`)
    await picture(224).avif({ quality: 56, effort: 6 }).toFile(`${name}-224.avif`)
  }
  const file = join(import.meta.dirname, '../public/og.png')
  await (await preview(fan)).png({ palette: true }).toFile(file)
}
