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

function tidy(letters: string): string {
  return letters
    .replaceAll('&', ' and ')
    .replaceAll(/['’‘ʼ`´]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * How names, titles and queries are compared everywhere: small letters without accents, `&` as
 * `and`, apostrophes dropped, all else that is neither letter nor digit one space. `Gödel, Escher`
 * → `godel escher`, `Alice’s` → `alices`, `J.R.R.` → `j r r`. Empty where nothing is left.
 */
export function fold(text: string): string {
  if (ASCII.test(text)) return tidy(text.toLowerCase())
  return tidy(
    text
      .replaceAll(/(\d)(?=[¼-¾⅐-⅞])/gu, '$1 ')
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/\p{M}/gu, '')
      .replaceAll(/[ßæœøđðħłþıŋς]/gu, (letter) => PLAIN.get(letter) ?? letter),
  )
}
