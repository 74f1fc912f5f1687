import { popularityOf } from './indexBook.ts'

// Ten times the ratings.
const FAR = 20

/** Whether a book is far better known than all of the others. */
export const isBetterKnown = (rank: number, others: readonly number[]): boolean =>
  popularityOf(rank) >= Math.max(...others.map(popularityOf)) + FAR

/** The ranks found, behind those of `others` that are far better known; all others where nothing is found. */
export const withBetterKnown = (found: readonly number[], others: readonly number[]): number[] => [
  ...others.filter((rank) => isBetterKnown(rank, found)),
  ...found,
]
