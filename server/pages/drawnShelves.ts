import { randomInt } from 'node:crypto'
import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import type { DrawnShelves } from '../../contract/drawing.ts'
import { START_INDEX_MAX, START_INDEX_MIN } from '../../contract/startIndex.ts'
import { SHELF_LENGTH, type Catalogue } from '../catalogue/Catalogue.ts'
import type { Covers } from '../covers/covers.ts'
import { inTime } from '../lib/inTime.ts'
import type { FavoriteRepository } from '../store/store.ts'
import {
  coversWithin,
  escaped,
  PATIENCE_MS,
  recordOf,
  type Draw,
  type DrawnPage,
} from './drawing.ts'
import type { ShelfHint } from './shelfHints.ts'

/**
 * Draws a reader's recommendations as far as they are seen first; `undefined` where nobody's are asked for,
 * where their browser does not say what stands there, or where there is no time for it.
 */
export type DrawShelves = (
  readerOf: () => Promise<string | undefined>,
  hintOf: (userId: string) => ShelfHint,
) => Promise<DrawnPage | undefined>

interface Options {
  draw: Draw
  catalogue: Pick<Catalogue, 'byId' | 'byCategory'>
  favorites: Pick<FavoriteRepository, 'among'>
  covers: Covers
}

/** How recommendations are drawn for the reader whose they are (decision page 0035). */
export function createDrawShelves({ draw, catalogue, favorites, covers }: Options): DrawShelves {
  async function byAuthorsOf(bookIds: readonly string[]): Promise<Book[]> {
    const books = await Promise.all(bookIds.map((id) => catalogue.byId(id)))
    return books.filter((book) => book !== undefined)
  }

  /** The first shelf, which no window ends before where it is a row of books or more. */
  async function shelvesOf(
    userId: string,
    hint: ShelfHint,
  ): Promise<{ shelves: DrawnShelves; beginnings: Partial<Record<Category, number>> } | undefined> {
    const { preferences, byAuthors: bookIds, startIndexes } = hint
    if (!preferences || !bookIds) return undefined
    const [first] = bookIds.length < SHELF_LENGTH ? preferences : []
    const startIndex =
      (first && startIndexes[first]) ?? randomInt(START_INDEX_MIN, START_INDEX_MAX + 1)
    const [byAuthors, books] = await Promise.all([
      byAuthorsOf(bookIds),
      first ? catalogue.byCategory(first, startIndex, SHELF_LENGTH) : [],
    ])
    const all = new Map([...byAuthors, ...books].map((book) => [book.id, book]))
    const loved = await favorites.among(userId, [...all.keys()])
    return {
      shelves: {
        preferences,
        books: first ? { [first]: books } : {},
        byAuthors,
        favorites: loved.flatMap((id) => all.get(id) ?? []),
      },
      beginnings: first ? { [first]: startIndex } : {},
    }
  }

  return (readerOf, hintOf) =>
    draw(
      async () => {
        const found = await inTime(
          (async () => {
            const userId = await readerOf()
            return userId === undefined ? undefined : shelvesOf(userId, hintOf(userId))
          })(),
          PATIENCE_MS,
        )
        if (!found) return undefined
        const { byAuthors, books } = found.shelves
        const inOrder = [byAuthors, ...Object.values(books)].flat()
        return { ...found, sources: await coversWithin(inOrder, covers) }
      },
      async (drawing, { shelves, beginnings, sources }) => {
        const { title, html } = await drawing.drawShelves(shelves, sources)
        return { title: escaped(title), content: html, record: recordOf(beginnings) }
      },
    )
}
