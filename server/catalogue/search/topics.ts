import { CATEGORIES } from '../../../contract/categories.ts'
import { fold } from '../../../contract/fold.ts'
import { originsCalled, originsNamed } from '../../../books/origins.ts'
import { subjectOf } from '../../../books/subjects.ts'
import { beginningsOf, categoryWords, isInterestWord } from '../../../books/words.ts'
import type { BookFacts } from '../bookFacts.ts'
import type { CatalogueFile } from '../catalogueFile.ts'

// What readers ask for by topic: `dystopian`, `ww2 fiction`, `novels set in japan`, `japanese novels`.

/** What stands around a topic or a name: `books about chess`, `the best novels set in japan`, `first harry potter book`. */
const KIND = '(?:books?|novels?|stories|reads|fiction)'
const AROUND: readonly RegExp[] = [
  RegExp(
    String.raw`^(?:(?:a|the|some|good|great|best|top) )*${KIND} (?:about|on|set in|set during|with) (?:(?:a|an|the) )?(.+)$`,
  ),
  RegExp(String.raw`^(?:(?:the|first|1st|good|great|best|top) )+(.+?) ${KIND}$`),
  RegExp(String.raw`^(.+) (?:books|novels|reads)$`),
]

/** What is left of a folded query without the words around it; none where it has none. */
export const askedFor = (key: string): string | undefined =>
  AROUND.map((pattern) => pattern.exec(key)?.[1]).find((words) => words !== undefined)

/** The longest subject's name has so many words. */
const WORDS_MOST = 4
/** So many of the best-known books of a subject are looked at. */
const BOOKS_MOST = 400
/** A subject that comes one place later in a book's list weighs as if the book were so much less popular. */
const PLACE = 4
/** A topic of fewer books is none: the word is more likely one of a title. */
const LEAST = 3

/** The subject that some words name: of the vocabulary, or one that enough books have, such as a tag. */
function subjectNamed(catalogue: CatalogueFile, words: string): string | undefined {
  const isUsed = (name: string): boolean =>
    catalogue.factsBy('subject', name, LEAST).length === LEAST
  return subjectOf(words) ?? [words, words.replaceAll(' ', '-')].find(isUsed)
}

/** Words beside a literature that say nothing more: `books by japanese authors`, `russian literature`. */
const OF_LITERATURE = /^(?:books?|novels?|authors?|writers?|novelists?|literature|works|by)$/

/** The origins that some words name: `japanese`, `from japan`. */
const originsIn = (words: string): readonly string[] =>
  words.startsWith('from ') ? originsNamed(words.slice(5)) : originsCalled(words)

/** What a whole query names; each of `origins` is a list of which a book has one. */
interface Topic {
  subjects: string[]
  origins: (readonly string[])[]
  interestWords: string[]
}

/** What a query is made of; none where it has any other word. `japanese` is an origin before it is a place. */
function topicOf(catalogue: CatalogueFile, key: string, hasOrigins: boolean): Topic | undefined {
  const words = key.split(' ')
  const topic: Topic = { subjects: [], origins: [], interestWords: [] }
  let at = 0
  while (at < words.length) {
    const next = words.slice(at, at + WORDS_MOST)
    const [word = ''] = next
    const runs = beginningsOf(next)
    const origin = hasOrigins ? runs.find((names) => originsIn(names).length > 0) : undefined
    const isKind = hasOrigins && OF_LITERATURE.test(word)
    const subject = isKind
      ? undefined
      : runs.find((names) => subjectNamed(catalogue, names) !== undefined)
    const isOrigin = origin !== undefined && origin.length >= (subject?.length ?? 0)
    if (isOrigin) topic.origins.push(originsIn(origin))
    else if (subject !== undefined) topic.subjects.push(subjectNamed(catalogue, subject) ?? '')
    else if (isInterestWord(word)) topic.interestWords.push(word)
    else if (!isKind) return undefined
    const run = isOrigin ? origin : subject
    at += run?.split(' ').length ?? 1
  }
  const isOne = hasOrigins ? topic.origins.length > 0 : topic.subjects.length > 0
  return isOne ? topic : undefined
}

/** Whether it is rather a topic than the beginning of a title, as another name in one word may be: `kidnap`. */
export const namesTopic = (key: string): boolean =>
  key.includes(' ') || fold(subjectOf(key) ?? '') === key

/** The interests that a word names; fiction is no part of Non-Fiction. */
const interestsNamed = (word: string): readonly string[] =>
  CATEGORIES.filter(
    (name) =>
      categoryWords([name]).includes(word) && !(name === 'Non-Fiction' && word === 'fiction'),
  )

/** The ranks of the books of a topic, those first that are most about it and best known; none of anything else. */
export function ofTopic(catalogue: CatalogueFile, key: string): number[] {
  const ofOrigin = booksOf(catalogue, topicOf(catalogue, key, true))
  return ofOrigin.length > 0 ? ofOrigin : booksOf(catalogue, topicOf(catalogue, key, false))
}

function booksOf(catalogue: CatalogueFile, topic: Topic | undefined): number[] {
  if (!topic) return []
  const [subject] = topic.subjects
  const [origins = []] = topic.origins
  const placeIn = (book: BookFacts): number =>
    topic.subjects.reduce((sum, name) => sum + book.subjects.indexOf(name), 0)
  const anyOf = [...topic.origins, ...topic.interestWords.map(interestsNamed)]
  const read = [
    ...(subject === undefined ? [] : catalogue.factsBy('subject', subject, BOOKS_MOST)),
    ...origins.flatMap((origin) => catalogue.factsBy('origin', origin, BOOKS_MOST)),
  ]
  const books = [...new Map(read.map((book) => [book.rank, book])).values()]
    .filter(({ subjects }) => topic.subjects.every((name) => subjects.includes(name)))
    .filter(({ origins, interests }) =>
      anyOf.every((any) => any.some((name) => origins.includes(name) || interests.includes(name))),
    )
  if (books.length < LEAST) return []
  return books
    .map((book) => ({ rank: book.rank, score: book.popularity - PLACE * placeIn(book) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ rank }) => rank)
}
