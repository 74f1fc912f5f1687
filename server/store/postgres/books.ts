import type { Kysely } from 'kysely'
import { planBatch } from '../bookImport.ts'
import { rank, TermChanges } from '../../catalogue/search/indexBook.ts'
import { createBookQueries, readRecord } from '../sql/books.ts'
import type { Tables } from '../sql/tables.ts'
import type { BookRepository } from '../store.ts'
import {
  analyze,
  forget,
  rowsOf,
  setPlaces,
  sourceOf,
  unindex,
  write,
  writeTerms,
} from './bookWriter.ts'
import { transactAlone } from './database.ts'
import { createImports } from './imports.ts'

/** The catalogue in PostgreSQL (store.ts). */
export function createBookRepository(db: Kysely<Tables>): BookRepository {
  const queries = createBookQueries(db)
  return {
    ...queries,
    ...createImports(db),

    search() {
      throw new Error("Search is the catalogue's")
    },

    async replaceSource(source, books, fingerprint) {
      const before = await queries.fingerprint(source)
      await transactAlone(db, 'catalogue', async (trx) => {
        const now = await createBookQueries(trx).fingerprint(source)
        // Another server that starts has brought the same books while this one waited.
        if (now === fingerprint && now !== before) return
        const changes = new TermChanges()
        const { slot } = await sourceOf(trx, source)

        const retired = await trx
          .selectFrom('books')
          .select(['pop', 'record'])
          .where('source', '=', source)
          .where('pop', '>', 0)
          .execute()
        await unindex(
          trx,
          retired.map(({ pop, record }) => ({ pop, book: readRecord(record) })),
          changes,
        )
        await trx
          .updateTable('books')
          .set({ pop: -1 })
          .where('source', '=', source)
          .where('pop', '>', 0)
          .execute()

        const ids = books.map(({ book }) => book.id)
        const known = await rowsOf(trx, ids)
        const plan = planBatch(books, { source, slot, places: 0, known, seen: new Set() })
        await write(trx, source, plan.write, changes)
        const left = await trx
          .selectFrom('books')
          .select('id')
          .where('source', '=', source)
          .where('pop', '<', 0)
          .execute()
        await forget(
          trx,
          left.map(({ id }) => id),
        )
        await writeTerms(trx, changes)
        await trx
          .updateTable('book_sources')
          .set({ fingerprint, places: books.length })
          .where('source', '=', source)
          .execute()
        await analyze(trx)
      })
    },

    async keep({ book, worth, source, picture = null }) {
      await transactAlone(db, 'catalogue', async (trx) => {
        if ((await rowsOf(trx, [book.id])).size > 0) return
        const { slot, places } = await sourceOf(trx, source)
        const changes = new TermChanges()
        const pop = rank(worth, slot, places)
        await write(trx, source, [{ pop, book, record: JSON.stringify(book), picture }], changes)
        await writeTerms(trx, changes)
        await setPlaces(trx, source, places + 1)
      })
    },
  }
}
