import { ERROR_TEXTS } from '../contract/errorTexts.ts'
import type { Book } from '../contract/books.ts'
import { createRowParser, TableFault } from '../books/formats/rows.ts'
import { indexBook } from '../books/indexBook.ts'
import { workTitles } from '../books/workTitles.ts'
import {
  LibraryRejected,
  readLibraryTable,
  refuseOtherFile,
  tableOfDownload,
  type LibraryTable,
} from '../books/library/libraryTable.ts'
import type { LibraryShelf } from '../books/library/matchLibrary.ts'
import { Problem } from './problem.ts'

const CONTROLS = /(?![\t-\r])\p{Cc}/gu

function tableOf(bytes: Uint8Array): string[][] {
  refuseOtherFile(String.fromCharCode(...bytes.subarray(0, 300)))
  const text = new TextDecoder().decode(bytes)
  if ((text.match(CONTROLS) ?? []).length > text.length / 20) {
    throw new LibraryRejected(ERROR_TEXTS.libraryNoTable, true)
  }
  return createRowParser()(tableOfDownload(text) ?? text, true)
}

/**
 * Reads an exported library as the server does, but in UTF-8 alone.
 * @throws Problem 400 or 415 `library_rejected`
 */
export async function readLibrary(bytes: Uint8Array): Promise<LibraryTable> {
  try {
    return await readLibraryTable(tableOf(bytes))
  } catch (error) {
    if (!(error instanceof LibraryRejected || error instanceof TableFault)) throw error
    const isBinary = error instanceof LibraryRejected && error.isBinary
    throw new Problem(isBinary ? 415 : 400, 'library_rejected', error)
  }
}

/** What libraries are matched with: these books, the most popular first. */
export function shelfFor(books: readonly Book[]): LibraryShelf {
  const indexed = books.map((book) => ({ book, ...indexBook(book) }))
  type Indexed = (typeof indexed)[number]
  const by = (keysOf: (item: Indexed) => readonly string[]) => {
    const pairs = indexed.flatMap((item) => keysOf(item).map((key) => ({ key, book: item.book })))
    const index = Map.groupBy(pairs, ({ key }) => key)
    return (keys: readonly string[]) => [
      ...new Set(keys.flatMap((key) => index.get(key)?.map(({ book }) => book) ?? [])),
    ]
  }
  return {
    byIds: (ids) => books.filter(({ id }) => ids.includes(id)),
    byIsbns: by(({ isbns }) => isbns),
    byWorkTitles: by(({ book }) => workTitles(book.volumeInfo).keys),
    // Whole titles, without initials.
    byTitles: by(({ titles }) => titles.filter(({ kind }) => kind < 2).map(({ key }) => key)),
    byAuthors: by(({ authors }) => authors),
  }
}
