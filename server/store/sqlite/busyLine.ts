import { setTimeout as wait } from 'node:timers/promises'
import { createGate } from '../../lib/gate.ts'
import { isSqliteBusy } from './errors.ts'

/** For how long a lock of another process is waited for, in ms. */
export const PATIENCE_MS = 5000

// Between two attempts, in ms: the other process gives the lock back for some milliseconds at a time.
const PAUSE_MS = 5
const PAUSE_MORE_MS = 15

/** What runs on a connection that SQLite itself does not let wait (`busy_timeout = 0`). */
export interface BusyLine {
  /**
   * Runs `attempt`, which reads, until no other process is in its way.
   *
   * @throws whatever it throws; SQLite's error where somebody was in its way for too long
   */
  read<T>(attempt: () => T | Promise<T>): Promise<T>
  /**
   * Runs `attempt`, which writes, at once, or in its turn where others wait already; again and again while
   * another process holds the lock, so it must leave nothing behind when it throws.
   *
   * @throws as `read`
   */
  write<T>(attempt: () => T | Promise<T>): Promise<T>
}

/** Runs `attempt` until nobody is in its way, or it is `until` (of `performance.now`). */
async function untilFree<T>(attempt: () => T | Promise<T>, until: number): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > until) throw error
    }
    await wait(PAUSE_MS + Math.random() * PAUSE_MORE_MS)
  }
}

/**
 * Waits for locks of other processes beside whatever else this one does. SQLite's own waiting holds the
 * thread, and with it every reader, for as long as an import writes (decision page 0003). Only the first
 * of those who wait asks for the lock, so that they get it in the order in which they came.
 *
 * @param patience for how long each waits, in ms
 */
export function createBusyLine(patience = PATIENCE_MS): BusyLine {
  const line = createGate({ atOnce: 1, waiting: Infinity })
  return {
    read: (attempt) => untilFree(attempt, performance.now() + patience),

    async write(attempt) {
      const until = performance.now() + patience
      if (line.load().running === 0) {
        try {
          return await attempt()
        } catch (error) {
          if (!isSqliteBusy(error)) throw error
        }
      }
      return line(() => untilFree(attempt, until))
    },
  }
}
