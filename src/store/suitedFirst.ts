import type { Book } from '../../contract/books.ts'
import { isCategory, type Category } from '../../contract/categories.ts'
import type { SectionBooks } from './shelvesSlice.ts'

/** For whom books are, by age, and the subjects that say so. */
const AGES = [['picture book', 'early reader'], ['children'], ['young adult'], ['adult']]
const CHILD = 1
const ADULT = AGES.length - 1

/** Interests for readers of an age: their own shelves keep their order, but for who loves books for children. */
const OF_AGE: ReadonlyMap<string, number> = new Map([
  ["Children's Books", CHILD],
  ['Young Adult', 2],
])

/** What a reader reads is for an age that has such a share of it. */
const SHARE_LEAST = 1 / 3

/** The place in AGES; a book that does not say is for adults. */
function ageOf({ volumeInfo: { subjects = [] } }: Book): number {
  const age = AGES.findIndex((names) => names.some((name) => subjects.includes(name)))
  return age < 0 ? ADULT : age
}

/** The ages that a reader reads. */
function agesOf(favorites: readonly Book[], preferences: readonly Category[]): number[] {
  // Of a reader without a favorite the other interests say something, too.
  const others = favorites.length > 0 ? [] : [ADULT]
  const interests = preferences.flatMap((name) => OF_AGE.get(name) ?? others)
  const read = [...favorites.map(ageOf), ...interests]
  return [...AGES.keys()].filter(
    (age) => read.filter((one) => one === age).length >= read.length * SHARE_LEAST,
  )
}

/** The books of an interest's shelf, those first whose age the reader reads; any other section as it is. */
export function suitedFirst(
  name: string,
  books: SectionBooks,
  favorites: readonly Book[],
  preferences: readonly Category[],
): SectionBooks {
  const isOfAge = OF_AGE.has(name)
  const telling = isOfAge ? favorites.filter((book) => ageOf(book) <= CHILD) : favorites
  if (!isCategory(name) || (isOfAge && telling.length === 0)) return books
  const ages = agesOf(telling, isOfAge ? [] : preferences)
  const distance = (item: SectionBooks[number]): number => {
    const age = ageOf('book' in item ? item.book : item)
    return Math.min(...ages.map((one) => Math.abs(one - age)))
  }
  return books.toSorted((one, other) => distance(one) - distance(other))
}
