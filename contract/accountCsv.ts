import type { KeptBook } from './account.ts'
import { LIBRARY_LISTS, type LibraryList } from './uploads.ts'

// A reader's books as a table that Goodreads, what reads its exports, and our own import take.

/** Who wrote such a table, as an import names it. */
export const OWN_PROGRAM = 'Catchword'

/** Goodreads' columns, then the id by which our own import finds the very book. */
const COLUMNS = (
  'Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,' +
  'Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,' +
  'Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies,Catchword Id'
).split(',')

/** The shelf of each list. A heart is no rating: it is a shelf beside `read`. */
export const BOOKSHELVES: Readonly<Record<LibraryList, string>> = {
  favorites: 'favorites',
  wantToRead: 'to-read',
  read: 'read',
  notForMe: 'not-for-me',
}

// What a spreadsheet takes for the start of a formula, in both widths.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * A field of a table in CSV. One that a spreadsheet would run as a formula gets an apostrophe in front, as
 * OWASP advises against CSV injection: titles, names and authors are other people's texts too.
 */
export function csvField(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const lineOf = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`

/** The lines of books in a list. */
export const booksCsv = (list: LibraryList, books: readonly KeptBook[]): string =>
  books
    .map(({ id, title, authors: [author = '', ...others], isbn, addedAt }) => {
      const fields: Readonly<Record<string, string>> = {
        Title: title,
        Author: author,
        'Additional Authors': others.join(', '),
        ISBN13: isbn,
        'Date Added': addedAt.slice(0, 10).replaceAll('-', '/'),
        Bookshelves: BOOKSHELVES[list],
        'Exclusive Shelf': BOOKSHELVES[list === 'favorites' ? 'read' : list],
        'Catchword Id': id,
      }
      return lineOf(COLUMNS.map((column) => fields[column] ?? ''))
    })
    .join('')

/**
 * The first line, which names the columns (RFC 4180: every field quoted, CRLF after every line), behind a byte order
 * mark, without which spreadsheets guess another encoding than UTF-8.
 */
export const CSV_HEADER = `\uFEFF${lineOf(COLUMNS)}`

/** All books of a reader as one table. */
export const accountCsv = (books: Readonly<Record<LibraryList, readonly KeptBook[]>>): string =>
  CSV_HEADER + LIBRARY_LISTS.map((list) => booksCsv(list, books[list])).join('')
