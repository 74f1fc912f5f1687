import { fold } from '../contract/fold.ts'

/** Longer titles and names are cut, in an index as in queries; in UTF-16 units. */
export const MAX_KEY = 500

/** The first of a text, `length` UTF-16 units at most. */
export function cut(text: string, length: number): string {
  // Never through the middle of a letter outside the basic plane.
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/** A folded title or name as it is indexed. */
export const indexKey = (key: string): string => cut(key, MAX_KEY).trimEnd()

/** An author's name as it is indexed and searched for; empty where nothing of it can be. */
export const authorKey = (name: string): string => indexKey(fold(name))
