import { fold } from '../../contract/fold.ts'
import type { LibraryBook, LibraryPreview, MissingBook } from '../../contract/library.ts'
import { isSameAuthor } from '../sameAuthor.ts'
import { authorKey, isStopWord, titleKeys } from '../words.ts'
import { workTitles, type Titled, type TitledBook } from '../workTitles.ts'
import type { LibraryRow, LibraryTable } from './libraryTable.ts'
import { areEditions, titleCloseness } from './sameBook.ts'

// Finds the books of a library in the catalogue.

/** What is looked up in a catalogue; each returns the most popular books first, but for `byWorkTitles`. */
export interface LibraryShelf {
  byIsbns(isbns: readonly string[]): readonly TitledBook[]
  /** The best-known edition of each work known by such texts (`workTitles`), in their order. */
  byWorkTitles(texts: readonly string[]): readonly TitledBook[]
  /** By keys of whole titles (`titleKeys`). */
  byTitles(keys: readonly string[]): readonly TitledBook[]
  /** By `authorKey`. */
  byAuthors(keys: readonly string[]): readonly TitledBook[]
}

/** So many names of a row are looked for: behind them are translators and illustrators. */
const NAMES_MOST = 3

/** A name as it is read, and as where its last word was written first: `Barrie James Matthew`. */
const ordersOf = (name: string): string[] => [name, name.replace(/^(\S+)\s+(.+)$/, '$2 $1')]

/** Whether a book is by one of these; one without authors, where the row names none: `Beowulf`. */
const isBy = (authors: readonly string[], { volumeInfo }: TitledBook): boolean =>
  authors.length === 0
    ? volumeInfo.authors.length === 0
    : volumeInfo.authors.some((name) => authors.some((author) => isSameAuthor(name, author)))

/** The closest of the candidates by the same author, the best known of those. */
function closest(
  row: Titled,
  authors: readonly string[],
  candidates: readonly TitledBook[],
): TitledBook | undefined {
  const close = candidates
    .filter((book) => isBy(authors, book))
    .map((book) => ({ book, closeness: titleCloseness(row, book.volumeInfo) }))
  const [best] = close.toSorted((one, other) => other.closeness - one.closeness)
  return best && best.closeness > 0 ? best.book : undefined
}

const wordsOf = (title: string): string[] =>
  fold(title)
    .split(' ')
    .filter((word) => !isStopWord(word))

/** Whether an ISBN can be right: numbers are mistyped, and publishers have used some twice. */
function canBe({ title, authors }: LibraryRow, book: TitledBook): boolean {
  const words = new Set(wordsOf(book.volumeInfo.title))
  return isBy(authors, book) || wordsOf(title).some((word) => words.has(word))
}

/** The book of the catalogue that a row means: by ISBN, by work, or by a close title of the same author. */
function findBook(row: LibraryRow, shelf: LibraryShelf): TitledBook | undefined {
  const byIsbn = row.isbns.length > 0 ? shelf.byIsbns(row.isbns) : []
  if (row.title === '') return byIsbn[0]
  const numbered = byIsbn.find((book) => canBe(row, book))
  if (numbered) return numbered
  const authors = row.authors.slice(0, NAMES_MOST)
  const { title, series } = row
  const titled: Titled = { title, authors, ...(series && { series }) }
  const names = authors.flatMap(ordersOf)
  const texts = names.map((name) => workTitles({ ...titled, authors: [name] }).finding)
  const byWork = shelf
    .byWorkTitles([...new Set(texts.flat())])
    .find(({ volumeInfo }) => areEditions(titled, volumeInfo))
  if (byWork) return byWork
  const keys = titleKeys(title).filter(({ kind }) => kind < 2)
  return (
    closest(titled, names, shelf.byTitles(keys.map(({ key }) => key))) ??
    closest(titled, names, shelf.byAuthors(names.map(authorKey)))
  )
}

/** What a reader has. */
export interface ReaderFavorites {
  /** The favorite edition of each favorite work. */
  byWork: ReadonlyMap<string, string>
  /** How many more there can be. */
  room: number
}

/** What of a library the catalogue has; after each row `pause` is awaited, where a server lets others in. */
export async function matchLibrary(
  { program, rows, unreadable }: LibraryTable,
  shelf: LibraryShelf,
  { byWork, room }: ReaderFavorites,
  pause: () => Promise<void> | void = () => undefined,
): Promise<LibraryPreview> {
  const found = new Map<string, LibraryBook>()
  const missing = new Map<string, MissingBook>()
  for (const row of rows) {
    const book = findBook(row, shelf)
    const [author = ''] = row.authors
    if (book) {
      const { workId = book.id, volumeInfo } = book
      const favorite = byWork.get(workId)
      const before = found.get(workId)
      found.set(workId, {
        id: favorite ?? before?.id ?? book.id,
        title: before?.title ?? volumeInfo.title,
        author: before?.author ?? volumeInfo.authors[0] ?? '',
        // Of several rows of a work the best rating counts.
        rating: Math.max(before?.rating ?? 0, row.rating ?? 0) || null,
        isLoved: row.isLoved || before?.isLoved === true,
        isRead: row.isRead || before?.isRead === true,
        isFavorite: favorite !== undefined,
      })
    } else {
      const [isbn = ''] = row.isbns
      const key = row.title === '' ? isbn : `${fold(row.title)} | ${fold(author)}`
      if (!missing.has(key)) missing.set(key, { title: row.title, author, isbn })
    }
    await pause()
  }
  return {
    program,
    rows: rows.length + unreadable,
    repeated: rows.length - found.size - missing.size,
    unreadable,
    found: [...found.values()].toSorted((one, other) => (other.rating ?? 0) - (one.rating ?? 0)),
    missing: [...missing.values()],
    room,
  }
}
