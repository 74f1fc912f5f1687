import { isCategory } from '../../contract/categories.ts'
import { AUDIENCES } from '../../books/subjects.ts'
import type { BookFacts } from '../catalogue/bookFacts.ts'
import type { CatalogueFile } from '../catalogue/catalogueFile.ts'

// How many books are read at most: of each series, author, origin and interest, of how many.
export const OF_SERIES = 60
const OF_AUTHOR = 8
const OF_ORIGIN = 40
const OF_INTEREST = 40
const NAMES_MOST = 15
const INTERESTS_MOST = 5
const ORIGINS_MOST = 5

/** The most frequent of the values, at most so many. */
function mostFrequent<T>(values: readonly T[], most: number): T[] {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  const ordered = [...counts].toSorted(([, one], [, other]) => other - one)
  return ordered.slice(0, most).map(([value]) => value)
}

/**
 * Books that may be like `books`: of their series, by their authors; best known and open of what `kinds` are about.
 * @param ofSubject how many of each subject at most
 */
export function candidatesOf(
  catalogue: CatalogueFile,
  books: readonly BookFacts[],
  kinds: readonly BookFacts[],
  isOpen: (book: BookFacts) => boolean,
  ofSubject: number,
): BookFacts[] {
  const authors = books.map(({ author }) => author).filter((author) => author !== '')
  const series = books.flatMap((book) => book.series ?? [])
  const subjects = kinds.flatMap((book) => book.subjects.filter((name) => !AUDIENCES.has(name)))
  const origins = kinds.flatMap((book) => book.origins)
  const interests = kinds.flatMap((book) => book.interests)
  return [
    ...mostFrequent(series, NAMES_MOST).flatMap((name) =>
      catalogue.factsBySeries(name, 0, OF_SERIES).filter(isOpen).toArray(),
    ),
    ...mostFrequent(authors, NAMES_MOST).flatMap((key) =>
      catalogue.factsBy('author', key, OF_AUTHOR),
    ),
    ...mostFrequent(subjects, NAMES_MOST).flatMap((name) =>
      catalogue.factsBy('subject', name, ofSubject),
    ),
    ...mostFrequent(origins, ORIGINS_MOST).flatMap((name) =>
      catalogue.factsBy('origin', name, OF_ORIGIN),
    ),
    ...mostFrequent(interests, INTERESTS_MOST)
      .filter(isCategory)
      .flatMap((name) =>
        catalogue.bestOf(name).values().filter(isOpen).take(OF_INTEREST).toArray(),
      ),
  ]
}
