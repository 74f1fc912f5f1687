import { fnv1a } from '../contract/hash.ts'

/** Numbers from 0 up to, not including, 1, that follow from the seed (mulberry32). */
export function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Choices that are the same for the same seed; each takes the next number of one stream. */
export function seededRandom(seed: string) {
  const hash = fnv1a(seed)
  // FNV alone leaves ids that differ in the last letter close together.
  const stirred = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  const next = mulberry32((stirred ^ (stirred >>> 13)) >>> 0)
  return {
    between: (low: number, high: number) => low + next() * (high - low),
    /** Both included. */
    whole: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    chance: (share: number) => next() < share,
    pick: <T>(items: readonly T[]): T => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new RangeError('Nothing to pick from.')
      return item
    },
    shuffle: <T>(items: readonly T[]): T[] =>
      items
        .map((item) => ({ item, key: next() }))
        .toSorted((left, right) => left.key - right.key)
        .map(({ item }) => item),
  }
}

export type Random = ReturnType<typeof seededRandom>
