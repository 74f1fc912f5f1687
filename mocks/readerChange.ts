import { isCategory, type Category } from '../contract/categories.ts'
import type { FakeUser } from './builders.ts'

/** What a tester changes by hand, and a link carries over: the reader's three lists. */
export type ReaderLists = Pick<FakeUser, 'preferences' | 'favorites' | 'favoriteAuthors'>

/** How a list differs from what a scenario began with; what was added stands in front. */
interface ListChange {
  added: string[]
  removed: string[]
}

/**
 * What the reader of a link has otherwise than the scenario's own, as JSON in `reader=`. Favorites and
 * authors travel as differences: five hundred favorites in an address are more than a server reads.
 */
export interface ReaderChange {
  /** Signed in where the scenario begins with nobody, or the other way round. */
  signedIn?: boolean
  /** The whole list. */
  preferences?: Category[]
  favorites?: ListChange
  favoriteAuthors?: ListChange
}

/** More than a tester chooses by hand, less than what makes a page slow. */
const ENTRIES_MAX = 500
const TEXT_MAX = 300

function listChange(before: readonly string[], now: readonly string[]): ListChange | undefined {
  const added = now.filter((text) => !before.includes(text))
  const removed = before.filter((text) => !now.includes(text))
  return added.length > 0 || removed.length > 0 ? { added, removed } : undefined
}

/** What a reader has by now that was not so before; empty where nothing differs. */
export function changeOf(before: ReaderLists, now: ReaderLists): ReaderChange {
  const favorites = listChange(before.favorites, now.favorites)
  const favoriteAuthors = listChange(before.favoriteAuthors, now.favoriteAuthors)
  const same = before.preferences.join() === now.preferences.join()
  return {
    ...(same ? {} : { preferences: now.preferences }),
    ...(favorites && { favorites }),
    ...(favoriteAuthors && { favoriteAuthors }),
  }
}

function changed(before: readonly string[], change: ListChange | undefined): string[] {
  if (change === undefined) return [...before]
  const kept = before.filter((text) => !change.removed.includes(text))
  return [...new Set([...change.added, ...kept])]
}

/** Gives a reader what a link says. */
export function applyChange(reader: ReaderLists, change: ReaderChange): void {
  reader.preferences = change.preferences ?? reader.preferences
  reader.favorites = changed(reader.favorites, change.favorites)
  reader.favoriteAuthors = changed(reader.favoriteAuthors, change.favoriteAuthors)
}

/** The fields of an object; none where a value is no object. */
function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map()
  return new Map<string, unknown>(Object.entries(value))
}

function readTexts(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  const entries: unknown[] = value.slice(0, ENTRIES_MAX)
  const texts = entries.filter((entry) => typeof entry === 'string')
  return texts.filter((text) => text !== '' && text.length <= TEXT_MAX)
}

function readListChange(value: unknown): ListChange | undefined {
  const fields = fieldsOf(value)
  const added = readTexts(fields.get('added'))
  const removed = readTexts(fields.get('removed'))
  return added.length > 0 || removed.length > 0 ? { added, removed } : undefined
}

/**
 * Reads `reader=` of an address. What nobody could have written there (no JSON, other shapes, unknown
 * interests, endless lists) is left out; the rest is taken.
 */
export function readChange(text: string | null): ReaderChange {
  if (text === null) return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return {}
  }
  const fields = fieldsOf(value)
  const signedIn = fields.get('signedIn')
  const preferences = fields.get('preferences')
  const favorites = readListChange(fields.get('favorites'))
  const favoriteAuthors = readListChange(fields.get('favoriteAuthors'))
  return {
    ...(typeof signedIn === 'boolean' ? { signedIn } : {}),
    ...(Array.isArray(preferences)
      ? { preferences: [...new Set(preferences.filter(isCategory))] }
      : {}),
    ...(favorites && { favorites }),
    ...(favoriteAuthors && { favoriteAuthors }),
  }
}
