/** A stream of repeatable choices. Every method takes the next value of the same stream. */
export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number
  /** A number from `low` up to `high`. */
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  /** True with probability `share` (0 to 1). */
  chance(share: number): boolean
  /** One of `items`. Throws a RangeError when there are none. */
  pick<T>(items: readonly T[]): T
  /** A copy of `items` in a random order. */
  shuffle<T>(items: readonly T[]): T[]
}

/** Takes any text and gives an unsigned 32-bit hash of its UTF-16 units (FNV-1a). */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** Takes any text and gives an unsigned 32-bit hash, far apart for texts that differ little. */
export function hashText(text: string): number {
  let hash = fnv1a(text)
  // One more stir: FNV alone leaves ids that differ in the last letter close together.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

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

/** Takes a seed text and gives a stream (mulberry32) that is the same for the same seed. */
export function seededRandom(seed: string): Random {
  const next = mulberry32(hashText(seed))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new RangeError('Nothing to pick from.')
    return item
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (share) => next() < share,
    pick,
    shuffle: (items) =>
      items
        .map((item) => ({ item, key: next() }))
        .toSorted((left, right) => left.key - right.key)
        .map(({ item }) => item),
  }
}
