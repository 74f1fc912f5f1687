import type { Book } from '../../contract/books.ts'
import type { Audience } from '../../contract/drawing.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import type { Covers } from '../covers/covers.ts'
import { inTime } from '../lib/inTime.ts'
import { dataUrlOf, escaped, PATIENCE_MS, recordOf, type Draw, type DrawnPage } from './drawing.ts'

/** Draws the page of a book; `undefined` where there is none, or no time for it. */
export type DrawBook = (id: string, audience: Audience) => Promise<DrawnPage | undefined>

interface Options {
  draw: Draw
  catalogue: Pick<Catalogue, 'byId'>
  covers: Covers
}

/** How pages of books are drawn (decision page 0033). */
export function createDrawBook({ draw, catalogue, covers }: Options): DrawBook {
  async function bookOf(
    id: string,
  ): Promise<{ book: Book; cover: string | undefined } | undefined> {
    const book = await inTime(catalogue.byId(id), PATIENCE_MS)
    if (book?.id !== id) return undefined
    const link = book.volumeInfo.imageLinks?.thumbnail
    const cover = link === undefined ? undefined : await inTime(covers(book), PATIENCE_MS)
    return { book, cover: cover && link && dataUrlOf(cover, link) }
  }

  return (id, audience) =>
    draw(
      () => bookOf(id),
      async (drawing, { book, cover }) => {
        const { title, summary, html } = await drawing.drawBook(book, audience, cover)
        return {
          title: escaped(title),
          summary: escaped(summary),
          content: html,
          record: recordOf(book),
        }
      },
    )
}
