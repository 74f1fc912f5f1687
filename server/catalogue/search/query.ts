import { fold } from '../../../contract/fold.ts'
import {
  indexKey,
  indexWord,
  isbn13Of,
  isStopWord,
  MAX_KEY,
  spellOut,
  withoutArticle,
} from './text.ts'

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
  const shorter = withoutVolume(typed)
  const rest = shorter === typed || fold(shorter) === '' ? undefined : shorter
  return {
    ...takeApart(text),
    withoutSeries:
      rest === undefined ? undefined : { ...takeApart(rest), withoutSeries: undefined },
  }
}

function withoutVolume(text: string): string {
  return text
    .replace(/ ?\([^()]*\)$/, '')
    .replace(/[ ,:]*(?:#|\b(?:book|volume|vol\.?|part|no\.?) ?)\d{1,3}$/i, '')
}

function takeApart(text: string): Omit<SearchQuery, 'withoutSeries'> {
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
  }
}
