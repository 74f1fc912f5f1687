import type { BookFacts } from '../catalogue/bookFacts.ts'

// How alike two books are by what they are: without any reader.

const AUTHOR = 2
const SERIES = 0.6
const NEXT_IN_SERIES = 0.6
const INTERESTS = 0.7

/** Books so many years apart are of half as like eras. */
const ERA_YEARS = 20

/** How much popularity counts: the power of the number of ratings. */
const POPULARITY = 0.25

/** How much each interest says, by its bit: the rarer, the more. */
export type Rarity = readonly number[]

/** The bits of a mask, as places. */
export function bitsOf(mask: number): number[] {
  const bits: number[] = []
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits.push(31 - Math.clz32(rest & -rest))
  return bits
}

/** The sum for the bits of a mask; without a list, since it is called a hundred thousand times a request. */
function weigh(mask: number, rarity: Rarity): number {
  let sum = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    sum += rarity[31 - Math.clz32(rest & -rest)] ?? 0
  }
  return sum
}

/** How alike two books are: 0 where nothing is. */
export function likenessOf(book: BookFacts, other: BookFacts, rarity: Rarity): number {
  let likeness = book.author !== '' && book.author === other.author ? AUTHOR : 0
  if (book.series !== null && book.series === other.series) {
    const further = (other.number ?? 0) - (book.number ?? 0)
    likeness += SERIES + (further > 0 && further <= 1 ? NEXT_IN_SERIES : 0)
  }
  const shared = book.interests & other.interests
  if (shared === 0) return likeness
  const whole = weigh(book.interests, rarity) * weigh(other.interests, rarity)
  const years =
    book.year === null || other.year === null ? ERA_YEARS : Math.abs(book.year - other.year)
  const era = 0.5 + 0.5 * 2 ** (-years / ERA_YEARS)
  return likeness + (INTERESTS * era * weigh(shared, rarity)) / Math.sqrt(whole)
}

/** By how much a book of this popularity (`StoredBook.popularity`) is rather recommended than one of none. */
export const weightOf = (popularity: number): number =>
  10 ** (((popularity - 100) / 20) * POPULARITY)
