import { CATEGORIES } from '../../../contract/categories.ts'
import { fold } from '../../../contract/fold.ts'
import { subjectOf } from '../../../books/subjects.ts'
import { categoryWords, isInterestWord } from '../../../books/words.ts'
import type { BookFacts } from '../bookFacts.ts'
import type { BookReader } from '../bookReader.ts'

// What readers ask for by topic: `dystopian`, `ww2 fiction`, `novels set in japan`.

/** How people ask: `books about chess`, `the best novels set in japan`, `first harry potter book`. */
const KIND = '(?:books?|novels?|stories|reads|fiction)'
const ASKED: readonly RegExp[] = [
  RegExp(
    String.raw`^(?:(?:a|the|some|good|great|best|top) )*${KIND} (?:about|on|set in|set during|with) (?:(?:a|an|the) )?(.+)$`,
  ),
  RegExp(String.raw`^(?:(?:the|first|1st|good|great|best|top) )+(.+?) ${KIND}$`),
  RegExp(String.raw`^(.+) (?:books|novels|reads)$`),
]

/** What is left of a folded query without the words around it; none where it has none. */
export const askedFor = (key: string): string | undefined =>
  ASKED.map((pattern) => pattern.exec(key)?.[1]).find((words) => words !== undefined)

/** The longest subject's name has so many words. */
const WORDS_MOST = 4
/** So many of the best-known books of a subject are looked at. */
const BOOKS_MOST = 400
/** A subject that comes one place later in a book's list weighs as if the book were so much less popular. */
const PLACE = 4
/** A topic of fewer books is none: the word is more likely one of a title. */
const LEAST = 3

/** The subject that some words name: of the vocabulary, or one that enough books have, such as a tag. */
function subjectNamed(reader: BookReader, words: string): string | undefined {
  const isUsed = (name: string): boolean => reader.factsBy('subject', name, LEAST).length === LEAST
  return subjectOf(words) ?? [words, words.replaceAll(' ', '-')].find(isUsed)
}

/** Subjects and words of interests, the whole of a query; none where it has any other word. */
function topicOf(
  reader: BookReader,
  key: string,
): { subjects: string[]; interestWords: string[] } | undefined {
  const words = key.split(' ')
  const subjects: string[] = []
  const interestWords: string[] = []
  let at = 0
  while (at < words.length) {
    const next = words.slice(at, at + WORDS_MOST)
    const [word = ''] = next
    const runs = next.map((_, less) => next.slice(0, next.length - less))
    const run = runs.find((names) => subjectNamed(reader, names.join(' ')) !== undefined)
    if (run !== undefined) subjects.push(subjectNamed(reader, run.join(' ')) ?? '')
    else if (isInterestWord(word)) interestWords.push(word)
    else return undefined
    at += run?.length ?? 1
  }
  return subjects.length === 0 ? undefined : { subjects: [...new Set(subjects)], interestWords }
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
export function ofTopic(reader: BookReader, key: string): number[] {
  const topic = topicOf(reader, key)
  const [first = '', ...others] = topic?.subjects ?? []
  if (!topic) return []
  const placeIn = (book: BookFacts): number =>
    topic.subjects.reduce((sum, subject) => sum + book.subjects.indexOf(subject), 0)
  const named = topic.interestWords.map(interestsNamed)
  const books = reader
    .factsBy('subject', first, BOOKS_MOST)
    .filter(({ subjects }) => others.every((subject) => subjects.includes(subject)))
    .filter(({ interests }) => named.every((any) => any.some((name) => interests.includes(name))))
  if (books.length < LEAST) return []
  return books
    .map((book) => ({ rank: book.rank, score: book.popularity - PLACE * placeIn(book) }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ rank }) => rank)
}
