import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { AccountExport } from '../../contract/account.ts'
import { ERROR_TEXTS, SentenceError, type ErrorSentence } from '../../contract/errorTexts.ts'
import { fold } from '../../contract/fold.ts'
import { accountCsv, BOOKSHELVES, OWN_PROGRAM } from '../../contract/accountCsv.ts'
import type { LibraryNote } from '../../contract/library.ts'
import { LIBRARY_MAX_COLUMNS, LIBRARY_MAX_ROWS } from '../../contract/uploads.ts'
import { otherFileIn } from '../formats/otherFiles.ts'
import {
  authorsIn,
  isNoBook,
  positionsOf,
  PROGRAMS,
  rowOf,
  titleIn,
  type Positions,
  type ReaderField,
  type Row,
  type TableRow,
} from '../formats/table.ts'
import { anyFolded, isPlaceholder, plainText } from '../texts.ts'
import { isbn13sIn } from '../isbn.ts'
import { scoreIn, starsOf, type Score } from '../ratings.ts'
import { placeIn, splitSeries, withArticleFirst } from '../titles.ts'
import { mendTable } from './mendTable.ts'
import { namesRange } from './sameBook.ts'
import words from './statusWords.json' with { type: 'json' }

// What a table says of a reader's books.

/** A book of a library as its file has it. */
export interface LibraryRow {
  /** The book's id, in our own exports. */
  id?: string
  /** Without the series in brackets; empty where the row has an ISBN alone. */
  title: string
  /** In the book's own language, where a column has it. */
  originalTitle?: string
  series: { name: string; number?: number } | undefined
  authors: string[]
  /** With 13 digits. */
  isbns: string[]
  /** In stars of five; null where there is none. */
  rating: number | null
  /** On a shelf of favorites, or rated four or five. */
  isLoved: boolean
  /** `null` where it was begun or given up, or nothing says more. */
  status: Status | null
}

/** What a reader says of a book beside its rating; of several rows of a book the first of these counts. */
export const STATUSES = ['refused', 'read', 'wanted'] as const
type Status = (typeof STATUSES)[number]

/** A library as its file has it. */
export interface LibraryTable {
  /** Whose export it is; null for any other table. */
  program: string | null
  rows: LibraryRow[]
  /** Rows without title and ISBN. */
  unreadable: number
  /** Ratings that nobody understands, such as `A+`. */
  unreadRatings: number
  /** Rows that are no books but articles, films or the like. */
  otherMedia: number
  notes: LibraryNote[]
}

/** A file that is no library; the message is for the reader. */
export class LibraryRejected extends SentenceError {
  override name = 'LibraryRejected'
  /** Whether the file is no text at all, so that its type is wrong and not its content. */
  readonly isBinary: boolean

  constructor(sentence: ErrorSentence, isBinary = false) {
    super(sentence)
    this.isBinary = isBinary
  }
}

/** @throws LibraryRejected for a workbook or an archive. @param start as `otherFileIn` takes it */
export function refuseOtherFile(start: string): void {
  const text = otherFileIn(start)
  if (text !== undefined) throw new LibraryRejected(text, true)
}

const OwnDownload = Type.Object({
  exportedAt: AccountExport.properties.exportedAt,
  favoriteBooks: AccountExport.properties.favoriteBooks,
  ...Type.Partial(Type.Pick(AccountExport, ['wantToRead', 'read', 'notForMe'])).properties,
})

