/** `npm run artwork`: renders the covers of the showcase into public/showcase/, where they are committed. */
import { join } from 'node:path'
import sharp from 'sharp'
import { bundledBooks } from '../books/bundled/bundledBook.ts'
import { readBundledRecords } from '../books/bundled/bundledFiles.ts'
import { renderCover } from '../covers/renderCover.ts'
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

if (process.argv[1] === import.meta.filename) {
  for (const { number, svg } of await showcaseCovers()) {
    const name = join(import.meta.dirname, '../public/showcase', String(number))
    // Rasterised at twice the size and scaled down, which keeps thin lines even.
    const fine = await sharp(Buffer.from(svg), { density: 144 }).png().toBuffer()
    const picture = (width: number) =>
      sharp(fine).resize(width, width * 1.5, { kernel: 'lanczos3' })
    await picture(400).avif({ quality: 60, effort: 6 }).toFile(`${name}.avif`)
    await picture(224).avif({ quality: 56, effort: 6 }).toFile(`${name}-224.avif`)
  }
}
