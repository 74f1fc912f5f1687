import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { fold } from '../../contract/fold.ts'
import { LIBRARY_MAX_COLUMNS, LIBRARY_MAX_ROWS } from '../../contract/uploads.ts'
import {
  authorsIn,
  positionsOf,
  rowOf,
  titleIn,
  type Positions,
  type ReaderField,
  type Row,
  type TableRow,
} from '../formats/table.ts'
import { isPlaceholder, plainText } from '../texts.ts'
import { isbn13sIn } from '../isbn.ts'
import { namesRange } from './sameBook.ts'

// What a table says of a reader's books.

/** A book of a library as its file has it. */
export interface LibraryRow {
  /** Without the series in brackets; empty where the row has an ISBN alone. */
  title: string
  series: { name: string; number?: number } | undefined
  authors: string[]
  /** With 13 digits. */
  isbns: string[]
  /** In stars of five; null where there is none. */
  rating: number | null
  isLoved: boolean
  isRead: boolean
}

/** A library as its file has it. */
export interface LibraryTable {
  /** Whose export it is; null for any other table. */
  program: string | null
  rows: LibraryRow[]
  /** Rows without title and ISBN. */
  unreadable: number
}

type LibraryFault =
  'libraryNoTable' | 'libraryTooLong' | 'libraryTooWide' | 'libraryTooSlow' | 'libraryEmpty'

/** A file that is no library; the message is for the reader. */
export class LibraryRejected extends Error {
  override name = 'LibraryRejected'
  /** Whether the file is no text at all, so that its type is wrong and not its content. */
  readonly isBinary: boolean

  constructor(reason: LibraryFault, isBinary = false) {
    super(ERROR_TEXTS[reason])
    this.isBinary = isBinary
  }
}

// Longer ones are reviews, which nobody reads here, or made to take long.
const CELL_MAX = 500

/** A row without what nobody reads. */
const shortened = (cells: readonly string[]): string[] =>
  cells.slice(0, LIBRARY_MAX_COLUMNS).map((cell) => cell.slice(0, CELL_MAX))

const READ = /^(?:already )?(?:read|lu|finished|completed|gelesen|leido|letto|lido)\b/
const UNREAD =
  /\b(?:to read|want to read|wish ?list|currently|reading|planned|in progress|stopped|abandoned|unfinished|did not finish|dnf|a lire|en cours|pense bete)\b/
const FAVORITES =
  /(?<!least |not )\b(?:fav(?:e|es|s|orites?|ourites?)?|favorit[aoi]s?|preferes?|coups? de c(?:o|oe)eur|loved)\b|^(?:the )?best\b(?! ?sell)/

const shelvesIn = ({ all }: TableRow<ReaderField>, field: ReaderField): string[] =>
  all(field).flatMap((cell) => cell.split(/[,;|\n]/).map((shelf) => fold(shelf)))

/** A number of stars; 0 is none. */
function ratingIn({ get }: TableRow<ReaderField>): number | null {
  const text = get('rating').trim()
  const rating = Number(text.replace(/^(\d+),(\d+)$/, '$1.$2'))
  return rating > 0 && rating <= 10 ? rating : null
}

function isReadIn(row: TableRow<ReaderField>, hasStatus: boolean): boolean {
  if (!hasStatus) return true
  const shelves = shelvesIn(row, 'status')
  if (shelves.some((shelf) => UNREAD.test(shelf))) return false
  if (shelves.some((shelf) => READ.test(shelf) || shelf === 'your library')) return true
  return ratingIn(row) !== null || row.get('finished') !== ''
}

const isLovedIn = (row: TableRow<ReaderField>): boolean =>
  shelvesIn(row, 'shelves').some((shelf) => FAVORITES.test(shelf)) ||
  /^(?:true|yes|1|x|oui|ja|si)$/.test(fold(row.get('favorite')))

/** A list of ISBNs has no header. @throws LibraryRejected where that is no list either */
function positionsOfList(rows: readonly (readonly string[])[]): Positions {
  const columns = rows
    .slice(0, 20)
    .map(shortened)
    .flatMap((cells) => cells.flatMap((cell, at) => (isbn13sIn(cell).length > 0 ? [at] : [])))
  const count = (column: number) => columns.filter((at) => at === column).length
  const [most] = columns.toSorted((one, other) => count(other) - count(one))
  if (most === undefined) throw new LibraryRejected('libraryNoTable')
  return new Map([['isbn', [most]]])
}

const has = (fields: Positions, field: string) => (fields.get(field) ?? []).length > 0

/**
 * Reads a table, its header first; after each row `pause` is awaited, where a server lets others in.
 *
 * @throws LibraryRejected where it has no books, too many, or is no table of books
 */
export async function readLibraryTable(
  table: readonly (readonly string[])[],
  pause: () => Promise<void> | void = () => undefined,
): Promise<LibraryTable> {
  const [header] = table
  if (!header) throw new LibraryRejected('libraryEmpty')
  if (header.length > LIBRARY_MAX_COLUMNS) throw new LibraryRejected('libraryTooWide')
  const headed = positionsOf(header, 'book').positions
  const isHeaded = has(headed, 'title') || has(headed, 'isbn')
  const positions = isHeaded ? headed : positionsOfList(table)
  const cells = table.slice(isHeaded ? 1 : 0)
  if (cells.length === 0) throw new LibraryRejected('libraryEmpty')
  if (cells.length > LIBRARY_MAX_ROWS) throw new LibraryRejected('libraryTooLong')
  const { program, positions: readerPositions } = positionsOf(header, 'reader')
  const rows: LibraryRow[] = []
  for (const whole of cells) {
    const row = shortened(whole)
    const book: Row = rowOf(row, positions)
    const reader = rowOf<ReaderField>(row, readerPositions)
    const { title: bare, series } = titleIn(book)
    const place = Number(series?.number?.trim() || Number.NaN)
    const title = namesRange(book.get('title')) ? book.get('title') : bare
    const subtitle = plainText(book.get('subtitle'))
    const isbns = book.all('isbn').flatMap(isbn13sIn)
    const main = plainText(title)
    if (fold(main) !== '' || isbns.length > 0) {
      rows.push({
        title: subtitle === '' || main.includes(subtitle) ? main : `${main}: ${subtitle}`,
        series: series?.name
          ? { name: series.name, ...(Number.isFinite(place) && { number: place }) }
          : undefined,
        authors: authorsIn(book).filter((name) => !isPlaceholder(name)),
        isbns: [...new Set(isbns)],
        rating: ratingIn(reader),
        isLoved: isLovedIn(reader),
        isRead: isReadIn(reader, has(readerPositions, 'status')),
      })
    }
    await pause()
  }
  const best = Math.max(...rows.map(({ rating }) => rating ?? 0))
  for (const row of rows) {
    if (row.rating !== null && best > 5) row.rating /= 2
    row.isLoved ||= (row.rating ?? 0) >= 4
  }
  return { program, rows, unreadable: cells.length - rows.length }
}
