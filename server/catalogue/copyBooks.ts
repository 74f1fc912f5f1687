import type { Book } from '../../contract/books.ts'
import type { BookWriter } from './bookWriter.ts'
import { rank } from './search/indexBook.ts'

type Row = Readonly<Record<string, unknown>>

/** The rows of a query, by whatever engine. */
export type All = (sql: string, ...parameters: number[]) => Promise<readonly Row[]>

// How ranks were made until version 2: popularity up to 100 in thousandths, source, place in the source.
const OLD_POPULARITY_MAX = 100
const OLD_SLOTS = 2 ** 8
const OLD_PLACES = 2 ** 28

function rankOf(oldRank: number): number {
  const place = (oldRank - 1) % OLD_PLACES
  const before = Math.floor((oldRank - 1) / OLD_PLACES)
  const popularity = OLD_POPULARITY_MAX - Math.floor(before / OLD_SLOTS) / 1000
  return rank(popularity, before % OLD_SLOTS, place)
}

// Ranks below zero: removed books, which favorites now carry themselves.
const page = (after: string): string =>
  `SELECT pop, source, record, picture FROM books WHERE pop > ${after} ORDER BY pop LIMIT 1000`

/** Copies the books of a catalogue as it was until version 2; `parameter` is how its engine writes one. */
export async function copyBooks(all: All, parameter: string, writer: BookWriter): Promise<void> {
  for (const { source, slot, places } of await all(
    'SELECT source, slot, places FROM book_sources',
  )) {
    writer.addSource(String(source), { slot: Number(slot), places: Number(places) })
  }
  for (let after = 0; ;) {
    const rows = await all(page(parameter), after)
    if (rows.length === 0) return
    for (const { pop, source, record, picture } of rows) {
      const book: Book = JSON.parse(String(record))
      const stored = { book, source: String(source) }
      after = Number(pop)
      writer.addRanked(rankOf(after), typeof picture === 'string' ? { ...stored, picture } : stored)
    }
  }
}
