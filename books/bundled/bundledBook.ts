import type { Book } from '../../contract/books.ts'
import type { BundledRecord } from './bundledRecord.ts'
import { coverLink } from '../coverLink.ts'
import { originsOf } from '../origins.ts'
import type { StoredBook } from '../storedBook.ts'

function toBook(record: BundledRecord): Book {
  const { id, gutenberg, isbn13, popularity: _, ...volumeInfo } = record
  const origins = originsOf(volumeInfo)
  return {
    id,
    volumeInfo: {
      ...volumeInfo,
      ...(origins.length > 0 && { origins }),
      language: 'en',
      imageLinks: { thumbnail: coverLink(id, volumeInfo) },
      industryIdentifiers: isbn13 ? [{ type: 'ISBN_13', identifier: isbn13 }] : undefined,
    },
    accessInfo: {
      pdf: { isAvailable: false },
      webReaderLink: gutenberg ? `https://www.gutenberg.org/ebooks/${gutenberg}` : undefined,
    },
    saleInfo: {},
  }
}

const yearOf = ({ book: { volumeInfo } }: StoredBook): number =>
  Number.parseInt(volumeInfo.publishedDate ?? '', 10)

/** The books of the bundled records, the most popular first, of equal ones the newest. */
export function bundledBooks(records: readonly BundledRecord[]): StoredBook[] {
  return records
    .map((record) => ({
      book: toBook(record),
      popularity: record.popularity,
      source: 'bundled',
    }))
    .toSorted(
      (one, other) =>
        other.popularity - one.popularity ||
        yearOf(other) - yearOf(one) ||
        (one.book.id < other.book.id ? -1 : 1),
    )
}
