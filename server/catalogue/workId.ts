import { createHash } from 'node:crypto'
import type { Book } from '../../contract/books.ts'
import { fold } from '../../contract/fold.ts'
import { authorKey } from './search/indexBook.ts'

// Editions of one work have the same first author and the same title, but for subtitle, series and article,
// or the same original title.

const ARTICLE = /^(?:the|an?|les?|la|une?|el|los|las|il|lo|gli|der|die|das|ein|eine|de|het) (?=.)/

/** A number below 2^48 that stands for a text. */
const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUIntBE(0, 6)

/** A title folded, without article and without the series in brackets. */
const titleKey = (title: string): string =>
  fold(title.replace(/\s*\([^()]*\)\s*$/, '') || title).replace(ARTICLE, '')

/** What a title says before its subtitle, where it has one; not the name of a series alone. */
function mainTitle(title: string, series = ''): string | undefined {
  const [start = '', rest] = title.split(/ ?[:;] | [-–—] /u, 2)
  return rest === undefined || fold(start) === fold(series) ? undefined : start
}

/** The work that a book is an edition of, and the keys by which later editions find it. */
export interface Work {
  workId: string
  keys: number[]
}

/** The work of a book; `find` tells which work is known by a key. */
export function workOf(book: Book, find: (key: number) => string | undefined): Work {
  const { title, originalTitle, authors, series } = book.volumeInfo
  const author = authorKey(authors[0] ?? '')
  const keyed = (kind: 'whole' | 'main', names: readonly string[]): number[] =>
    [...new Set(names.map(titleKey))]
      .filter((key) => key !== '')
      .map((key) => hashOf(`${kind} ${author} | ${key}`))
  const titles = [originalTitle ?? [], title].flat()
  const starts = titles.flatMap((name) => mainTitle(name, series?.name) ?? [])
  const whole = keyed('whole', titles)
  const [first] = whole
  // Without an author a title says little.
  if (author === '' || first === undefined) return { workId: nameOf(hashOf(book.id)), keys: [] }
  // A subtitle is left out on one side only: two that differ are two works.
  const others = [...keyed('whole', starts), ...keyed('main', titles)]
  const known = [...whole, ...others]
    .values()
    .map(find)
    .find((work) => work !== undefined)
  return { workId: known ?? nameOf(first), keys: [...whole, ...keyed('main', starts)] }
}

const nameOf = (hash: number): string => `w${hash.toString(36)}`
