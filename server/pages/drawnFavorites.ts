import type { Covers } from '../covers/covers.ts'
import { inTime } from '../lib/inTime.ts'
import type { FavoriteRepository } from '../store/store.ts'
import { coversWithin, escaped, PATIENCE_MS, type Draw, type DrawnPage } from './drawing.ts'

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

/** How the favorites are drawn for the reader whose they are (decision page 0034). */
export function createDrawFavorites({ draw, favorites, covers }: Options): DrawFavorites {
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
        const list = await inTime(listOf(readerOf), PATIENCE_MS)
        if (!list) return undefined
        return { ...list, sources: await coversWithin(list.books, covers) }
      },
      async (drawing, { books, count, sources }) => {
        const { title, html } = await drawing.drawFavorites(books, count, sources)
        return { title: escaped(title), content: html, record: '' }
      },
    )
}
