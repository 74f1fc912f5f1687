import type { Book, Recommendation } from '../contract/books.ts'

const SHELF_SIZE = 24
const SHELF_STEP = 6
const SIMILAR_LIMIT = 12
const AUTHOR_LIMIT = 4
const AUTHOR_LIMIT_FOR_YOU = 2

const workOf = ({ id, workId = id }: Book): string => workId

/** The first edition of each work. */
function works<T>(items: readonly T[], bookOf: (item: T) => Book): T[] {
  const seen = new Set<string>()
  return items.filter((item) => seen.size !== seen.add(workOf(bookOf(item))).size)
}

/** A page of an interest's works, in the order given, wrapping past their end (decision 33). */
export function shelfOf(books: readonly Book[], preference: string, startIndex: number): Book[] {
  const all = works(
    books.filter(({ volumeInfo }) => volumeInfo.categories.includes(preference)),
    (book) => book,
  )
  const start = all.length && (SHELF_STEP * Math.max(0, startIndex - 1)) % all.length
  return [...all.slice(start), ...all.slice(0, start)].slice(0, SHELF_SIZE)
}

/** Whatever is like a book, the next of its series first. Simpler than the server: no hearts count. */
function alike(books: readonly Book[], book: Book): Recommendation[] {
  const { authors, categories, series } = book.volumeInfo
  const others = books.filter((other) => workOf(other) !== workOf(book))
  const sharing = (field: 'authors' | 'categories', name: string, words: string) =>
    others
      .filter(({ volumeInfo }) => volumeInfo[field].includes(name))
      .map((other) => ({ book: other, reason: `${words} ${name}` }))
  const place = (other: Book) =>
    other.volumeInfo.series?.name === series?.name ? (other.volumeInfo.series?.number ?? 0) : 0
  const following = others
    .filter((other) => place(other) > (series?.number ?? Infinity))
    .toSorted((one, other) => place(one) - place(other))
    .slice(0, 1)
  return works(
    [
      ...following.map((next) => ({ book: next, reason: `Next in ${series?.name}` })),
      ...authors.flatMap((name) => sharing('authors', name, 'Also by').slice(0, AUTHOR_LIMIT)),
      ...categories.flatMap((name) => sharing('categories', name, 'More')),
    ],
    (found) => found.book,
  )
}

/** What comes after a book (decision 54). */
export function similarBooks(books: readonly Book[], book: Book): Recommendation[] {
  return alike(books, book).slice(0, SIMILAR_LIMIT)
}

/** 'Picked for You': of what is like the latest favorites, of each in turn (decision 53). */
export function booksForYou(books: readonly Book[], favorites: readonly Book[]): Recommendation[] {
  const loved = new Set(favorites.map(workOf))
  const counts = new Map<string, number>()
  const found = favorites.slice(0, SHELF_SIZE).flatMap((favorite) =>
    alike(books, favorite).map(({ book }, rank) => ({
      rank,
      item: { book, reason: `Because you loved ${favorite.volumeInfo.title}` },
    })),
  )
  const inTurn = found.toSorted((one, other) => one.rank - other.rank).map(({ item }) => item)
  return works(inTurn, ({ book }) => book)
    .filter(({ book }) => {
      if (loved.has(workOf(book))) return false
      const [author = book.id] = book.volumeInfo.authors
      counts.set(author, (counts.get(author) ?? 0) + 1)
      return (counts.get(author) ?? 0) <= AUTHOR_LIMIT_FOR_YOU
    })
    .slice(0, SHELF_SIZE)
}
