import { CATEGORIES, type Category } from '../../contract/categories.ts'
import { START_INDEX_MAX } from '../../contract/limits.ts'

const PREFIX = 'startIndex:'

/** Where a preference's books begin, 1 to 10, drawn once: a reload and a retry request the same books. */
export function startIndexFor(preference: Category): number {
  const generated = 1 + Math.floor(Math.random() * START_INDEX_MAX)
  try {
    const stored = Number(sessionStorage.getItem(PREFIX + preference))
    if (Number.isInteger(stored) && stored >= 1 && stored <= START_INDEX_MAX) return stored
    sessionStorage.setItem(PREFIX + preference, String(generated))
  } catch {
    // Without storage it lasts as long as the cached response.
  }
  return generated
}

/** The next session draws anew. */
export function forgetStartIndexes(): void {
  try {
    for (const name of CATEGORIES) sessionStorage.removeItem(PREFIX + name)
  } catch {
    // Nothing was stored.
  }
}
