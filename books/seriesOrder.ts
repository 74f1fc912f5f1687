import type { Book } from '../contract/books.ts'
import { fold } from '../contract/fold.ts'
import { indexKey } from './words.ts'

/** How a series is known: its folded name, as in `books.series` of the catalogue. */
export const seriesKey = (name: string): string => indexKey(fold(name))

const keyOf = ({ volumeInfo: { series } }: Book) => series && seriesKey(series.name)

/**
 * The books, with the volumes of each series in the places of its volumes: those after the first that a reader has by
 * their numbers, then those before. `read` has the volumes that a reader has, by `seriesKey`.
 */
export function inSeriesOrder(
  books: readonly Book[],
  read: readonly (readonly [series: string, number: number])[],
): Book[] {
  const first = new Map<string, number>()
  for (const [key, number] of read) first.set(key, Math.min(number, first.get(key) ?? number))
  const orderOf = (book: Book): number => {
    const number = book.volumeInfo.series?.number ?? Infinity
    return number < (first.get(keyOf(book) ?? '') ?? 0) ? number + Number.MAX_SAFE_INTEGER : number
  }
  const volumes = Map.groupBy(books, keyOf)
  const ordered = new Map(
    volumes.entries().map(([key, list]) => {
      const sorted = list.toSorted((one, other) => orderOf(one) - orderOf(other))
      return [key, sorted.values()] as const
    }),
  )
  return books.map((book) => {
    const key = keyOf(book)
    return (key !== undefined && ordered.get(key)?.next().value) || book
  })
}
