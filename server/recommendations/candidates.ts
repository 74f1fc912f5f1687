import { CATEGORIES } from '../../contract/categories.ts'
import type { BookFacts } from '../catalogue/bookFacts.ts'
import type { BookReader } from '../catalogue/bookReader.ts'
import { bitsOf, type Rarity } from './likeness.ts'

// How many books are read at most: of each author, each series and each interest, of how many.
const OF_AUTHOR = 8
const OF_SERIES = 12
const OF_INTEREST = 60
const NAMES_MOST = 15
const INTERESTS_MOST = 5

/** How common interests are among so many of the best-known books says how rare they are. */
const RARITY_SAMPLE = 2000

const rarities = new WeakMap<BookReader, Rarity>()

/** How rare the interests are in a catalogue. */
export function rarityIn(reader: BookReader): Rarity {
  const cached = rarities.get(reader)
  if (cached) return cached
  const sample = reader.best(RARITY_SAMPLE)
  const rarity = CATEGORIES.map((_, bit) => {
    const { length } = sample.filter(({ interests }) => (interests & (1 << bit)) !== 0)
    return Math.log((sample.length + 1) / (length + 1)) + 0.1
  })
  rarities.set(reader, rarity)
  return rarity
}

/** The most frequent of the values, at most so many. */
function mostFrequent<T>(values: readonly T[], most: number): T[] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const ordered = [...counts].toSorted(([, one], [, other]) => other - one)
  return ordered.slice(0, most).map(([value]) => value)
}

/** Books that may be like these: by their authors, of their series, best known and open of their interests. */
export function candidatesOf(
  reader: BookReader,
  books: readonly BookFacts[],
  isOpen: (book: BookFacts) => boolean,
): BookFacts[] {
  const authors = books.map(({ author }) => author).filter((author) => author !== '')
  const series = books.flatMap((book) => book.series ?? [])
  const bits = books.flatMap(({ interests }) => bitsOf(interests))
  return [
    ...books.slice(0, NAMES_MOST).flatMap((book) => reader.nextInSeries(book) ?? []),
    ...mostFrequent(authors, NAMES_MOST).flatMap((key) => reader.factsByAuthor(key, OF_AUTHOR)),
    ...mostFrequent(series, NAMES_MOST).flatMap((name) => reader.factsBySeries(name, OF_SERIES)),
    ...mostFrequent(bits, INTERESTS_MOST).flatMap((bit) => {
      const best = reader.bestOf(CATEGORIES[bit] ?? 'Fiction')
      return best.values().filter(isOpen).take(OF_INTEREST).toArray()
    }),
  ]
}
