import type { Book } from '../../contract/books.ts'
import type { Covers } from '../covers/covers.ts'
import type { FavoriteRepository } from '../store/store.ts'
import { escaped, inTime, weightOf, within, type Draw, type DrawnPage } from './drawing.ts'

/** Draws the beginning of a reader's favorites; `undefined` where nobody's are asked for, or there is no time for it. */
export type DrawFavorites = (
  readerOf: () => Promise<string | undefined>,
) => Promise<DrawnPage | undefined>

interface Options {
  draw: Draw
  favorites: Pick<FavoriteRepository, 'list' | 'count'>
  covers: Covers
}

/** As many as most windows have room for; the others come with the list itself. */
const DRAWN = 12

/** So many of their covers stand in the page: those that a phone shows. */
const WITH_COVER = 6

/** What these may weigh together, in bytes as they travel. */
const COVERS_MOST = 24 * 1024

/** How the favorites are drawn for the reader whose they are (docs/decisions/0034). */
export function createDrawFavorites({ draw, favorites, covers }: Options): DrawFavorites {
  /** The covers of these books as far as they may stand in the page, by their links. */
  async function coversOf(books: readonly Book[]): Promise<ReadonlyMap<string, string>> {
    const all = await Promise.all(
      books.map(async (book) => {
        const link = book.volumeInfo.imageLinks?.thumbnail
        return link === undefined ? undefined : { link, cover: await inTime(covers(book)) }
      }),
    )
    const sources = new Map<string, string>()
    let left = COVERS_MOST
    for (const { link, cover } of all.filter((one) => one !== undefined)) {
      const source = cover && weightOf(cover) <= left ? within(cover) : undefined
      if (!cover || source === undefined) continue
      left -= weightOf(cover)
      sources.set(link, source)
    }
    return sources
  }

  async function listOf(readerOf: () => Promise<string | undefined>) {
    const userId = await readerOf()
    if (userId === undefined) return undefined
    const [books, count] = await Promise.all([
      favorites.list(userId, DRAWN),
      favorites.count(userId),
    ])
    return { books, count }
  }

  return (readerOf) =>
    draw(
      async () => {
        const list = await inTime(listOf(readerOf))
        if (!list) return undefined
        return { ...list, sources: await coversOf(list.books.slice(0, WITH_COVER)) }
      },
      async (drawing, { books, count, sources }) => {
        const { title, html } = await drawing.drawFavorites(books, count, sources)
        return { title: escaped(title), summary: '', content: html, record: '' }
      },
    )
}
