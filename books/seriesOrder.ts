import { foldKey } from './foldKey.ts'
import { indexKey } from './words.ts'

/** How a series is known: its folded name, as in `books.series` of the catalogue. */
export const seriesKey = (name: string): string => indexKey(foldKey(name))

/** A book and its place in a series (`seriesKey`), where it has one. */
export interface Volume {
  /** `authorKey` of the first author. */
  author: string
  series: string | null
  number: number | null
  /** `StoredBook.popularity`. */
  popularity: number
}

/** One can begin with a volume that has some three times the ratings of the first. */
const FAR_BETTER_KNOWN = 9

/**
 * Whether one can begin with a book: it is in no series, or the author's first in it (the lowest whole number), or far
 * better known than that. `volumes` are those of the series by their numbers, the best known of each first.
 */
export function isBeginning(book: Volume, volumes: Iterable<Volume>): boolean {
  if (book.series === null || book.number === null) return true
  for (const { author, number, popularity } of volumes) {
    if (author !== book.author || number === null || number < 1 || !Number.isInteger(number))
      continue
    return book.number === number || book.popularity >= popularity + FAR_BETTER_KNOWN
  }
  return false
}

/** The lowest number that a reader has of each series. */
export function begunIn(favorites: readonly Pick<Volume, 'series' | 'number'>[]) {
  const read = new Map<string, number>()
  for (const { series, number } of favorites) {
    if (series === null || number === null) continue
    read.set(series, Math.min(number, read.get(series) ?? Infinity))
  }
  return read
}

/**
 * An author's books in the order in which one goes on: the next volume of each series begun, what one can begin with,
 * later volumes by their numbers, and last those before the first volume that the reader has.
 * @param books the most popular first, without those that the reader has
 * @param read as `begunIn` finds it
 */
export function inReadingOrder<T extends Volume>(
  books: readonly T[],
  read: ReadonlyMap<string, number>,
  canBegin: (book: T) => boolean,
): T[] {
  const byNumber = [...Map.groupBy(books, ({ series }) => series).values()].flatMap((volumes) =>
    volumes.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0)),
  )
  const reached = new Set<string>()
  const steps = new Map(
    byNumber.map((book) => {
      const { series, number } = book
      const begun = series === null ? undefined : read.get(series)
      if (series === null || number === null || begun === undefined)
        return [book, canBegin(book) ? 'beginning' : 'later']
      if (number <= begun) return [book, 'earlier']
      const isNext = !reached.has(series)
      reached.add(series)
      return [book, isNext ? 'next' : 'later']
    }),
  )
  const at = (step: string) => (book: T) => steps.get(book) === step
  return [
    ...books.filter(at('next')),
    ...books.filter(at('beginning')),
    ...byNumber.filter(at('later')),
    ...byNumber.filter(at('earlier')),
  ]
}

/** The first of each list, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const turns = Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) })
  return turns.flatMap((_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1)))
}
