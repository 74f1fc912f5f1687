import { isCategory, type Category } from '../../contract/categories.ts'
import { START_INDEX_MAX, START_INDEX_MIN } from '../../contract/startIndex.ts'
import { randomInteger } from '../lib/random.ts'
import { paths } from '../paths.ts'

const DRAWN_KEY = 'startIndexes'

/**
 * Where shelves begin, from JSON; nothing of what is none. A new tab has kept nothing, and nothing is thrown
 * there: this runs as the first script does, whose every line Chromium looks up for an error where somebody
 * inspects or measures the page (decision page 0029).
 */
function readStartIndexes(json: () => string | null): Map<Category, number> {
  const found = new Map<Category, number>()
  try {
    for (const [preference, index] of Object.entries<unknown>(JSON.parse(json() ?? '{}'))) {
      const isIndex =
        typeof index === 'number' && index >= START_INDEX_MIN && index <= START_INDEX_MAX
      if (isIndex && isCategory(preference)) found.set(preference, Math.trunc(index))
    }
  } catch {
    // Nothing was kept, or it is damaged.
  }
  return found
}

/** What this tab has drawn; kept over a reload, so that Back leads to the same shelf (decision 15). */
const startIndexes = readStartIndexes(() => sessionStorage.getItem(DRAWN_KEY))

function keepStartIndexes(): void {
  const json = JSON.stringify(Object.fromEntries(startIndexes))
  // For the server, which draws the first shelf into the page that is opened next (decision page 0035).
  document.cookie = `${DRAWN_KEY}=${encodeURIComponent(json)};path=${paths.recommendations};max-age=${startIndexes.size && 86_400}`
  try {
    sessionStorage.setItem(DRAWN_KEY, json)
  } catch {
    // Without storage they last as long as the page does.
  }
}

/**
 * Takes over where shelves begin that stand in the page already.
 * @returns the interests whose shelves they are
 */
export function takeStartIndexes(json: string): Category[] {
  const drawn = readStartIndexes(() => json)
  for (const [preference, index] of drawn) startIndexes.set(preference, index)
  keepStartIndexes()
  return [...drawn.keys()]
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
