import { sql, type Transaction } from 'kysely'
import {
  indexBook,
  indexBookWords,
  SLOTS,
  TermChanges,
  type BookIndex,
} from '../../catalogue/search/indexBook.ts'
import type { BookRow, IndexedBook, RankedBook } from '../bookImport.ts'
import type { Tables } from '../sql/tables.ts'

// Writes books and all that finds them, inside of a transaction that holds the lock of the catalogue.

type Trx = Transaction<Tables>

// Each batch is one statement with a handful of arrays.
const BATCH = 1000

/** Words as a tsvector. */
const vector = (words: readonly string[]): string =>
  [...new Set(words)].map((word) => `'${word}'`).join(' ')

/** The words of title, authors and interests as a tsvector. */
export const wordVector = (index: BookIndex): string =>
  vector([...index.titleWords, ...index.authorWords, ...index.categoryWords])

/** All words of a book as a tsvector. */
export const textVector = (index: BookIndex): string => vector(index.textWords)

function* batches<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/**
 * Where a source's books stand; a new source gets the next slot.
 *
 * @throws RangeError where there are too many sources
 */
export async function sourceOf(
  trx: Trx,
  source: string,
): Promise<{ slot: number; places: number }> {
  const known = await trx
    .selectFrom('book_sources')
    .select(['slot', 'places'])
    .where('source', '=', source)
    .executeTakeFirst()
  if (known) return known
  const { slot } = await trx
    .selectFrom('book_sources')
    .select(sql<number>`coalesce(max(slot) + 1, 0)`.as('slot'))
    .executeTakeFirstOrThrow()
  if (slot >= SLOTS) throw new RangeError(`A catalogue has at most ${SLOTS} sources`)
  await trx.insertInto('book_sources').values({ source, slot, fingerprint: '' }).execute()
  return { slot, places: 0 }
}

export async function setPlaces(trx: Trx, source: string, places: number): Promise<void> {
  await trx.updateTable('book_sources').set({ places }).where('source', '=', source).execute()
}

