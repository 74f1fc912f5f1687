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
