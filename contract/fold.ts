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
])

// Most texts are, and skip the steps that only others need.
const ASCII = /^[\0-\x7f]*$/
const FRACTIONS = /[¼-¾⅐-⅞]/

function tidy(letters: string): string {
  return letters
    .replaceAll('&', ' and ')
    .replaceAll(/['’‘ʼ`´]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

// The same for text of which it is known that it has no other letters than a to z.
function tidyPlain(letters: string): string {
  return letters
    .replaceAll('&', ' and ')
    .replaceAll(/['`]/g, '')
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()
}

/**
 * How names, titles and queries are compared everywhere: small letters without accents, `&` as
 * `and`, apostrophes dropped, all else that is neither letter nor digit one space. `Gödel, Escher`
 * → `godel escher`, `Alice’s` → `alices`, `J.R.R.` → `j r r`. Empty where nothing is left.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return tidyPlain(text.toLowerCase())
  const letters = (FRACTIONS.test(text) ? text.replaceAll(/(\d)(?=[¼-¾⅐-⅞])/gu, '$1 ') : text)
    .normalize('NFKD')
    .toLowerCase()
    // What European texts have most, accents, quotation marks and dashes, for a start.
    .replaceAll(/[\u0300-\u036f‘’]/g, '')
    .replaceAll(/[\u2010-\u201f]/g, ' ')
  if (ASCII.test(letters)) return tidyPlain(letters)
  return tidy(
    letters
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[ßæœøđðħłþıŋς]/gu, (letter) => PLAIN.get(letter) ?? letter),
  )
}
