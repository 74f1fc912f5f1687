// Letters that Unicode does not decompose, as readers without them on the keyboard type them.
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ħ', 'h'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ŋ', 'n'],
  ['ς', 'σ'],
  // The same letters on keyboards for Arabic, Persian, Urdu, Pashto and Kurdish.
  ...['اٱ', 'كکڪ', 'يیىېےۍێ', 'هةہھۃە'].flatMap(([plain = '', ...others]) =>
    others.map((letter): [string, string] => [letter, plain]),
  ),
])
const NOT_PLAIN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu')

// What makes no other letter: accents, tatweel, joiners, a hamza apart; geresh and gershayim of Hebrew.
const DIACRITICS = /[\p{M}\p{Join_Control}\u0640\u0674\u05f3\u05f4]/gu
// What is typed for gershayim within a word.
const GERSHAYIM = /["“”„‟](?<=[\u0591-\u05f2].)(?=[\u05d0-\u05ea])/gu

// Most texts are ASCII, and skip the steps that only others need.
const ASCII = /^[\0-\x7f]*$/
const FRACTIONS = /[¼-¾⅐-⅞]/

function normalise(letters: string, others: RegExp): string {
  return letters
    .replaceAll('&', ' and ')
    .replaceAll(/['’‘ʼʹʺ′`´]/g, '')
    .replaceAll(others, ' ')
    .trim()
}

// The same for text whose only letters are a to z. One word is soon done.
const normalisePlain = (letters: string): string =>
  /^[a-z\d]*$/.test(letters) ? letters : normalise(letters, /[^a-z\d]+/g)

/** A text with the decimal digits of every script as 0 to 9: `١٩٨٤` → `1984`. */
export const withPlainDigits = (text: string): string =>
  text.replaceAll(/(?!\d)\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // In each script they stand in one row, from a multiple of 16 on or from six behind it.
    const isFirst = /\p{Nd}/u.test(String.fromCodePoint(code & ~15))
    return String(isFirst ? code & 15 : (code & 15) - 6)
  })

function foldUnicode(text: string): string {
  const letters = (FRACTIONS.test(text) ? text.replaceAll(/(\d)(?=[¼-¾⅐-⅞])/gu, '$1 ') : text)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(GERSHAYIM, '')
    // What European texts have most: accents, quotation marks and dashes.
    .replaceAll(/[\u0300-\u036f‘’]/g, '')
    .replaceAll(/[\u2010-\u201f]/g, ' ')
  if (ASCII.test(letters)) return normalisePlain(letters)
  return normalise(
    withPlainDigits(letters.replaceAll(DIACRITICS, '')).replaceAll(
      NOT_PLAIN,
      (letter) => PLAIN.get(letter) ?? letter,
    ),
    /[^\p{L}\p{N}]+/gu,
  )
}

/**
 * How names, titles and queries are compared everywhere: lowercase letters without accents, as any keyboard of their
 * script has them, digits 0 to 9, `&` as `and`, apostrophes dropped, all else one space. `Gödel, Escher` → `godel
 * escher`, `Alice’s` → `alices`, `J.R.R.` → `j r r`, `١٩٨٤` → `1984`. Empty where nothing is left.
 */
export const fold = (text: string): string =>
  ASCII.test(text) ? normalisePlain(text.toLowerCase()) : foldUnicode(text)
