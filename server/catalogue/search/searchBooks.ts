import type { Book, SearchResult } from '../../../contract/books.ts'
import { CATEGORIES } from '../../../contract/categories.ts'
import {
  anywhere,
  anywhereButOne,
  farBands,
  partBands,
  prefixBands,
  strongBands,
  titleBesideAuthor,
  volumesOf,
  wholeBands,
  wordBands,
  type Band,
} from './bands.ts'
import { matchAll, matchWord, SearchTooSlow, type BookReader } from '../bookReader.ts'
import { createCorrections, type Corrections } from './corrections.ts'
import { isMorePopular } from '../catalogueFile.ts'
import { categoryWords, indexWords, parseQuery, type SearchQuery } from '../../../books/words.ts'

// Fewer hits than this by title and author, and the query may be mistyped.
const FEW = 3
// Of so many more books found other editions may fall away.
const EDITIONS = 10

/** The words of the interests, which every category of a book is one of. */
const INTEREST_WORDS: ReadonlySet<string> = new Set(categoryWords(CATEGORIES))

/** A book as a list of search results has it. */
export function resultOf({ id, volumeInfo }: Book): SearchResult {
  const { title, language, authors, imageLinks } = volumeInfo
  return {
    id,
    volumeInfo: {
      title,
      ...(language && { language }),
      authors,
      ...(imageLinks && { imageLinks }),
    },
  }
}

/**
 * At most `limit` books for a query over title, authors, interests and description, the best first. From
 * `deadline` (`performance.now()`) on it looks up no more and ends with what it has.
 *
 * @throws SearchTooSlow where it has nothing by then
 */
export function searchBooks(
  reader: BookReader,
  text: string,
  limit: number,
  deadline = Infinity,
): SearchResult[] {
  const query = parseQuery(text)
  if (query.key === '') return []
  reader.begin(limit + EDITIONS, deadline)
  const found = new Set<number>()
  try {
    find(reader, query, found)
  } catch (error) {
    if (!(error instanceof SearchTooSlow) || found.size === 0) throw error
  }
  const books = reader.books([...found]).map(({ book }) => book)
  return editionsOnce(books, query).slice(0, limit).map(resultOf)
}

/** Of each work the edition whose title has most words of the query, in the place of the first. */
function editionsOnce(books: readonly Book[], { words }: SearchQuery): Book[] {
  const works = new Map<string, { book: Book; has: number }>()
  for (const book of books) {
    const { id, workId = id, volumeInfo } = book
    const title = new Set(indexWords(volumeInfo.title))
    const has = words.filter((word) => title.has(word)).length
    const other = works.get(workId)
    if (other === undefined || has > other.has) works.set(workId, { book, has })
  }
  return [...works.values()].map(({ book }) => book)
}

/** Looks up one band after another until enough ranks are `found` (docs/decisions/0019). */
function find(reader: BookReader, query: SearchQuery, found: Set<number>): void {
  const corrections = createCorrections(reader, query)
  const isFull = (): boolean => found.size >= reader.limit
  const add = (...bands: Band[]): void => {
    for (const band of bands) {
      if (isFull()) return
      for (const rank of band()) if (!isFull()) found.add(rank)
    }
  }

  const { key, words, inDigits, withoutSeries } = query
  const match = matchAll(words.map(matchWord))
  const isOfInterest = words.map((word) => INTEREST_WORDS.has(word))
  const interests = isOfInterest.every(Boolean) ? reader.matching('category', match) : []

  add(...wholeBands(reader, query))
  if (inDigits) add(...wholeBands(reader, inDigits))
  if (found.size === 0) add(() => titleBesideAuthor(reader, query))
  const isSure =
    addVolumes(reader, query, found) ||
    found.size > 0 ||
    reader.ranksByTitleStart(key, 1).length > 0
  if (inDigits) add(...strongBands(reader, inDigits))
  add(...strongBands(reader, query))
  if (found.size === 0 && withoutSeries) {
    add(...wholeBands(reader, withoutSeries), ...strongBands(reader, withoutSeries))
  }

  // What is only near the query: all where nothing is found, else what is far better known.
  const exact = [...found]
  const similar = new Set<number>()
  const addSimilar = (band: Band): void => {
    if (similar.size + exact.length >= reader.limit || !isMorePopular(reader.firstRank(), exact))
      return
    for (const rank of band()) if (isMorePopular(rank, exact)) similar.add(rank)
  }
  // A query that names an interest is no typo of a title.
  const mayBeTypo = (): boolean => interests.length === 0 && exact.length + similar.size < FEW
  if (mayBeTypo()) addSimilar(() => corrections.whole())
  prefixBands(reader, query).forEach(addSimilar)
  if (mayBeTypo()) addSimilar(() => corrections.find())
  found.clear()
  add(() => (isSure ? [...exact, ...similar] : [...similar, ...exact]))
  add(() => interests)
  // Without a word of an interest title and author have it all.
  if (isOfInterest.some(Boolean)) {
    const others = words.filter((_, at) => !isOfInterest[at]).join(' ')
    add(
      () => reader.matching('title series author category', match),
      () => reader.ranksByTitle(others, [0, 1]),
    )
  }
  add(() => anywhere(reader, query, found))

  if (found.size > 0 || (words.length > 1 && !isMostlyFound(reader, query, corrections))) return
  if (key.includes(' ')) {
    add(...partBands(reader, query, corrections))
    if (found.size === 0) add(() => anywhereButOne(reader, query))
    if (found.size < FEW) add(...wordBands(reader, query, corrections))
  }
  if (found.size === 0) add(...farBands(reader, query))
}

/**
 * Adds the books of a series that is called so; before what is far less known where that is its whole name,
 * and behind a title that begins so and is better known. Whether there are any.
 */
function addVolumes(reader: BookReader, query: SearchQuery, found: Set<number>): boolean {
  const { isWhole, volumes } = volumesOf(reader, query)
  const [best] = volumes.toSorted((one, other) => one - other)
  if (best === undefined) return false
  const before = [...found]
  const ahead = before.filter((rank) => !isWhole || !isMorePopular(best, [rank]))
  const begun = reader.ranksByTitleStart(`${query.key} `).filter((rank) => rank < best)
  found.clear()
  for (const rank of [...ahead, ...begun, ...volumes, ...before].slice(0, reader.limit))
    found.add(rank)
  return true
}

/** Whether no more than half of the words are nowhere, nor one edit away from any. */
function isMostlyFound(
  reader: BookReader,
  { words }: SearchQuery,
  corrections: Corrections,
): boolean {
  const choices = corrections.choices()
  const isFound = (word: string, at: number): boolean =>
    reader.booksWith(word) > 0 ||
    choices[at]?.some(({ edits }) => edits === 1) === true ||
    reader.matchingText(matchWord(word), 1).length > 0
  return words.filter(isFound).length * 2 >= words.length
}
