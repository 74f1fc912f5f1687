import { parse } from 'csv-parse/browser/esm/sync'
import type { Book } from '../contract/books.ts'
import { beginTable, csvOptions } from '../server/catalogue/import/table.ts'
import { indexBook } from '../server/catalogue/search/indexBook.ts'
import { workTitles } from '../server/catalogue/workTitles.ts'
import {
  LibraryRejected,
  readLibraryTable,
  type LibraryTable,
} from '../server/library/libraryTable.ts'
import type { LibraryShelf } from '../server/library/matchLibrary.ts'
import { Problem } from './problem.ts'

const CONTROLS = /(?![\t-\r])\p{Cc}/gu

function textOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function tableOf(bytes: Uint8Array): string[][] {
  const text = textOf(bytes)
  if ((text.match(CONTROLS) ?? []).length > text.length / 20) {
    throw new LibraryRejected('libraryNoTable', true)
  }
  const { rest, delimiter } = beginTable(text)
  try {
    return parse(rest, csvOptions(delimiter))
  } catch {
    throw new LibraryRejected('libraryNoTable')
  }
}

/**
 * Reads an exported library as the server does, but for rare encodings.
 * @throws Problem 400 or 415 `library_rejected`
 */
export async function readLibrary(bytes: Uint8Array): Promise<LibraryTable> {
  try {
    return await readLibraryTable(tableOf(bytes))
  } catch (error) {
    if (!(error instanceof LibraryRejected)) throw error
    throw new Problem(error.isBinary ? 415 : 400, 'library_rejected', error.message)
  }
}

/** What libraries are matched with: these books, the most popular first. */
export function shelfFor(books: readonly Book[]): LibraryShelf {
  const index = new Map<string, Book[]>()
  const note = (book: Book, kind: string, keys: readonly string[]) => {
    for (const key of new Set(keys)) {
      const noted = index.get(`${kind} ${key}`)
      if (noted) noted.push(book)
      else index.set(`${kind} ${key}`, [book])
    }
  }
  for (const book of books) {
    const { isbns, authors, titles } = indexBook(book)
    const whole = titles.filter(({ kind }) => kind < 2)
    note(book, 'isbn', isbns)
    note(book, 'author', authors)
    note(
      book,
      'title',
      whole.map(({ key }) => key),
    )
    note(book, 'work', workTitles(book.volumeInfo).keys)
  }
  const among = (kind: string) => (keys: readonly string[]) => [
    ...new Set(keys.flatMap((key) => index.get(`${kind} ${key}`) ?? [])),
  ]
  return {
    byIsbns: among('isbn'),
    byWorkTitles: among('work'),
    byTitles: among('title'),
    byAuthors: among('author'),
  }
}
