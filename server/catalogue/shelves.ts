import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import { SHELF_LENGTH } from '../../contract/limits.ts'
import { begunIn, inReadingOrder, inTurns, isBeginning } from '../../books/seriesOrder.ts'
import { ifEnough, onShelf, SHELF_MOST, shelfPage } from '../../books/shelf.ts'
import { authorKey } from '../../books/words.ts'
import { factsOfBook, type BookFacts } from './bookFacts.ts'
import type { CatalogueFile } from './catalogueFile.ts'

/** How many readers of this host favor a work. */
export type HeartsOf = (work: string) => number

/** So many hearts of this host's count as much as all ratings that the works of a shelf have elsewhere. */
const HEARTS_OF_SHELF = 500

/** Works with fewer ratings are hardly known. */
const RATINGS_LEAST = 15

// How many books are read at most: of a category, of a series up to its first volume, of an author, of one by whom
// the reader loves many.
const OF_CATEGORY = 4 * SHELF_MOST
const OF_SERIES = 1000
const OF_AUTHOR = 100
const OF_AUTHOR_LOVED = 1000

/** Less than the number of any volume. */
const BEFORE_ALL = -1

/** The ratings that a popularity (`StoredBook.popularity`) stands for. */
const ratingsOf = (popularity: number): number => 10 ** (popularity / 20)

// Readers have had less time with a recent book: one of RECENT counts twice as much as one of OLD.
const OLD = 1990
const RECENT = 2015
const freshness = (year: number | null): number =>
  2 ** Math.min(Math.max(((year ?? OLD) - OLD) / (RECENT - OLD), 0), 1)

/** What a shelf is made of, the best known first. */
interface Shelf {
  beginnings: readonly BookFacts[]
  /** What stands behind them where they are fewer than a page. */
  others: readonly BookFacts[]
}

/** The first edition of each work, but for these works. */
function works(books: Iterable<BookFacts>, without?: ReadonlySet<string>): BookFacts[] {
  const seen = new Set<string>()
  return [...books].filter(({ work }) => !without?.has(work) && !seen.has(work) && seen.add(work))
}

/** Shelves of interests and of authors, out of one catalogue file. */
export function createShelves(catalogue: CatalogueFile) {
  const shelves = new Map<Category, Shelf>()

  const canBegin = (book: BookFacts): boolean =>
    isBeginning(
      book,
      book.series === null ? [] : catalogue.factsBySeries(book.series, 0, OF_SERIES),
    )

  /** The best-known works of a category; the same lists every time. */
  function shelfOf(category: Category): Shelf {
    const ready = shelves.get(category)
    if (ready) return ready
    const found = Map.groupBy(works(catalogue.factsBy('category', category, OF_CATEGORY)), canBegin)
    const shelf = {
      beginnings: onShelf(found.get(true) ?? [], category).slice(0, SHELF_MOST),
      others: (found.get(false) ?? []).slice(0, SHELF_LENGTH),
    }
    shelves.set(category, shelf)
    return shelf
  }

  return {
    /** `Catalogue.byCategory`. */
    byCategory(
      category: Category,
      startIndex: number,
      count: number,
      heartsOf: HeartsOf = () => 0,
    ): Book[] {
      const { beginnings, others } = shelfOf(category)
      const ratings = beginnings.reduce((sum, { popularity }) => sum + ratingsOf(popularity), 0)
      const scored = beginnings
        .map((book) => {
          const { popularity, work, year } = book
          const hearts = (heartsOf(work) * ratings) / HEARTS_OF_SHELF
          return { book, score: ratingsOf(popularity) * freshness(year) + hearts }
        })
        .toSorted((one, other) => other.score - one.score || one.book.rank - other.book.rank)
      const known = ifEnough(scored, ({ score }) => score >= RATINGS_LEAST).map(({ book }) => book)
      const page = [...shelfPage(known, category, startIndex, count), ...others].slice(0, count)
      return catalogue.books(page.map(({ rank }) => rank)).map(({ book }) => book)
    },

    /** `Catalogue.byAuthors`. */
    byAuthors(
      authors: readonly string[],
      limit: number,
      read: readonly string[] = [],
      known: readonly string[] = [],
    ): Book[] {
      const volumes = catalogue.volumesOf(read)
      const others = catalogue.volumesOf(known)
      const begun = begunIn(volumes)
      const worksRead = new Set(volumes.map(({ work }) => work))
      const leftOut = new Set(others.map(({ work }) => work))
      const knownBy = Map.groupBy([...volumes, ...others], ({ author }) => author)
      const lists: BookFacts[][] = []
      for (const key of new Set(authors.map(authorKey))) {
        if (key === '' || lists.length === limit) continue
        const own = knownBy.get(key) ?? []
        const most = own.length < OF_AUTHOR / 2 ? OF_AUTHOR : OF_AUTHOR_LOVED
        const best = catalogue.factsBy('author', key, most)
        // A next volume may be little known.
        const next = [...new Set(own.flatMap(({ series }) => series ?? []))].flatMap((name) =>
          catalogue
            .factsBySeries(name, begun.get(name) ?? Infinity, OF_AUTHOR)
            .filter(({ author }) => author === key)
            .toArray(),
        )
        // What waits to be read or is refused keeps its place in a series: the one behind it is not the next.
        const ordered = inReadingOrder(works([...best, ...next], worksRead), begun, canBegin)
        const open = ordered.filter(({ work }) => !leftOut.has(work))
        if (open.length > 0) lists.push(open.slice(0, limit))
      }
      const ranks = works(inTurns(lists)).map(({ rank }) => rank)
      return catalogue.books(ranks.slice(0, limit)).map(({ book }) => book)
    },

    /** `Catalogue.bySeries`. */
    bySeries(book: Book, limit: number): Book[] {
      const { id, series, author, work } = factsOfBook(book)
      if (series === null) return []
      const volumes = catalogue
        .factsBySeries(series, BEFORE_ALL, OF_SERIES)
        // Of the work itself the edition that is looked at.
        .filter((one) => one.author === author && (one.work !== work || one.id === id))
      const ranks = works(volumes).map(({ rank }) => rank)
      return catalogue.books(ranks.slice(0, limit)).map((one) => one.book)
    },
  }
}
