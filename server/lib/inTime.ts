import { setTimeout } from 'node:timers/promises'

/** Waits for work that long at most, in ms; resolves with nothing where it has not come by then, and it goes on. */
export function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const done = new AbortController()
  const late = setTimeout(milliseconds, undefined, { signal: done.signal }).catch(() => undefined)
  return Promise.race([work, late]).finally(() => done.abort())
}
