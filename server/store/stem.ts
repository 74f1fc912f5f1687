// The Porter stemmer as FTS5 has it (https://www.sqlite.org/fts5.html#porter_tokenizer), so that
// PostgreSQL finds what SQLite finds: its own stemmers differ, and not every server has the same. FTS5
// works on bytes, and so does this: a text of Latin-1 letters stands for them.

const MAX_BYTES = 64

const VOWELS = new Set(['a', 'e', 'i', 'o', 'u'])

/** Which letters are consonants: `y` is one at the beginning and behind a vowel. */
function consonants(stem: string, before = false): boolean[] {
  let consonant = before
  return Array.from(stem, (letter) => {
    consonant = !(VOWELS.has(letter) || (letter === 'y' && consonant))
    return consonant
  })
}

/** How often a vowel is followed by a consonant. */
function measure(stem: string): number {
  return consonants(stem).filter((consonant, at, kinds) => consonant && kinds[at - 1] === false)
    .length
}

function hasVowel(stem: string): boolean {
  return Array.from(stem).some((letter, at) => VOWELS.has(letter) || (letter === 'y' && at > 0))
}

/** Ends in consonant, vowel, consonant, the last not w, x or y. */
function endsShort(stem: string): boolean {
  const [third, second, last] = consonants(stem).slice(-3)
  return third === true && second === false && last === true && !/[wxy]$/.test(stem)
}

type Rule = readonly [ending: string, replacement: string]

const STEP_2: readonly Rule[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
]

const STEP_3: readonly Rule[] = [
  ['ical', 'ic'],
  ['ness', ''],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ful', ''],
  ['ative', ''],
  ['alize', 'al'],
]

const STEP_4 =
  'al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize'.split(' ')

/** Replaces the first ending that stands there, where what is left before it allows. */
function replaced(word: string, rules: readonly Rule[], allows: (stem: string) => boolean): string {
  for (const [ending, replacement] of rules) {
    if (word.length <= ending.length || !word.endsWith(ending)) continue
    const stem = word.slice(0, -ending.length)
    return allows(stem) ? stem + replacement : word
  }
  return word
}

function step1a(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss')) return word
  if (!word.endsWith('es')) return word.slice(0, -1)
  const two =
    (word.length > 4 && word.endsWith('sses')) || (word.length > 3 && word.endsWith('ies'))
  return word.slice(0, two ? -2 : -1)
}

function step1b(word: string): string {
  if (word.length > 3 && word.endsWith('eed')) {
    return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  }
  const ending = ['ed', 'ing'].find(
    (ending) => word.length > ending.length && word.endsWith(ending),
  )
  if (ending === undefined || !hasVowel(word.slice(0, -ending.length))) return word
  const stem = word.slice(0, -ending.length)
  if (stem.length > 2 && /(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  const last = stem.at(-1) ?? ''
  if (last === stem.at(-2) && !VOWELS.has(last) && !/[lsz]/.test(last)) return stem.slice(0, -1)
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

function step5(word: string): string {
  let stem = word
  if (stem.endsWith('e')) {
    const rest = stem.slice(0, -1)
    const turns = measure(rest)
    if (turns > 1 || (turns === 1 && !endsShort(rest))) stem = rest
  }
  return stem.endsWith('ll') && measure(stem.slice(0, -1)) > 1 ? stem.slice(0, -1) : stem
}

function stemBytes(word: string): string {
  if (word.length > MAX_BYTES || word.length < 3) return word
  let stem = step1b(step1a(word))
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`
  stem = replaced(stem, STEP_2, (rest) => measure(rest) > 0)
  stem = replaced(stem, STEP_3, (rest) => measure(rest) > 0)
  stem = replaced(
    stem,
    STEP_4.map((ending) => [ending, '']),
    (rest) => measure(rest) > 1 && (!stem.endsWith('ion') || /[st]$/.test(rest)),
  )
  return step5(stem)
}

/** The stem of a folded word: `dragons` → `dragon`. */
export function stem(word: string): string {
  if (/^[\0-\x7f]*$/.test(word)) return stemBytes(word)
  return Buffer.from(stemBytes(Buffer.from(word).toString('latin1')), 'latin1').toString()
}
