import type { Book, Recommendation } from '../contract/books.ts'
import { workIdOf } from '../contract/workId.ts'
import { isCategory } from '../contract/categories.ts'
import { fold } from '../contract/fold.ts'
import type { Marks } from '../contract/marks.ts'
import { AUTHOR_BOOKS_MAX, SHELF_LENGTH, SIMILAR_MAX } from '../contract/limits.ts'
import { begunIn, inReadingOrder, inTurns, isBeginning } from '../books/seriesOrder.ts'
import { onShelf, shelfPage } from '../books/shelf.ts'
import { popularityOf } from './db.ts'

/** A book stands on the shelves of so many of its interests. */
const SHELVES_MOST = 2
const AUTHOR_LIMIT = 2

const numberOf = ({ volumeInfo }: Book): number => volumeInfo.series?.number ?? 0

/** The first edition of each work. */
function works<T>(items: readonly T[], bookOf: (item: T) => Book): T[] {
  return [...Map.groupBy(items, (item) => workIdOf(bookOf(item))).values()].flatMap(
    ([first]) => first ?? [],
  )
}

/** What shelves are made of (books/shelf.ts, books/seriesOrder.ts). */
function shelfFacts(book: Book) {
  const { authors, series, categories, subjects = [] } = book.volumeInfo
  const author = authors[0] ?? ''
  const place = { series: series?.name ?? null, number: series?.number ?? null }
  return { book, author, ...place, interests: categories, subjects, popularity: popularityOf(book) }
}
type Facts = ReturnType<typeof shelfFacts>

/** Whether one can begin with a book of these. */
function beginningsIn(books: readonly Book[]) {
  const series = Map.groupBy(books, ({ volumeInfo }) => volumeInfo.series?.name)
  return (one: Facts): boolean => {
    const volumes = one.series === null ? [] : (series.get(one.series) ?? [])
    return isBeginning(
      one,
      volumes.toSorted((first, second) => numberOf(first) - numberOf(second)).map(shelfFacts),
    )
  }
}

/** At most so many by one author. */
function ofFewEach(items: readonly Recommendation[]): Recommendation[] {
  const byAuthor = Map.groupBy(items, ({ book }) => book.volumeInfo.authors[0] ?? book.id)
  const chosen = new Set([...byAuthor.values()].flatMap((all) => all.slice(0, AUTHOR_LIMIT)))
  return items.filter((item) => chosen.has(item))
}

/** A page of an interest's works: those of one hand, then of the others. */
export function shelfOf(books: readonly Book[], preference: string, startIndex: number): Book[] {
  if (!isCategory(preference)) return []
  const all = works(
    books.filter(({ volumeInfo }) =>
      volumeInfo.categories.slice(0, SHELVES_MOST).includes(preference),
    ),
    (book) => book,
  )
  const found = Map.groupBy(all.map(shelfFacts), beginningsIn(books))
  const beginnings = onShelf(found.get(true) ?? [], preference)
  return [...shelfPage(beginnings, preference, startIndex), ...(found.get(false) ?? [])]
    .slice(0, SHELF_LENGTH)
    .map(({ book }) => book)
}

/** What a reader says of books, the newest first. */
type Marked = Readonly<Record<'hearts' | keyof Marks, readonly Book[]>>

/** These without those and their other editions. */
function without(books: readonly Book[], known: readonly Book[]): Book[] {
  const left = new Set(known.map(workIdOf))
  return books.filter((book) => !left.has(workIdOf(book)))
}

/** Books by authors in turn, each author's in the order in which one goes on. */
export function booksByAuthors(
  books: readonly Book[],
  authors: readonly string[],
  { hearts, read, wantToRead, notForMe }: Marked,
): Book[] {
  const had = [...hearts, ...read]
  const open = without(books, had)
  const begun = begunIn(had.map(shelfFacts))
  const canBegin = beginningsIn(books)
  const lists = [...new Set(authors.map(fold))].map((name) => {
    const own = open.filter(({ volumeInfo }) => volumeInfo.authors.map(fold).includes(name))
    const left = new Set(without(own, [...wantToRead, ...notForMe]))
    return inReadingOrder(own.map(shelfFacts), begun, canBegin).filter(({ book }) => left.has(book))
  })
  const found = inTurns(lists).map(({ book }) => book)
  return works(found, (book) => book).slice(0, AUTHOR_BOOKS_MAX)
}

/** Books like another one, the next of its series first. Simpler than the server: no favorites of others count. */
function alike(books: readonly Book[], book: Book): Recommendation[] {
  const { authors, categories, series } = book.volumeInfo
  const others = books.filter((other) => workIdOf(other) !== workIdOf(book))
  const following = others
    .filter((other) => other.volumeInfo.series?.name === series?.name)
    .filter((other) => numberOf(other) > (series?.number ?? Infinity))
    .toSorted((one, other) => numberOf(one) - numberOf(other))
  const sharing = (field: 'authors' | 'categories', name: string, words: string) =>
    others
      .filter(({ volumeInfo }) => volumeInfo[field].includes(name))
      .map((other) => ({ book: other, reason: `${words} ${name}` }))
  const [volume] = following
  const next = volume ? [{ book: volume, reason: `Next in ${series?.name}` }] : []
  const like = [
    ...authors.flatMap((name) => sharing('authors', name, 'Also by')),
    ...categories.flatMap((name) => sharing('categories', name, 'More')),
  ].filter((item) => !volume || workIdOf(item.book) !== workIdOf(volume))
  return [...next, ...ofFewEach(works(like, (found) => found.book))]
}

/** What comes after a book. */
export const similarBooks = (books: readonly Book[], book: Book): Recommendation[] =>
  alike(books, book).slice(0, SIMILAR_MAX)

/** The numbered volumes of a book's series by its author, in their order. */
export function seriesVolumes(
  books: readonly Book[],
  { volumeInfo: { series, authors } }: Book,
): Book[] {
  const volumes = books.filter(
    ({ volumeInfo }) =>
      volumeInfo.series?.number !== undefined &&
      volumeInfo.series.name === series?.name &&
      volumeInfo.authors[0] === authors[0],
  )
  return volumes.toSorted((one, other) => numberOf(one) - numberOf(other))
}

/** 'Picked for You': of what is like the latest favorites and wishes, one of each after the other, what is like refused books last. */
export function booksForYou(books: readonly Book[], said: Marked): Recommendation[] {
  const { hearts, wantToRead, read, notForMe } = said
  const unlike = notForMe.flatMap((book) => similarBooks(books, book))
  const behind = new Set(unlike.map(({ book }) => workIdOf(book)))
  const taught = [
    ...hearts.map((book) => ({ book, words: 'Because you loved' })),
    ...wantToRead.map((book) => ({ book, words: 'Because you want to read' })),
  ]
  const open = without(books, read)
  const lists = taught.slice(0, SHELF_LENGTH).map(({ book: one, words }) => {
    const reason = `${words} ${one.volumeInfo.title}`
    return alike(open, one).map(({ book }) => ({ book, reason }))
  })
  const left = new Set(without(books, Object.values(said).flat()))
  const picked = works(inTurns(lists), ({ book }) => book).filter(({ book }) => left.has(book))
  const isBehind = Map.groupBy(picked, ({ book }) => behind.has(workIdOf(book)))
  const ordered = [...(isBehind.get(false) ?? []), ...(isBehind.get(true) ?? [])]
  return ofFewEach(ordered).slice(0, SHELF_LENGTH)
}
