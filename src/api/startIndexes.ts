import type { Category } from '../../contract/categories.ts'
import { START_INDEX_MAX, START_INDEX_MIN } from '../constants.ts'
import { randomInteger } from '../lib/random.ts'
import { isRecord } from '../lib/record.ts'

const DRAWN_KEY = 'startIndexes'

/** What this tab has drawn; kept over a reload, so that Back leads to the same shelf (decision 15). */
function readStartIndexes(): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(DRAWN_KEY) ?? '{}')
    const drawn = Object.entries(isRecord(stored) ? stored : {}).flatMap(([preference, index]) =>
      typeof index === 'number' && index >= START_INDEX_MIN && index <= START_INDEX_MAX
        ? [[preference, Math.trunc(index)] as const]
        : [],
    )
    return new Map(drawn)
  } catch {
    return new Map()
  }
}

const startIndexes = readStartIndexes()

function keepStartIndexes(): void {
  try {
    sessionStorage.setItem(DRAWN_KEY, JSON.stringify(Object.fromEntries(startIndexes)))
  } catch {
    // Without storage they last as long as the page does.
  }
}

/** Drawn once per preference and session, so that a retry asks for the same shelf (decision 33). */
export function startIndexFor(preference: Category): number {
  const known = startIndexes.get(preference)
  if (known !== undefined) return known
  const drawn = randomInteger(START_INDEX_MIN, START_INDEX_MAX)
  startIndexes.set(preference, drawn)
  keepStartIndexes()
  return drawn
}

/** A new session draws anew. */
export function forgetStartIndexes(): void {
  startIndexes.clear()
  keepStartIndexes()
}
