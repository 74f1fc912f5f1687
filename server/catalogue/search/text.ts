import { isCategory, type Category } from '../../../contract/categories.ts'
import { fold } from '../../../contract/fold.ts'

// How texts become what is indexed and searched for: keys of titles and names, and words.

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'the of and a an to in is that it was for on with as his her he she by at from this which or be ' +
    'not are their but have they all one had were we when there been has more who will what into its ' +
    'out up so my about books'
  ).split(' '),
)

// Longer ones are cut, in the index as in queries.
const MAX_WORD = 64
const MAX_KEY = 500
// Longer words and titles are indexed in no spelling but their own.
const MAX_ALTERNATE = 40

/** What readers also call an interest. */
const CATEGORY_ALIASES: Partial<Record<Category, string>> = {
  'Sci-Fi': 'science fiction',
  'Young Adult': 'ya teen',
  "Children's Books": 'kids',
  'Graphic Novels': 'comics',
  Biography: 'memoir autobiography',
  'Food & Cooking': 'cookbook',
}

/** A key by which a title is found. kind 0: the whole; 1: without article or subtitle; 2: without spaces. */
export interface TitleKey {
  key: string
  kind: 0 | 1 | 2
}

function cut(text: string, length: number): string {
  // Never through the middle of a letter outside the basic plane.
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/** A folded title or name as it is indexed. */
export const indexKey = (key: string): string => cut(key, MAX_KEY).trimEnd()

/** A folded word as it is indexed. */
export const indexWord = (word: string): string => cut(word, MAX_WORD)

/** Signs that are part of a name, as words, so that `c++` is not any `c`. */
function spellOut(text: string): string {
  if (!/[cf][+#]/i.test(text)) return text
  return text
    .replaceAll(/(?<![\p{L}\p{N}])c\+\+/giu, 'cplusplus ')
    .replaceAll(/(?<![\p{L}\p{N}])([cf])#(?![\p{L}\p{N}])/giu, '$1sharp ')
}

/** A folded title without its leading article. */
const withoutArticle = (key: string): string => key.replace(/^(?:the|an|a) (?=.)/, '')

/** A folded title as if it were one word. */
export const joined = (key: string): string => key.replaceAll(' ', '')

/** The ISBN-13 that a text, perhaps after `ISBN`, is, an ISBN-10 converted; `undefined` where it is wrong. */
export function isbn13Of(text: string): string | undefined {
  const digits = text
    .trim()
    .replace(/^isbn(?:-?1[03])?\s*:?/i, '')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
  if (/^97[89]\d{10}$/.test(digits)) {
    return isbn13CheckDigit(digits.slice(0, 12)) === digits.at(12) ? digits : undefined
  }
  if (!/^\d{9}[\dX]$/.test(digits)) return undefined
  const values = Array.from(digits, (digit) => (digit === 'X' ? 10 : Number(digit)))
  if (values.reduce((sum, value, at) => sum + (10 - at) * value, 0) % 11 !== 0) return undefined
  const body = `978${digits.slice(0, 9)}`
  return body + isbn13CheckDigit(body)
}

function isbn13CheckDigit(first12: string): string {
  const sum = Array.from(first12, Number).reduce(
    (sum, n, at) => sum + n * (at % 2 === 0 ? 1 : 3),
    0,
  )
  return String((10 - (sum % 10)) % 10)
}

/** Whether a folded word says nothing by itself. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)

/** The keys a title is found by, each once, the whole title first. */
export function titleKeys(title: string): TitleKey[] {
  const spelt = spellOut(title)
  const whole = indexKey(fold(spelt))
  if (whole === '') return []
  const [start = ''] = spelt.split(/[:;(]| [-–—] /u, 1)
  const main = start === spelt ? whole : indexKey(fold(start))
  const plain = spelt === title ? whole : indexKey(fold(title))
  const shorter = new Set([withoutArticle(whole), main, withoutArticle(main), plain])
  shorter.delete(whole)
  shorter.delete('')
  const tight = [whole, ...shorter].map(joined).filter((key) => key.length <= MAX_ALTERNATE)
  return [
    { key: whole, kind: 0 },
    ...[...shorter].map((key) => ({ key, kind: 1 as const })),
    ...[...new Set(tight)].map((key) => ({ key, kind: 2 as const })),
  ]
}

/**
 * The words to index for a text, each once, and what readers type for them: `J. R. R.` → `jrr`, `Catch-22` →
 * `catch22`, `Alice's` → `alice`, `L'Étranger` → `etranger`.
 */
export function indexWords(text: string): string[] {
  const folded = fold(text)
  if (folded === '') return []
  const spelt = spellOut(text)
  const spoken = spelt === text ? folded : `${folded} ${fold(spelt)}`
  const words = new Set(spoken.split(' ').map(indexWord))
  const add = (word: string, shortest: number) => {
    if (word.length >= shortest && word.length <= MAX_ALTERNATE) words.add(word)
  }
  // Most texts have none of this, which these tests tell soon.
  if (/(?:^| )\S \S(?: |$)/u.test(folded)) {
    const initials = folded.matchAll(/(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}]))+/gu)
    for (const [letters] of initials) add(joined(letters), 2)
  }
  if (!/[-‐‑–./+'’ʼ]/u.test(text)) return [...words]
  for (const compound of text.split(/\s+/u)) {
    if (/[\p{L}\p{N}][-‐‑–./+][\p{L}\p{N}]/u.test(compound)) add(joined(fold(compound)), 2)
    const parts = compound.split(/['’ʼ]/u)
    if (parts.length > 1) for (const part of parts) add(joined(fold(part)), 3)
  }
  return [...words]
}

const aliasOf = (name: string): string => (isCategory(name) && CATEGORY_ALIASES[name]) || ''

/** The words to index for a book's interests, with what readers also call them. */
export const categoryWords = (categories: readonly string[]): string[] =>
  indexWords(categories.flatMap((name) => [name, aliasOf(name)]).join(' '))

// Beyond this a query is no longer typed by a person.
const MAX_WORDS = 16

/** A query, taken apart. All texts are folded. */
export interface SearchQuery {
  /** The whole query; empty where nothing in it can be searched. */
  key: string
  /** The query without a leading article. */
  bareKey: string
  /** Every word, each once. */
  all: string[]
  /** The words that count, each once: without stop words, or all where there is nothing else. */
  words: string[]
  /** The last word, where it may be the prefix of a longer one. */
  prefix: string | undefined
  /** The ISBN-13 the query is, if it is one. */
  isbn13: string | undefined
  /** The same without the volume behind a title, where there is one: `Dune #2`, `Dune (book 1)`. */
  withoutSeries: SearchQuery | undefined
}

/** Takes a query apart; any text will do. */
export function parseQuery(text: string): SearchQuery {
  // Cut first, lest long runs of brackets take long.
  const typed = text.trim().slice(0, MAX_KEY)
  const shorter = typed
    .replace(/ ?\([^()]*\)$/, '')
    .replace(/[ ,:]*(?:#|\b(?:book|volume|vol\.?|part|no\.?) ?)\d{1,3}$/i, '')
  const isSame = shorter === typed || fold(shorter) === ''
  return takeApart(text, isSame ? undefined : takeApart(shorter))
}

function takeApart(text: string, withoutSeries?: SearchQuery): SearchQuery {
  const key = indexKey(fold(spellOut(text)))
  const all = key === '' ? [] : key.split(' ').map(indexWord)
  const telling = all.filter((word) => !isStopWord(word))
  const words = [...new Set(telling.length > 0 ? telling : all)].slice(0, MAX_WORDS)
  const last = words.at(-1)
  const isPrefix = last !== undefined && last === all.at(-1) && last.length >= 2
  return {
    key,
    bareKey: withoutArticle(key),
    all: [...new Set(all)].slice(0, MAX_WORDS),
    words,
    prefix: isPrefix ? last : undefined,
    isbn13: isbn13Of(text),
    withoutSeries,
  }
}
