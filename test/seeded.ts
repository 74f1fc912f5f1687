import { mulberry32 } from '../covers/random.ts'

/** Whole numbers from 0 to below `below`, the same for the same seed. */
export function seeded(seed: number): (below: number) => number {
  const next = mulberry32(seed)
  return (below) => Math.floor(next() * below)
}
