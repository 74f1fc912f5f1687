import { setImmediate as nextTick } from 'node:timers/promises'

/** Long work has taken more than it may. */
export class WorkTooLong extends Error {
  override name = 'WorkTooLong'
}

interface PauseOptions {
  /** So much processor time is used in all, in ms; then awaiting rejects with WorkTooLong. */
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
  let cpu = process.threadCpuUsage()
  let worked = 0
  const pause = async () => {
    // Not the time on the clock: a busy machine must not refuse what a quiet one takes.
    const { user, system } = process.threadCpuUsage(cpu)
    worked += (user + system) / 1000
    if (worked > budget) throw new WorkTooLong()
    await nextTick()
    signal?.throwIfAborted()
    began = performance.now()
    cpu = process.threadCpuUsage()
  }
  return () => (performance.now() - began < slice ? undefined : pause())
}
