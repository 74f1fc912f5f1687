import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits in base64url: 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What the store has of a secret. */
export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Removes what is outdated, once in `interval` ms at most. */
export function createSweep(
  interval: number,
  now: () => number,
  remove: (time: number) => Promise<unknown>,
): () => Promise<void> {
  let sweptAt = 0
  return async () => {
    const time = now()
    if (time - sweptAt < interval) return
    sweptAt = time
    await remove(time)
  }
}
