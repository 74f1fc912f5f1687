import { editDistance } from '../../../books/editDistance.ts'
import { titleKeysOf } from '../../../books/indexBook.ts'
import { subjectOf } from '../../../books/subjects.ts'
import { authorKey, isInterestWord, joined, parseQuery } from '../../../books/words.ts'
import type { CatalogueFile } from '../catalogueFile.ts'
import { matchAll } from '../lookUps/words.ts'
import { createSearch, volumesCalledSo } from './finders.ts'
import { BEGUN, findAll, NAMES } from './steps.ts'
import { authorCalled } from './wishes.ts'

/** A book that others are to be like. */
export interface Liked {
  id: string
  /** Its title, or its author where that was named. */
  name: string
  isAuthor: boolean
}

/** So many letters of a name may hold one slip. */
const LETTERS_OF_SLIP = 5

const firstOf = (ranks: Iterable<number>): number | undefined => Iterator.from(ranks).next().value

/** The name of an author, and the surname. */
const calledOf = (name: string): string[] => [
  authorKey(name),
  authorKey(name).split(' ').at(-1) ?? '',
]

/** The book, or the best-known one of the author, that is called so, `isWhole` only as it is typed; none of a topic. */
export function findLiked(
  catalogue: CatalogueFile,
  name: string,
  isWhole: boolean,
): Liked | undefined {
  const query = parseQuery(name)
  const { key, words } = query
  if (key === '') return undefined
  const search = createSearch(catalogue, query)
  const series = volumesCalledSo(catalogue, query)
  const called = firstOf(findAll(NAMES, search)) ?? (series.isWhole ? series.volumes[0] : undefined)
  const isTopic = subjectOf(key) !== undefined || words.every(isInterestWord)
  const most = Math.floor(key.length / LETTERS_OF_SLIP)
  const isClose = (other: string): boolean => editDistance(key, other, most) <= most
  const surname = called === undefined && !isTopic ? authorCalled(catalogue, key) : undefined
  const best =
    surname === undefined ? undefined : catalogue.ranksByAuthors([authorKey(surname)], 1)[0]
  const found = called ?? best ?? (isWhole || isTopic ? undefined : near())
  const [{ book } = {}] = found === undefined ? [] : catalogue.books([found])
  if (!book) return undefined
  if (surname !== undefined) return { id: book.id, name: surname, isAuthor: true }
  const author = book.volumeInfo.authors.find((one) => calledOf(one).some(isClose))
  const isAuthor = author !== undefined && !titleKeysOf(book).some((one) => isClose(one.key))
  return { id: book.id, name: isAuthor ? author : book.volumeInfo.title, isAuthor }

  /** What begins so, has all of several words in its title, or is called nearly so. */
  function near(): number | undefined {
    const match =
      words.length < 2 ? undefined : matchAll(words.map((word) => catalogue.match(word)))
    const corrections = search.corrections()
    const slipped = [...corrections.whole(1), ...corrections.find()].slice(0, 1)
    const isSlip = catalogue.books(slipped).some(({ book }) => {
      const names = [
        ...titleKeysOf(book).map((one) => one.key),
        ...book.volumeInfo.authors.flatMap(calledOf),
      ]
      return names.some(isClose)
    })
    return (
      firstOf(findAll([BEGUN], search)) ??
      catalogue.matching('title', match, 1)[0] ??
      // A space too many: `mocking bird`.
      (words.length > 1
        ? catalogue.matching('title', catalogue.match(joined(key)), 1)[0]
        : undefined) ??
      series.volumes[0] ??
      (isSlip ? slipped[0] : undefined)
    )
  }
}
