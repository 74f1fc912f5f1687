import type { Book } from '../../contract/books.ts'
import { placeOf, rank, worthOf } from '../catalogue/search/indexBook.ts'
import { readRecord } from './sql/books.ts'
import type { ImportCounts, StoredBook } from './store.ts'

// What a batch of an import does to the catalogue, the same on every engine.

/** A row of the books table. */
export interface BookRow {
  id: string
  pop: number
  source: string
  record: string
  picture: string | null
}

/** A book as it is to stand in the table. */
export interface RankedBook {
  pop: number
  book: Book
  /** The record, as JSON. */
  record: string
  picture: string | null
}

/** A book that stands in every index at this rank. */
export interface IndexedBook {
  pop: number
  book: Book
}

/** What a batch changes. */
interface BatchPlan {
  /** New and changed books, the best first. */
  write: RankedBook[]
  /** What stands in the indexes for those of them that are changed. */
  replaced: IndexedBook[]
  counts: ImportCounts
  /** The ids that came for the first time in this import. */
  fresh: string[]
  /** How many places of the source are taken afterwards. */
  places: number
}

/** What a batch finds: the source, the books of its ids that are there, and the ids that came before. */
interface BatchGround {
  source: string
  slot: number
  places: number
  known: ReadonlyMap<string, BookRow>
  seen: ReadonlySet<string>
}

/**
 * What to write for a batch. A book whose record, worth and picture are as they were is not touched; a
 * changed one keeps its place; one that comes twice in an import is taken where it came first; one that
 * another source holds stays with it.
 */
export function planBatch(books: readonly StoredBook[], ground: BatchGround): BatchPlan {
  const { source, slot, known, seen } = ground
  const counts: ImportCounts = { added: 0, changed: 0, unchanged: 0, repeated: 0, held: 0 }
  const write: RankedBook[] = []
  const replaced: IndexedBook[] = []
  const fresh = new Set<string>()
  let { places } = ground

  for (const { book, worth, picture = null } of books) {
    const { id } = book
    if (seen.has(id) || fresh.has(id)) {
      counts.repeated += 1
      continue
    }
    const row = known.get(id)
    if (row !== undefined && row.pop > 0 && row.source !== source) {
      counts.held += 1
      continue
    }
    fresh.add(id)
    const record = JSON.stringify(book)
    if (row === undefined || row.pop < 0) {
      counts.added += 1
      write.push({ pop: rank(worth, slot, places), book, record, picture })
      places += 1
      continue
    }
    const pop = rank(worth, slot, placeOf(row.pop))
    if (row.pop === pop && row.record === record && row.picture === picture) {
      counts.unchanged += 1
      continue
    }
    counts.changed += 1
    write.push({ pop, book, record, picture })
    replaced.push({ pop: row.pop, book: readRecord(row.record) })
  }
  write.sort((one, other) => one.pop - other.pop)
  return { write, replaced, counts, fresh: [...fresh], places }
}

/** A row as it was given. */
export function storedBook({ pop, source, record, picture }: BookRow): StoredBook {
  return {
    book: readRecord(record),
    worth: worthOf(pop),
    source,
    ...(picture !== null && { picture }),
  }
}