/** The books of our own download of an account as the table that it also comes as; `undefined` for any other text. */
export function tableOfDownload(text: string): string | undefined {
  if (!/^\uFEFF?\s*\{/.test(text)) return undefined
  try {
    const account: unknown = JSON.parse(text.replace('\uFEFF', ''))
    if (!Check(OwnDownload, account)) return undefined
    const { favoriteBooks: favorites, wantToRead = [], read = [], notForMe = [] } = account
    return accountCsv({ favorites, wantToRead, read, notForMe }).slice('\uFEFF'.length)
  } catch {
    return undefined
  }
}

// Longer ones are reviews, which nobody reads here, or made to take long: shelves, and what says which book it is.
const CELL_MAX = 500
const BOOK_CELL_MAX = 300
// In so many pieces a letter comes apart when texts are compared, but for a few signs that have eighteen.
const PIECES_MAX = 4

/** A row without what nobody reads. */
const shortened = (cells: readonly string[], most: number): string[] =>
  cells.slice(0, LIBRARY_MAX_COLUMNS).map((cell) => {
    const start = cell.slice(0, most)
    return start.normalize('NFKD').length > PIECES_MAX * most ? '' : start
  })

// Of letters, not \b, which knows Latin ones alone.
const END = String.raw`(?!\p{L})`
const listed = (kind: keyof typeof words.English): string =>
  anyFolded(Object.values(words).flatMap((lists) => lists[kind]))
const READ = new RegExp(`^${listed('read')}${END}`, 'u')
const WANTED = new RegExp(String.raw`(?<!\p{L})${listed('wanted')}${END}`, 'u')
const UNREAD = new RegExp(String.raw`(?<!\p{L})${listed('unread')}${END}`, 'u')
// As our own exports have it.
const REFUSED = new RegExp(`^${fold(BOOKSHELVES.notForMe)}$`)
const YES = new RegExp(`^${listed('yes')}$`, 'u')
// Alone, or before what is denied: `nie przeczytane`.
const NO = new RegExp(`^${listed('no')}(?: |$)`, 'u')
const FAVORITES = new RegExp(String.raw`(?<!least |not |\p{L})${listed('favorite')}${END}`, 'u')

/** Signs in tables of yes and no. */
const spelledOut = (cell: string): string =>
  cell.replace(/^\s*[✓✔☑✅○◯]/u, 'yes ').replace(/^\s*[✗✘❌×]/u, 'no ')

const shelvesIn = ({ all }: TableRow<ReaderField>, field: ReaderField): string[] =>
  all(field).flatMap((cell) =>
    spelledOut(cell)
      .split(/[,;|،؛、，；\n]/)
      .map(fold),
  )

/** How much of a text such words are: `vil lese` is more than its last word, `estou a ler` more than `a ler`. */
const lengthOf = (listedWords: RegExp, text: string): number =>
  listedWords.exec(text)?.[0].length ?? 0
const isWanted = (text: string) => lengthOf(WANTED, text) > lengthOf(UNREAD, text)
const isUnread = (text: string) => NO.test(text) || (UNREAD.test(text) && !isWanted(text))

function statusIn(row: TableRow<ReaderField>, score: Score, hasStatus: boolean): Status | null {
  if (!hasStatus) return 'read'
  const texts = [...shelvesIn(row, 'status'), ...shelvesIn(row, 'done')]
  if (texts.some((text) => REFUSED.test(text))) return 'refused'
  // What was given up was known well enough to be rated.
  if (texts.some(isUnread)) return score.value > 0 ? 'read' : null
  if (texts.some(isWanted)) return 'wanted'
  const done = [...row.all('percent'), ...row.all('status')]
  const isRead =
    texts.some((text) => READ.test(text) || YES.test(text)) ||
    done.some((cell) => /^\s*100(?:[.,]0+)?\s*%?\s*$/.test(cell)) ||
    /\d/.test(row.get('finished')) ||
    /\d{4}/.test(row.get('done'))
  return isRead || score.value > 0 ? 'read' : null
}

const isLovedIn = (row: TableRow<ReaderField>): boolean =>
  shelvesIn(row, 'shelves').some((shelf) => FAVORITES.test(shelf)) ||
  YES.test(fold(spelledOut(row.get('favorite'))))

/** The header of a table whose first row was lost, where its cells are those of a program's columns. */
function lostHeader(table: readonly (readonly string[])[]): string[] | undefined {
  const rows = table.slice(0, 20).map((cells) => shortened(cells, BOOK_CELL_MAX))
  const headers = Object.values(PROGRAMS).map(({ order = '' }) => order.split(','))
  return headers.find((header) => {
    const cellsOf = (kind: 'book' | 'reader', field: string) =>
      rows.flatMap((row) => rowOf(row, positionsOf(header, kind).positions).all(field))
    const texts = cellsOf('reader', 'status').map(fold)
    return (
      texts.some((text) => [READ, WANTED, UNREAD].some((words) => words.test(text))) &&
      // Goodreads writes so where it has none.
      cellsOf('book', 'isbn').some((cell) => cell === '=""' || isbn13sIn(cell).length > 0)
    )
  })
}

/** A list of ISBNs has no header. @throws LibraryRejected where that is no list either */
function positionsOfList(rows: readonly (readonly string[])[], isList: boolean): Positions {
  const columns = rows
    .slice(0, 20)
    .map((cells) => shortened(cells, BOOK_CELL_MAX))
    .flatMap((cells) => cells.flatMap((cell, at) => (isbn13sIn(cell).length > 0 ? [at] : [])))
  const count = (column: number) => columns.filter((at) => at === column).length
  const [most] = columns.toSorted((one, other) => count(other) - count(one))
  if (most === undefined)
    throw new LibraryRejected(isList ? ERROR_TEXTS.libraryNoTable : ERROR_TEXTS.libraryNoTitle)
  return new Map([['isbn', [most]]])
}

const has = (fields: Positions, field: string) => (fields.get(field) ?? []).length > 0

/**
 * Reads a table, its header first; before each row `pause` is awaited, where a server lets others in.
 *
 * @throws LibraryRejected where it has no books, too many, or is no table of books
 */
export async function readLibraryTable(
  table: readonly string[][],
  pause: () => Promise<void> | void = () => undefined,
): Promise<LibraryTable> {
  const notes: LibraryNote[] = (await mendTable(table, pause)) ? ['mended'] : []
  const [first] = table
  if (!first) throw new LibraryRejected(ERROR_TEXTS.libraryEmpty)
  if (first.length > LIBRARY_MAX_COLUMNS) throw new LibraryRejected(ERROR_TEXTS.libraryTooWide)
  const headed = positionsOf(first, 'book').positions
  const isHeaded = has(headed, 'title') || has(headed, 'isbn')
  const lost = isHeaded ? undefined : lostHeader(table)
  const header = lost ?? first
  const fields = lost ? positionsOf(lost, 'book').positions : headed
  const isList = first.filter((cell) => cell.trim() !== '').length < 2
  const positions = isHeaded || lost ? fields : positionsOfList(table, isList)
  if (!isHeaded && !isList) notes.push(lost ? 'noHeader' : 'isbnsAlone')
  const cells = table.slice(isHeaded ? 1 : 0)
  if (cells.length === 0) throw new LibraryRejected(ERROR_TEXTS.libraryEmpty)
  if (cells.length > LIBRARY_MAX_ROWS) throw new LibraryRejected(ERROR_TEXTS.libraryTooLong)
  const { program, positions: readerPositions } = positionsOf(header, 'reader')
  const hasStatus = ['status', 'done', 'percent'].some((field) => has(readerPositions, field))
  const rows: LibraryRow[] = []
  const scores: Score[] = []
  let otherMedia = 0
  for (const whole of cells) {
    await pause()
    const book: Row = rowOf(shortened(whole, BOOK_CELL_MAX), positions)
    const authors = authorsIn(book).filter((name) => !isPlaceholder(name))
    // The first row compiles the rules, too.
    await pause()
    if (isNoBook(book)) {
      otherMedia += 1
      continue
    }
    const reader = rowOf<ReaderField>(shortened(whole, CELL_MAX), readerPositions)
    const score = scoreIn(reader.get('rating'))
    const { title: bare, series } = titleIn(book)
    const place = placeIn(series?.number ?? '')
    const title = namesRange(book.get('title')) ? book.get('title') : bare
    const behind = plainText(book.get('subtitle'))
    // `Dune`, with the subtitle `Book 1` beside its series.
    const subtitle = series && placeIn(behind) !== undefined ? '' : behind
    const isbns = book.all('isbn').flatMap(isbn13sIn)
    const main = withArticleFirst(plainText(title))
    const original = withArticleFirst(splitSeries(plainText(book.get('originalTitle'))).title)
    if (fold(main) !== '' || isbns.length > 0) {
      rows.push({
        ...(program === OWN_PROGRAM && { id: book.get('id') }),
        title: subtitle === '' || main.includes(subtitle) ? main : `${main}: ${subtitle}`,
        ...(original !== '' && original !== main && { originalTitle: original }),
        series: series?.name
          ? { name: series.name, ...(place !== undefined && { number: place }) }
          : undefined,
        authors,
        isbns: [...new Set(isbns)],
        rating: null,
        isLoved: isLovedIn(reader),
        status: statusIn(reader, score, hasStatus),
      })
      scores.push(score)
    }
  }
  const [rated = -1] = readerPositions.get('rating') ?? []
  const stars = starsOf(scores, header[rated] ?? '', program !== null)
  for (const [at, row] of rows.entries()) {
    row.rating = stars[at] || null
    row.isLoved ||= (row.rating ?? 0) >= 4
  }
  const unreadRatings = stars.filter((value) => Number.isNaN(value)).length
  const unreadable = cells.length - rows.length - otherMedia
  return { program, rows, unreadable, unreadRatings, otherMedia, notes }
}
