import { DAY_MS, HOUR_MS } from '../../lib/units.ts'

const pacificTime = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** The clock in California: the day as a text, and the milliseconds since its midnight. */
function pacific(time: number): { day: string; hour: number; elapsed: number } {
  const parts = new Map(
    pacificTime.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const seconds = part('hour') * 3600 + part('minute') * 60 + part('second')
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    hour: part('hour'),
    elapsed: seconds * 1000 + (time % 1000),
  }
}

/** When the quota that Google counts by the day returns: the next midnight in Pacific time. */
export function nextPacificMidnight(time: number): number {
  const guess = time + DAY_MS - pacific(time).elapsed
  // Two days a year have 23 or 25 hours.
  const { hour } = pacific(guess)
  if (hour === 23) return guess + HOUR_MS
  if (hour === 1) return guess - HOUR_MS
  return guess
}

/** What a request is for. */
export type Purpose = 'list' | 'book'

// Lists leave a tenth of the day to single books, so that shared links and hearts work until its end;
// single books leave half of it to lists, so that nobody who tries ids empties the shelves.
const SHARE: Readonly<Record<Purpose, number>> = { list: 0.9, book: 0.5 }

/** The day's requests: see `createQuota`. */
export interface Quota {
  /** Takes one request from the day's, or says that there is none left for this. */
  take(purpose: Purpose): boolean
}

/** Counts the requests of a day in Pacific time against `perDay`, in this process. */
export function createQuota({ perDay, now }: { perDay: number; now: () => number }): Quota {
  let today = ''
  const used: Record<Purpose, number> = { list: 0, book: 0 }
  return {
    take(purpose) {
      const { day } = pacific(now())
      if (day !== today) {
        today = day
        used.list = 0
        used.book = 0
      }
      const left = used.list + used.book < perDay
      if (!left || used[purpose] >= Math.ceil(perDay * SHARE[purpose])) return false
      used[purpose] += 1
      return true
    },
  }
}
