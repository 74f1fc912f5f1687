import { setImmediate as nextTick } from 'node:timers/promises'

/** Long work has taken more than it may. */
export class WorkTooLong extends Error {
  override name = 'WorkTooLong'
}

interface PauseOptions {
  /** So much is done in all, in ms; then awaiting rejects with WorkTooLong. */
  budget?: number
  /** Ends the work: awaiting rejects with the signal's reason. */
  signal?: AbortSignal
}

/** A function to await often in long work: it lets everybody else in once `slice` ms of work are done. */
export function createPauses(
  slice = 5,
  { budget = Infinity, signal }: PauseOptions = {},
): () => Promise<void> | void {
  let began = performance.now()
  let worked = 0
  const pause = async () => {
    worked += performance.now() - began
    if (worked > budget) throw new WorkTooLong()
    await nextTick()
    signal?.throwIfAborted()
    began = performance.now()
  }
  return () => (performance.now() - began < slice ? undefined : pause())
}
