import type { Book, Recommendation } from '../contract/books.ts'
import { SHELF_LENGTH, SIMILAR_MAX } from '../contract/limits.ts'

const SHELF_STEP = 6
const AUTHOR_LIMIT = 4
const AUTHOR_LIMIT_FOR_YOU = 2

const workOf = ({ id, workId = id }: Book): string => workId
const numberOf = ({ volumeInfo }: Book): number => volumeInfo.series?.number ?? 0

/** The first edition of each work. */
function works<T>(items: readonly T[], bookOf: (item: T) => Book): T[] {
  return [...Map.groupBy(items, (item) => workOf(bookOf(item))).values()].flatMap(
    ([first]) => first ?? [],
  )
}

/** A page of an interest's works, in the order given, wrapping past their end. */
export function shelfOf(books: readonly Book[], preference: string, startIndex: number): Book[] {
  const all = works(
    books.filter(({ volumeInfo }) => volumeInfo.categories.includes(preference)),
    (book) => book,
  )
  const start = all.length && (SHELF_STEP * Math.max(0, startIndex - 1)) % all.length
  return [...all.slice(start), ...all.slice(0, start)].slice(0, SHELF_LENGTH)
}

/** Books like another one, the next of its series first. Simpler than the server: no favorites of others count. */
function alike(books: readonly Book[], book: Book): Recommendation[] {
  const { authors, categories, series } = book.volumeInfo
  const others = books.filter((other) => workOf(other) !== workOf(book))
  const following = others
    .filter((other) => other.volumeInfo.series?.name === series?.name)
    .filter((other) => numberOf(other) > (series?.number ?? Infinity))
    .toSorted((one, other) => numberOf(one) - numberOf(other))
  const sharing = (field: 'authors' | 'categories', name: string, words: string) =>
    others
      .filter(({ volumeInfo }) => volumeInfo[field].includes(name))
      .map((other) => ({ book: other, reason: `${words} ${name}` }))
  return works(
    [
      ...following.slice(0, 1).map((next) => ({ book: next, reason: `Next in ${series?.name}` })),
      ...authors.flatMap((name) => sharing('authors', name, 'Also by').slice(0, AUTHOR_LIMIT)),
      ...categories.flatMap((name) => sharing('categories', name, 'More')),
    ],
    (found) => found.book,
  )
}

/** What comes after a book. */
export const similarBooks = (books: readonly Book[], book: Book): Recommendation[] =>
  alike(books, book).slice(0, SIMILAR_MAX)

/** 'Picked for You': of what is like the latest favorites, one of each after the other. */
export function booksForYou(books: readonly Book[], favorites: readonly Book[]): Recommendation[] {
  const favored = new Set(favorites.map(workOf))
  const found = favorites.slice(0, SHELF_LENGTH).flatMap((favorite) =>
    alike(books, favorite).map(({ book }, rank) => {
      return { rank, book, reason: `Because you loved ${favorite.volumeInfo.title}` }
    }),
  )
  const fresh = works(
    found.toSorted((one, other) => one.rank - other.rank),
    ({ book }) => book,
  ).filter(({ book }) => !favored.has(workOf(book)))
  const byAuthor = Map.groupBy(fresh, ({ book }) => book.volumeInfo.authors[0] ?? book.id)
  const picked = new Set(
    [...byAuthor.values()].flatMap((all) => all.slice(0, AUTHOR_LIMIT_FOR_YOU)),
  )
  return fresh
    .filter((item) => picked.has(item))
    .slice(0, SHELF_LENGTH)
    .map(({ book, reason }) => ({ book, reason }))
}
