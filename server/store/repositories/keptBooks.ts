import { setImmediate as nextTick } from 'node:timers/promises'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Book } from '../../../contract/books.ts'
import type { CatalogueBook } from '../../../books/storedBook.ts'
import type { LibraryList } from '../../../contract/uploads.ts'
import { changeReader, isPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'

// Books that readers keep with their records, so that no change of the catalogue can lose them: hearts and marks.

/** The tables that have them; of a reader a book is in one of them at most. */
export const KEPT_TABLES = ['favorites', 'marks'] as const
type Table = (typeof KEPT_TABLES)[number]

/** How many kept books are read in one tick of the event loop: thousands would block everybody. */
const BOOKS_IN_ONE_TICK = 50

/** So many ids at a time as are read in one tick of the event loop. */
export const inPieces = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / BOOKS_IN_ONE_TICK) }, (_, at) =>
    ids.slice(at * BOOKS_IN_ONE_TICK, (at + 1) * BOOKS_IN_ONE_TICK),
  )

// Only `keptBook` writes records, so their shape is known.
export const parseKeptBook = (record: string): Book => JSON.parse(record)
export const readAuthors = (authors: string): string[] => JSON.parse(authors)

/** The ISBN with 13 digits; empty where there is none. */
function isbnIn(identifiers: string | null): string {
  const all: Book['volumeInfo']['industryIdentifiers'] = JSON.parse(identifiers ?? '[]')
  return all?.find(({ type }) => type === 'ISBN_13')?.identifier ?? ''
}

/** A field of the stored book, an array as JSON: the database finds it, since to parse whole records takes seconds. */
export const fieldOf = (
  db: Kysely<Tables>,
  field: 'title' | 'authors' | 'industryIdentifiers',
): RawBuilder<string> =>
  isPostgres(db)
    ? sql`record::json #>> ${sql.lit(`{volumeInfo,${field}}`)}`
    : sql`record ->> ${sql.lit(`$.volumeInfo.${field}`)}`

/** The row of a book that a reader keeps from `addedAt` on. */
export const keptBook = (userId: string, { book, picture }: CatalogueBook, addedAt: number) => ({
  userId,
  bookId: book.id,
  record: JSON.stringify(book),
  picture: picture ?? null,
  addedAt,
})

/** Adds rows of `keptBook` to a list, some in a place that they had there. */
export async function addToList(
  trx: Transaction<Tables>,
  list: LibraryList,
  rows: readonly (ReturnType<typeof keptBook> & { seq?: number })[],
): Promise<void> {
  if (list === 'favorites') await trx.insertInto('favorites').values(rows).execute()
  else {
    const marked = rows.map((row) => ({ ...row, mark: list }))
    await trx.insertInto('marks').values(marked).execute()
  }
}

/** Notes where a heart or mark was that has just ended. */
export async function noteEnded(
  db: Kysely<Tables>,
  ended: { userId: string; bookId: string; list: LibraryList; seq: number; addedAt: number },
): Promise<void> {
  const { userId, bookId, list, seq: place, addedAt } = ended
  const note = { list, place, addedAt, endedAt: Date.now() }
  await db
    .insertInto('endedBooks')
    .values({ userId, bookId, ...note })
    .onConflict((on) => on.columns(['userId', 'bookId']).doUpdateSet(note))
    .execute()
}

/** What a book had in a list that it has just left: its `seq` and time. */
export async function endedPlace(
  db: Kysely<Tables>,
  { userId, bookId, list }: { userId: string; bookId: string; list: LibraryList },
): Promise<{ seq: number; addedAt: number } | undefined> {
  const notes = db.selectFrom('endedBooks').select(['place as seq', 'addedAt'])
  const note = notes.where('userId', '=', userId).where('bookId', '=', bookId)
  return note.where('list', '=', list).executeTakeFirst()
}

/** The ids of one of the tables, newest first. */
export async function listIds(db: Kysely<Tables>, table: Table, userId: string): Promise<string[]> {
  const kept = db.selectFrom(table).select('bookId').where('userId', '=', userId)
  return (await kept.orderBy('seq', 'desc').execute()).map((row) => row.bookId)
}

/**
 * Removes the books of a table, or those that have this time. Each piece is a transaction of its own, since one of a
 * hundred megabytes holds everybody up; a process that dies leaves the rest, which may be removed again.
 */
export async function removeKept(
  db: Kysely<Tables>,
  table: Table,
  userId: string,
  addedAt?: number,
): Promise<void> {
  const all = db.selectFrom(table).select('bookId').where('userId', '=', userId)
  const rows = await (addedAt === undefined ? all : all.where('addedAt', '=', addedAt)).execute()
  for (const ids of inPieces(rows.map((row) => row.bookId))) {
    await changeReader(db, userId, async (trx) => {
      const books = trx.deleteFrom(table).where('userId', '=', userId).where('bookId', 'in', ids)
      await (addedAt === undefined ? books : books.where('addedAt', '=', addedAt)).execute()
    })
    await nextTick()
  }
}

/** Those of the books that a reader keeps, with a heart or a mark. */
function keptOf(db: Kysely<Tables>, userId: string, bookIds: readonly string[]) {
  const of = (table: Table) =>
    db
      .selectFrom(table)
      .select(['bookId', 'record', 'addedAt'])
      .where('userId', '=', userId)
      .where('bookId', 'in', bookIds)
  return db.selectFrom(of('favorites').unionAll(of('marks')).as('kept'))
}

export const createKeptBookRepository = (db: Kysely<Tables>) => ({
  /** Those of the books that a reader keeps, as they were added, in any order. */
  async records(userId: string, bookIds: readonly string[]): Promise<Book[]> {
    if (bookIds.length === 0) return []
    const rows = await keptOf(db, userId, bookIds).select('record').execute()
    return rows.map((row) => parseKeptBook(row.record))
  },

  /** What a reader is told of those of the books that have a heart or a mark, in the order of the ids. */
  async outlines(userId: string, bookIds: readonly string[]) {
    const rows = await keptOf(db, userId, bookIds)
      .select(['bookId as id', 'addedAt'])
      .select([fieldOf(db, 'title').as('title'), fieldOf(db, 'authors').as('authors')])
      .select(fieldOf(db, 'industryIdentifiers').as('identifiers'))
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const inOrder = bookIds.flatMap((id) => byId.get(id) ?? [])
    return inOrder.map(({ authors, identifiers, ...row }) => ({
      ...row,
      authors: readAuthors(authors),
      isbn: isbnIn(identifiers),
    }))
  },

  /** Forgets the places of what ended before a time. */
  async forgetEnded(before: number): Promise<void> {
    await db.deleteFrom('endedBooks').where('endedAt', '<', before).execute()
  },

  /** The record with which any reader favored the book last, or else marked it; `undefined` where nobody keeps it. */
  async recordOf(bookId: string): Promise<CatalogueBook | undefined> {
    for (const table of KEPT_TABLES) {
      const records = db.selectFrom(table).select(['record', 'picture'])
      const last = records.where('bookId', '=', bookId).orderBy('seq', 'desc').limit(1)
      const row = await last.executeTakeFirst()
      if (!row) continue
      const book = parseKeptBook(row.record)
      return row.picture === null ? { book } : { book, picture: row.picture }
    }
    return undefined
  },
})
