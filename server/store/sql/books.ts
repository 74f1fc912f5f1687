import type { Kysely } from 'kysely'
import type { Book } from '../../../contract/books.ts'
import { authorKey } from '../../catalogue/search/indexBook.ts'
import type { BookRepository } from '../store.ts'
import type { Tables } from './tables.ts'

/** A record as the books table holds it; only the repository writes them, so their shape is known. */
export function readRecord(record: string): Book {
  const book: Book = JSON.parse(record)
  return book
}

/** The catalogue, on either engine, without its search and what changes it. */
export function createBookQueries(
  db: Kysely<Tables>,
): Pick<
  BookRepository,
  'byId' | 'pictureOf' | 'byCategory' | 'byAuthors' | 'fingerprint' | 'count'
> {
  return {
    async byId(id) {
      const row = await db
        .selectFrom('books')
        .select('record')
        .where('id', '=', id)
        .executeTakeFirst()
      return row && readRecord(row.record)
    },

    async pictureOf(id) {
      const row = await db
        .selectFrom('books')
        .select('picture')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.picture ?? undefined
    },

    async byCategory(category, startIndex, count) {
      const page = async (offset: number, limit: number): Promise<Book[]> => {
        // The page first, by the index alone: no record is read of the books before it.
        const rows = await db
          .selectFrom((eb) =>
            eb
              .selectFrom('book_categories')
              .select('pop')
              .where('category', '=', category)
              .orderBy('pop')
              .limit(limit)
              .offset(offset)
              .as('c'),
          )
          .innerJoin('books as b', 'b.pop', 'c.pop')
          .select('b.record')
          .orderBy('c.pop')
          .execute()
        return rows.map((row) => readRecord(row.record))
      }
      const first = await page(startIndex, count)
      if (first.length === count) return first

      const { total } = await db
        .selectFrom('book_categories')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('category', '=', category)
        .executeTakeFirstOrThrow()
      if (total === 0) return []
      const start = startIndex % total
      const end = first.length > 0 ? first : await page(start, count)
      // From the top again, up to where the page began: no book twice.
      const again = await page(0, Math.min(count - end.length, start))
      return [...end, ...again]
    },

    async byAuthors(authors, limit) {
      const keys = [...new Set(authors.map(authorKey))].filter((key) => key !== '')
      if (keys.length === 0) return []
      const rows = await db
        .selectFrom('books as b')
        .select('b.record')
        .where('b.pop', 'in', (eb) =>
          eb.selectFrom('book_authors as a').select('a.pop').where('a.author', 'in', keys),
        )
        .orderBy('b.pop')
        .limit(limit)
        .execute()
      return rows.map((row) => readRecord(row.record))
    },

    async fingerprint(source) {
      const row = await db
        .selectFrom('book_sources')
        .select('fingerprint')
        .where('source', '=', source)
        .executeTakeFirst()
      return row?.fingerprint
    },

    async count() {
      const { total } = await db
        .selectFrom('books')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('pop', '>', 0)
        .executeTakeFirstOrThrow()
      return total
    },
  }
}