/** The rows of the books with these ids. */
export async function rowsOf(trx: Trx, ids: readonly string[]): Promise<Map<string, BookRow>> {
  const { rows } = await sql<BookRow>`
    SELECT id, pop, source, record, picture FROM books WHERE id = ANY(${[...ids]}::text[])
  `.execute(trx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Takes books out of every index; their rows stay. */
export async function unindex(
  trx: Trx,
  books: readonly IndexedBook[],
  changes: TermChanges,
): Promise<void> {
  if (books.length === 0) return
  const pops = books.map(({ pop }) => pop)
  for (const table of [
    'book_categories',
    'book_authors',
    'book_isbns',
    'book_titles',
    'book_words',
    'book_text',
  ]) {
    await sql`DELETE FROM ${sql.table(table)} WHERE pop = ANY(${pops}::bigint[])`.execute(trx)
  }
  for (const { book } of books) changes.add(indexBookWords(book), -1)
}

/** Writes rows and indexes. A row whose id is there takes the new rank. */
export async function write(
  trx: Trx,
  source: string,
  books: readonly RankedBook[],
  changes: TermChanges,
): Promise<void> {
  for (const some of batches(books, BATCH)) {
    await sql`
      INSERT INTO books (id, pop, source, record, picture)
      SELECT id, pop, ${source}, record, picture
      FROM unnest(
        ${some.map(({ book }) => book.id)}::text[],
        ${some.map(({ pop }) => pop)}::bigint[],
        ${some.map(({ record }) => record)}::text[],
        ${some.map(({ picture }) => picture)}::text[]
      ) AS given (id, pop, record, picture)
      ON CONFLICT (id) DO UPDATE SET pop = excluded.pop, source = excluded.source,
        record = excluded.record, picture = excluded.picture
    `.execute(trx)
    const indexed = some.map(({ book, pop }) => ({ pop, index: indexBook(book) }))
    await insertIndex(trx, indexed)
    for (const { index } of indexed) changes.add(index, 1)
  }
}

async function insertIndex(
  trx: Trx,
  books: readonly { pop: number; index: BookIndex }[],
): Promise<void> {
  const addTo = async (table: string, column: string, of: (index: BookIndex) => string[]) => {
    const rows = books.flatMap(({ pop, index }) => of(index).map((value) => ({ value, pop })))
    await sql`
      INSERT INTO ${sql.table(table)} (${sql.ref(column)}, pop)
      SELECT * FROM unnest(
        ${rows.map(({ value }) => value)}::text[],
        ${rows.map(({ pop }) => pop)}::bigint[]
      )
    `.execute(trx)
  }
  await addTo('book_categories', 'category', (index) => index.categories)
  await addTo('book_authors', 'author', (index) => index.authors)
  await addTo('book_isbns', 'isbn13', (index) => index.isbns)

  const titles = books.flatMap(({ pop, index }) => index.titles.map((title) => ({ ...title, pop })))
  await sql`
    INSERT INTO book_titles (key, kind, pop)
    SELECT * FROM unnest(
      ${titles.map(({ key }) => key)}::text[],
      ${titles.map(({ kind }) => kind)}::smallint[],
      ${titles.map(({ pop }) => pop)}::bigint[]
    )
  `.execute(trx)

  const pops = books.map(({ pop }) => pop)
  const words = books.map(({ index }) => wordVector(index))
  await sql`
    INSERT INTO book_words (pop, words)
    SELECT pop, words::tsvector FROM unnest(${pops}::bigint[], ${words}::text[]) AS w (pop, words)
  `.execute(trx)
  const stems = books.map(({ index }) => textVector(index))
  await sql`
    INSERT INTO book_text (pop, stems)
    SELECT pop, stems::tsvector FROM unnest(${pops}::bigint[], ${stems}::text[]) AS s (pop, stems)
  `.execute(trx)
}

/** Deletes those of the parked books with these ids that nobody favors; answers how many stay. */
export async function forget(trx: Trx, ids: readonly string[]): Promise<number> {
  // First wait for those who are just adding one of them to their favorites, and hold up others: the
  // next statement then sees every favorite there is.
  await sql`
    SELECT id FROM books WHERE id = ANY(${[...ids]}::text[]) AND pop < 0 ORDER BY id FOR UPDATE
  `.execute(trx)
  const { rows } = await sql<{ id: string }>`
    DELETE FROM books
    WHERE id = ANY(${[...ids]}::text[]) AND pop < 0
      AND NOT EXISTS (SELECT FROM favorites WHERE favorites.book_id = books.id)
    RETURNING id
  `.execute(trx)
  return ids.length - rows.length
}

/** Takes books out of the catalogue; answers how many stay for the readers who favor them. */
export async function leave(trx: Trx, books: readonly IndexedBook[]): Promise<number> {
  if (books.length === 0) return 0
  const changes = new TermChanges()
  await unindex(trx, books, changes)
  const ids = books.map(({ book }) => book.id)
  await sql`UPDATE books SET pop = -1 WHERE id = ANY(${ids}::text[])`.execute(trx)
  const favored = await forget(trx, ids)
  await writeTerms(trx, changes)
  return favored
}

/** The planner would otherwise take the tables for empty until the next autovacuum. */
export async function analyze(trx: Trx): Promise<void> {
  await sql`
    ANALYZE books, book_categories, book_authors, book_isbns, book_titles, book_words, book_text,
      terms, term_deletes
  `.execute(trx)
}

/** Brings the words that typo correction knows up to date. */
export async function writeTerms(trx: Trx, changes: TermChanges): Promise<void> {
  for (const some of batches(changes.list(), BATCH)) {
    const { rows } = await sql<{ id: number; term: string; books: number }>`
      SELECT id, term, books FROM terms WHERE term = ANY(${some.map(([term]) => term)}::text[])
    `.execute(trx)
    const known = new Map(rows.map((row) => [row.term, row]))

    const fresh = some.filter(([term]) => !known.has(term))
    await sql`
      INSERT INTO terms (term, books)
      SELECT * FROM unnest(
        ${fresh.map(([term]) => term)}::text[],
        ${fresh.map(([, change]) => change)}::integer[]
      )
    `.execute(trx)

    const counted = some.flatMap(([term, change]) => {
      const row = known.get(term)
      return row ? [{ ...row, books: row.books + change }] : []
    })
    await sql`
      UPDATE terms SET books = counted.books
      FROM unnest(
        ${counted.map(({ id }) => id)}::integer[],
        ${counted.map(({ books }) => books)}::integer[]
      ) AS counted (id, books)
      WHERE terms.id = counted.id
    `.execute(trx)
    const gone = counted.filter(({ books }) => books <= 0)
    await sql`DELETE FROM terms WHERE id = ANY(${gone.map(({ id }) => id)}::integer[])`.execute(trx)
  }
}
