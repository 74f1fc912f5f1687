import { withoutEnglishArticle } from '../contract/articles.ts'
import { CATEGORIES, isCategory, type Category } from '../contract/categories.ts'
import { foldKey } from './foldKey.ts'
import { isbn13Of } from './isbn.ts'
import { VOLUME, withDigits, withVolume } from './numbers.ts'
import { spelled, spellingsOf as rulesOf } from './spellings.ts'
import lists from './searchWords.json' with { type: 'json' }

// How texts become what is indexed and searched for: keys of titles and names, and words.

const STOP_WORDS: ReadonlySet<string> = new Set(lists.stopWords.split(' '))
/** What readers also call an interest. */
const CATEGORY_ALIASES: Partial<Record<Category, string>> = lists.alsoInterest

/** Longer titles and names are cut, in an index as in queries; in UTF-16 units. */
const MAX_KEY = 500

/** The first of a text, `length` UTF-16 units at most. */
function cut(text: string, length: number): string {
  // Never through the middle of a letter outside the basic plane.
  return text.length <= length ? text : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}

/** The runs of words with which some words begin, the longest first. */
export const beginningsOf = (words: readonly string[]): string[] =>
  words.map((_, less) => words.slice(0, words.length - less).join(' '))

/** A folded title or name as it is indexed. */
export const indexKey = (key: string): string => cut(key, MAX_KEY).trimEnd()

/** A space that names and words in these scripts have or not: `山田 太郎`, `山田太郎`. */
const GAP =
  /(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー\p{sc=Hang}]) (?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}])/gu

/** A name folded, without the spaces that some scripts have or not. */
export const foldName = (name: string): string => foldKey(name).replaceAll(GAP, '')

/** An author's name as it is indexed and searched for; empty where nothing of it can be. */
export const authorKey = (name: string): string => indexKey(foldName(name))

const IN_FULL = rulesOf('inFull')

/** A text with ä, ö, ü, å and ø in full, as who has no key for them types it: `Größe` → `Groeße`. */
const inFull = (text: string): string =>
  /[^\0-\x7f]/.test(text) ? spelled(text.normalize('NFC'), IN_FULL) : text

/** The keys of an author's name, as it is written and in full; none where nothing of it can be one. */
export const authorKeys = (name: string): string[] =>
  [...new Set([name, inFull(name)].map(authorKey))].filter((key) => key !== '')

