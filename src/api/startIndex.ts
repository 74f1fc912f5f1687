import type { Category } from '../../contract/categories.ts'
import { START_INDEX_MAX } from '../../contract/limits.ts'
import { tabStorage } from '../lib/tabStorage.ts'

/** Where a preference's books begin, 1 to 10, drawn once a session: a reload and a retry request the same books. */
export function startIndexFor(preference: Category): number {
  const key = `startIndex:${preference}`
  const stored = Number(tabStorage.get(key))
  if (Number.isInteger(stored) && stored >= 1 && stored <= START_INDEX_MAX) return stored
  const generated = 1 + Math.floor(Math.random() * START_INDEX_MAX)
  tabStorage.set(key, generated)
  return generated
}
