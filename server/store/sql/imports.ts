import type { Kysely, Selectable } from 'kysely'
import { storedBook } from '../bookImport.ts'
import type { BookRepository, ImportState } from '../store.ts'
import type { Tables } from './tables.ts'

/** The part of the books' repository that changes the catalogue book by book, and tells of it. */
export type ImportRepository = Pick<
  BookRepository,
  | 'beginImport'
  | 'importBatch'
  | 'openBulk'
  | 'finishImport'
  | 'removeSource'
  | 'imports'
  | 'sources'
  | 'booksOf'
>

/** A row of the imports as the importer sees it. */
export function importStateOf(row: Selectable<Tables['book_imports']>): ImportState {
  const { started_at, updated_at, finished_at, run_from: _from, run_to: _to, ...same } = row
  return {
    ...same,
    startedAt: started_at,
    updatedAt: updated_at,
    finishedAt: finished_at ?? undefined,
  }
}

/** The import that begins here, with nothing done yet. */
export function newImport(
  source: string,
  input: string,
  name: string,
  now: number,
): Selectable<Tables['book_imports']> {
  const none = { records: 0, added: 0, changed: 0, unchanged: 0, repeated: 0, held: 0, removed: 0 }
  const times = { started_at: now, updated_at: now, finished_at: null }
  return { source, input, name, ...times, ...none, notes: '', run_from: 0, run_to: 0 }
}

/** What the store tells of sources and imports, on either engine. */
export function createImportQueries(
  db: Kysely<Tables>,
): Pick<ImportRepository, 'imports' | 'sources' | 'booksOf'> {
  return {
    async imports() {
      const rows = await db.selectFrom('book_imports').selectAll().orderBy('source').execute()
      return rows.map(importStateOf)
    },

    async sources() {
      return db
        .selectFrom('books')
        .select((eb) => ['source', eb.fn.countAll<number>().as('books')])
        .where('pop', '>', 0)
        .groupBy('source')
        .orderBy('source')
        .execute()
    },

    async booksOf(source, after, limit) {
      const rows = await db
        .selectFrom('books')
        .select(['id', 'pop', 'source', 'record', 'picture'])
        .where('source', '=', source)
        .where('pop', '>', after)
        .orderBy('pop')
        .limit(limit)
        .execute()
      return { books: rows.map(storedBook), last: rows.at(-1)?.pop ?? after }
    },
  }
}
