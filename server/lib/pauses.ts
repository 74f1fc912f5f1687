import { setImmediate as nextTick } from 'node:timers/promises'

/** A function to await often in long work: it lets everybody else in once `slice` ms have passed. */
export function createPauses(slice = 5): () => Promise<void> | void {
  let until = performance.now() + slice
  const pause = async () => {
    await nextTick()
    until = performance.now() + slice
  }
  return () => (performance.now() < until ? undefined : pause())
}
