import type { Book } from '../contract/books.ts'

const digitsOf = (text: string): string =>
  text
    .trim()
    .replace(/^isbn(?:-?1[03])?\s*:?/i, '')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()

/** Whether a text is written as an ISBN, whatever its check digit. */
export const isIsbnShaped = (text: string): boolean =>
  /^(?:97[89]\d{10}|\d{9}[\dX])$/.test(digitsOf(text))

/** The ISBN-13 that a text, perhaps after `ISBN`, is, an ISBN-10 converted; `undefined` where it is wrong. */
export function isbn13Of(text: string): string | undefined {
  const digits = digitsOf(text)
  if (/^97[89]\d{10}$/.test(digits)) {
    return isbn13CheckDigit(digits.slice(0, 12)) === digits.at(12) ? digits : undefined
  }
  if (!/^\d{9}[\dX]$/.test(digits)) return undefined
  const values = Array.from(digits, (digit) => (digit === 'X' ? 10 : Number(digit)))
  if (values.reduce((sum, value, at) => sum + (10 - at) * value, 0) % 11 !== 0) return undefined
  const body = `978${digits.slice(0, 9)}`
  return body + isbn13CheckDigit(body)
}

/** The last digit of an ISBN-13. */
export function isbn13CheckDigit(first12: string): string {
  const sum = Array.from(first12, Number).reduce(
    (sum, n, at) => sum + n * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

type Isbns = NonNullable<Book['volumeInfo']['industryIdentifiers']>

/** The valid ISBNs in a list of texts or of `{type, identifier}`, each once, those of 13 digits first. */
export function cleanIsbns(value: unknown): Isbns {
  const found = new Map<string, Isbns[number]>()
  for (const item of [value].flat().slice(0, 20)) {
    const nested = typeof item === 'object' && item !== null && 'identifier' in item
    const text = nested ? item.identifier : item
    if (typeof text !== 'string' || text.length > 40) continue
    const isbn13 = isbn13Of(text)
    if (isbn13 === undefined) continue
    found.set(isbn13, { type: 'ISBN_13', identifier: isbn13 })
    const digits = text.replaceAll(/[^\dXx]/g, '').toUpperCase()
    if (digits.length === 10) found.set(digits, { type: 'ISBN_10', identifier: digits })
  }
  return [...found.values()].toSorted(
    (one, other) => other.identifier.length - one.identifier.length,
  )
}
