import type { Book } from './books.ts'
import type { Category } from './categories.ts'

/**
 * Between the server and the part of the build that draws pages for it (decision pages 0033 to 0035):
 * `src/prerender.tsx`, which the build leaves beside the folder of its pages.
 */

/** The folder with what draws: not in that of the pages, since no browser is ever sent it. */
export const drawingDirOf = (distDir: string): string => `${distDir}-drawing`

/** What of it the server loads: a module that exports a `Drawing`. */
export const DRAWING_FILE = 'drawing.mjs'

/** For whom a page is drawn: nothing is known of a reader but that there is one. */
export type Audience = 'visitor' | 'reader'

/** A drawn page: its title, and the HTML for `#root`. */
interface Drawn {
  title: string
  html: string
}

/** A drawn page of a book. */
interface DrawnBook extends Drawn {
  /** The beginning of its description as text, or its authors, for whoever is sent its link. */
  summary: string
}

/** What is drawn of a reader's recommendations. */
export interface DrawnShelves {
  /** All interests, in the reader's order. */
  preferences: readonly Category[]
  /** The books of those shelves that are seen first; the others are drawn as they wait. */
  books: Partial<Record<Category, readonly Book[]>>
  byAuthors: readonly Book[]
  /** Of these books those that the reader has given a heart. */
  favorites: readonly Book[]
}

/** What draws. */
export interface Drawing {
  /**
   * A book's page (/book/{id}).
   * @param cover where its cover is, in place of its link
   */
  drawBook(record: Book, audience: Audience, cover?: string): Promise<DrawnBook>
  /**
   * The beginning of a reader's favorites (/favorites).
   * @param records the books seen first
   * @param count how many there are
   * @param covers where their covers are, by their links, in place of these
   */
  drawFavorites(
    records: readonly Book[],
    count: number,
    covers: ReadonlyMap<string, string>,
  ): Promise<Drawn>
  /**
   * The beginning of a reader's recommendations (/recommendations).
   * @param covers where the covers are, by their links, in place of these
   */
  drawShelves(shelves: DrawnShelves, covers: ReadonlyMap<string, string>): Promise<Drawn>
}
