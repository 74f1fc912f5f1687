// The rank of a book, which names it within one catalogue file and tells how popular it is.

// A rank is popularity in thousandths (18 bits), then source (8), then place in the source (27). No book
// comes near the greatest popularity: it stands for some trillion ratings.
const POPULARITY_MAX = 250
const PLACES = 2 ** 27

/** How many sources a catalogue has at most. */
export const SLOTS = 2 ** 8

/** The rank of a book, the smallest first: `rank` in every table. Always positive. */
export function rankOf(popularity: number, slot: number, place: number): number {
  const bounded = Math.min(Math.max(popularity, 0), POPULARITY_MAX)
  const lack = Math.round((POPULARITY_MAX - bounded) * 1000)
  return (lack * SLOTS + slot) * PLACES + place + 1
}

/** The place in its source of a book with this rank. */
export const placeOf = (rank: number): number => (rank - 1) % PLACES

/** The popularity, 0 to 250, of a book with this rank. */
export const popularityOf = (rank: number): number =>
  (POPULARITY_MAX * 1000 - Math.floor((rank - 1) / PLACES / SLOTS)) / 1000

// Ten times the ratings.
const FAR = 20

/** Whether a book is far better known than all of the others. */
export const isMorePopular = (rank: number, others: readonly number[]): boolean =>
  popularityOf(rank) >= Math.max(...others.map(popularityOf)) + FAR
