// The match expressions of FTS5 in which a search asks for words.

/** An FTS5 match expression; `undefined` finds nothing. Words are letters and digits only. */
export type Match = string | undefined

export const matchWord = (word: string): string => `"${word}"`

/** Whatever all of the parts find. */
export const matchAll = (parts: readonly Match[]): Match =>
  parts.includes(undefined) ? undefined : `(${parts.join(' AND ')})`

/** Whatever one of the parts finds. */
export function matchAny(parts: readonly Match[]): Match {
  const present = parts.filter((part) => part !== undefined)
  return present.length === 0 ? undefined : `(${present.join(' OR ')})`
}