/** A text without the `’s` of its possessives. */
const withoutPossessive = (text: string): string => text.replaceAll(/['’ʼ]s(?![\p{L}\p{N}])/giu, '')

// Longer words are cut, in the index as in queries.
const MAX_WORD = 64
// Longer words and titles are indexed in no spelling but their own.
const MAX_ALTERNATE = 40

/**
 * A key by which a title is found. kind 0: the whole; 1: without article or subtitle, with numbers in digits,
 * or the original title; 2: without spaces; 3: initials (`lotr`), an author's name in one word (`jrrtolkien`).
 */
export interface TitleKey {
  key: string
  kind: 0 | 1 | 2 | 3
}

/** Letters of scripts that write no spaces between words, or long compounds. */
const SPACELESS =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]{2,}/gu

/** The pairs of neighbouring letters of a folded word in such a script; none in others. */
const pairsOf = (word: string): string[] =>
  [...word.matchAll(SPACELESS)].flatMap(([run]) => {
    // Korean syllables in one piece again.
    const letters = Array.from(run.normalize('NFC'))
    return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
  })

/** A folded word as it is indexed. */
export const indexWord = (word: string): string => cut(word, MAX_WORD)

/** Signs that are part of a name, as words, so that `c++` is not any `c`. */
function spellOut(text: string): string {
  if (!/[cf][+#]|\d,\d/i.test(text)) return text
  return text
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replaceAll(/(?<![\p{L}\p{N}])c\+\+/giu, 'cplusplus ')
    .replaceAll(/(?<![\p{L}\p{N}])([cf])#(?![\p{L}\p{N}])/giu, '$1sharp ')
}

/** A folded title as if it were one word. */
export const joined = (key: string): string => key.replaceAll(' ', '')

/** Whether a folded word says nothing by itself. */
export const isStopWord = (word: string): boolean => STOP_WORDS.has(word)

/** Texts as readers write them, folded, with and without numbers in digits, articles, the spelling of signs. */
function spellingsOf(...texts: string[]): Set<string> {
  const keys = new Set(texts.flatMap((text) => [spellOut(text), text]))
    .values()
    .flatMap((text) => new Set([text, withoutPossessive(inFull(text))]))
    .map((text) => indexKey(foldKey(text)))
  const written = new Set(keys.flatMap((key) => [key, withDigits(key)]))
  return new Set(written.values().flatMap((key) => [key, withoutEnglishArticle(key)]))
}

/** The first letters of the words of a folded text, as one word, with and without its article. */
export const firstLetters = (key: string): string[] =>
  [key, withoutEnglishArticle(key)].map((text) => text.replaceAll(/(\S)\S* ?/gu, '$1'))

/** The same of a text of three words or more: two letters mean too much. */
export const initialsOf = (key: string): string[] =>
  firstLetters(key).filter((letters) => /^[a-z]{3,10}$/.test(letters))

/** An author's folded name as one word, with and without the first names in full: `jrrtolkien`. */
export function joinedNames(key: string): string[] {
  const names = key.split(' ')
  const initials = names.slice(0, -1).map((name) => name.charAt(0))
  return initials.length === 0 ? [] : [joined(key), `${initials.join('')}${names.at(-1)}`]
}

/** The keys a title is found by, each once, the whole title first; also by its other titles. */
export function titleKeys(title: string, ...others: string[]): TitleKey[] {
  const whole = indexKey(foldKey(spellOut(title)))
  if (whole === '') return []
  const [main = ''] = spellOut(title).split(/[:;(]| [-–—] /u, 1)
  const spellings = spellingsOf(title, main, ...others)
  spellings.delete('')
  const tight = new Set([...spellings].map(joined).filter((key) => key.length <= MAX_ALTERNATE))
  spellings.delete(whole)
  return [
    { key: whole, kind: 0 },
    ...[...spellings].map((key) => ({ key, kind: 1 as const })),
    ...[...tight].map((key) => ({ key, kind: 2 as const })),
  ]
}

/**
 * The words to index for a text, each once, and what readers type for them: `J. R. R.` → `jrr`, `Catch-22` →
 * `catch22`, `Alice's` → `alice`, `L'Étranger` → `etranger`.
 */
export function indexWords(text: string): string[] {
  const folded = foldKey(text)
  if (folded === '') return []
  const spelt = spellOut(text)
  const full = withoutPossessive(inFull(spelt))
  const spoken = full === text ? folded : `${folded} ${foldKey(spelt)} ${foldKey(full)}`
  const digits = withDigits(spoken)
  const all = digits === spoken ? spoken : `${spoken} ${digits}`
  const words = new Set(all.split(' ').map(indexWord))
  const add = (word: string, shortest: number) => {
    if (word.length >= shortest && word.length <= MAX_ALTERNATE) words.add(word)
  }
  if (!/^[\0-\x7f]*$/.test(folded)) {
    for (const pair of pairsOf(foldName(folded))) words.add(pair)
    // A family's name may be one letter.
    const letters = folded.normalize('NFC').matchAll(/[\p{sc=Han}\p{sc=Hang}]/gu)
    for (const [letter] of letters) words.add(letter.normalize('NFD'))
  }
  // Persian compounds are written apart, together or with a joiner.
  if (/\p{sc=Arab}/u.test(folded)) {
    const apart = foldKey(text.replaceAll('\u200c', ' ')).split(' ')
    for (const [at, word] of apart.entries()) {
      add(word, 1)
      add(`${word}${apart[at + 1] ?? ''}`, 2)
    }
  }
  // Most texts have none of this, which these tests tell soon.
  if (/(?:^| )\S \S(?: |$)/u.test(folded)) {
    const initials = folded.matchAll(/(?<![\p{L}\p{N}])\p{L}(?: \p{L}(?![\p{L}\p{N}]))+/gu)
    for (const [letters] of initials) add(joined(letters), 2)
  }
  if (!/[-‐‑–־./+'’ʼ]/u.test(text)) return [...words]
  for (const compound of text.split(/\s+/u)) {
    if (/[\p{L}\p{N}][-‐‑–־./+][\p{L}\p{N}]/u.test(compound)) add(joined(foldKey(compound)), 2)
    const parts = compound.split(/['’ʼ]/u)
    if (parts.length > 1) for (const part of parts) add(joined(foldKey(part)), 3)
  }
  return [...words]
}

const aliasOf = (name: string): string => (isCategory(name) && CATEGORY_ALIASES[name]) || ''

/** The words to index for a book's interests, with what readers also call them. */
export const categoryWords = (categories: readonly string[]): string[] =>
  indexWords(categories.flatMap((name) => [name, aliasOf(name)]).join(' '))

const INTEREST_WORDS: ReadonlySet<string> = new Set(categoryWords(CATEGORIES))

/** Whether a folded word is one of the interests' names, or of what readers also call them. */
export const isInterestWord = (word: string): boolean => INTEREST_WORDS.has(word)

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
  /** The same with numbers in digits, the volume's alone, and letters in full: `dune book two` → `dune 2`, `ü` → `ue`. */
  inFull: SearchQuery | undefined
  /** The same without the volume behind a title, where there is one: `Dune #2`, `Dune (book 1)`. */
  withoutSeries: SearchQuery | undefined
}

const VOLUME_BEHIND = new RegExp(String.raw`[ ,:]*(?:#|${VOLUME}\.? ?)\d{1,3}$`, 'iu')

/** Takes a query apart; any text will do. */
export function parseQuery(text: string): SearchQuery {
  // Cut first, lest long runs of brackets take long.
  const typed = text.trim().slice(0, MAX_KEY)
  const shorter = typed.replace(/ ?\([^()]*\)$/, '').replace(VOLUME_BEHIND, '')
  const key = queryKey(text)
  const full = withVolume(queryKey(inFull(text)))
  const isSame = shorter === typed || foldKey(shorter) === ''
  return takeApart(
    text,
    full === key ? undefined : takeApart(full),
    isSame ? undefined : takeApart(shorter),
  )
}

const queryKey = (text: string): string => indexKey(foldKey(spellOut(text)))

/** The words that a word of a query is looked for by. */
function wordsOf(word: string): string[] {
  const pairs = pairsOf(word)
  return pairs.length > 0 ? pairs : [indexWord(word)]
}

function takeApart(text: string, full?: SearchQuery, withoutSeries?: SearchQuery): SearchQuery {
  const key = queryKey(text)
  const all = key === '' ? [] : key.split(' ').flatMap(wordsOf)
  const significant = all.filter((word) => !isStopWord(word))
  const words = [...new Set(significant.length > 0 ? significant : all)].slice(0, MAX_WORDS)
  const last = words.at(-1)
  const isPrefix = last !== undefined && last === all.at(-1) && last.length >= 2
  return {
    key,
    bareKey: withoutEnglishArticle(key),
    all: [...new Set(all)].slice(0, MAX_WORDS),
    words,
    prefix: isPrefix ? last : undefined,
    isbn13: isbn13Of(text),
    inFull: full,
    withoutSeries,
  }
}
