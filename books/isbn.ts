import type { Book } from '../contract/books.ts'
import { withPlainDigits } from '../contract/fold.ts'

/** What stands around a number or in it, in the order the rules apply. No number has a comma in it. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/(\d)[.,](\d{12})E\+?12(?!\d)/g, '$1$2'], // 9.780140449334E+12; of `9.78014E+12` the digits are lost
  [/\.0+(?![\d.])/g, ''], // 9780140449334.0
  [/I?SBN(?:[-_ ]?1[03](?!\d))?/g, ','], // ISBN-13: 978-0-14-044933-4, isbn10=0140449337, SBN 425-02706-6
  [/Х/g, 'X'], // a Cyrillic letter: 5-05-000005-Х
]

// Between the digits of a number: dashes, spaces, dots and what is not seen.
const BETWEEN = String.raw`[\s.\p{Pd}\p{Cf}\u2212\u2043ー]{0,3}`
const DASH = String.raw`[.\p{Pd}\u2212]?`

/** How a number is written, the preferred first. */
const FORMS = [
  // 978 0 14 044933 4; as below a bar code: 9 780140 449334
  String.raw`9${BETWEEN}7${BETWEEN}[89](?:${BETWEEN}\d){10}`,
  // 0-8044-2957-X; not `OCLC:1003204123`
  String.raw`(?<!(?:OCLC|LCCN|ISSN|UPC|ID|READS)\W{0,3})\d(?:${BETWEEN}\d){8}${BETWEEN}[\dX]`,
  // Alone an SBN, or what a table took the zeros from: 425-02706-6, 7117116
  String.raw`(?<=^[^\p{L}\d]*)(?:\d(?:${DASH}\d){7}${DASH}[\dX]|\d{7,8})(?=[^\p{L}\d]*$)`,
]
// A digit first: what is looked for before it takes long at every letter.
const NUMBERS = new RegExp(
  FORMS.map((form) => String.raw`(?=\d)(?<![\p{L}\d]|\d${DASH})(?:${form})(?!${DASH}\d|E\+)`).join(
    '|',
  ),
  'gu',
)

const spelled = (text: string): string =>
  SPELLINGS.reduce(
    (spelt, [from, to]) => spelt.replaceAll(from, to),
    withPlainDigits(text.normalize('NFKC')).toUpperCase(),
  )

/** Whether a text is written as an ISBN and nothing else, whatever its check digit. */
export const isIsbnShaped = (text: string): boolean =>
  /^(?:97[89]\d{10}|\d{9}[\dX])$/.test(spelled(text).replaceAll(/[\s:,.\p{Pd}\p{Cf}]/gu, ''))

/** The last digit of an ISBN-13. */
export function isbn13CheckDigit(first12: string): string {
  const sum = Array.from(first12, Number).reduce((sum, n, at) => sum + n * (1 + 2 * (at % 2)), 0)
  return String((10 - (sum % 10)) % 10)
}

function isValid(isbn: string): boolean {
  // Where somebody had none: 0000000000
  if (/^(.)\1*$/.test(isbn)) return false
  if (isbn.length === 13) return isbn13CheckDigit(isbn.slice(0, 12)) === isbn.at(12)
  const values = Array.from(isbn, (digit) => (digit === 'X' ? 10 : Number(digit)))
  return values.reduce((sum, value, at) => sum + (10 - at) * value, 0) % 11 === 0
}

/** The valid ISBNs wherever they stand in a text, of 10 or 13 digits as they are written there. */
const isbnsIn = (text: string): string[] =>
  (spelled(text).match(NUMBERS) ?? [])
    .map((number) => number.replaceAll(/[^\dX]/g, '').padStart(10, '0'))
    .filter(isValid)

function to13(isbn: string): string {
  const body = `978${isbn}`.slice(-13, -1)
  return body + isbn13CheckDigit(body)
}

/** The valid ISBNs in a text as ISBN-13s. */
export const isbn13sIn = (text: string): string[] => isbnsIn(text).map(to13)

/** The first valid ISBN in a text as an ISBN-13; `undefined` where there is none. */
export const isbn13Of = (text: string): string | undefined => isbn13sIn(text)[0]

type Isbns = NonNullable<Book['volumeInfo']['industryIdentifiers']>

// So much of a text is read.
const TEXT_MAX = 500

/** The valid ISBNs in a list of texts or of `{type, identifier}`, each once, those of 13 digits first. */
export function cleanIsbns(value: unknown): Isbns {
  const written = [value]
    .flat()
    .slice(0, 20)
    .flatMap((item: unknown) => {
      const nested = typeof item === 'object' && item !== null && 'identifier' in item
      // Of other kinds some are numbers as long.
      if (nested && 'type' in item && item.type === 'OTHER') return []
      const text = nested ? item.identifier : item
      return typeof text === 'string' ? isbnsIn(text.slice(0, TEXT_MAX)) : []
    })
  const isbns = new Set([...written.map(to13), ...written.filter((isbn) => isbn.length === 10)])
  return [...isbns].map((identifier) => ({
    type: identifier.length === 13 ? 'ISBN_13' : 'ISBN_10',
    identifier,
  }))
}
