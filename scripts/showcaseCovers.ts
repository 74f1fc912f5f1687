import { readBundledRecords } from '../books/bundled/bundledFiles.ts'
import { bundledBooks } from '../books/bundled/bundledBook.ts'
import { renderCover } from '../covers/renderCover.ts'
import { SHOWCASE } from '../src/screens/landing/showcaseBooks.ts'

/** The catalogue's own covers of the showcase, as SVG, each with its number. */
export async function showcaseCovers(): Promise<{ number: number; svg: string }[]> {
  const stored = bundledBooks(await readBundledRecords())
  return SHOWCASE.map(({ number, id }) => {
    const found = stored.find(({ book }) => book.id === id)
    if (!found) throw new Error(`The catalogue has no book '${id}'`)
    const { title, authors, categories } = found.book.volumeInfo
    return { number, svg: renderCover({ id, title, authors, categories }) }
  })
}
