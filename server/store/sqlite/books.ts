import type { DatabaseSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import type { Book } from '../../../contract/books.ts'
import { fold } from '../../../contract/fold.ts'
import { categoryWords, indexWords, isbn13Of, termRemainders, titleKeys } from '../searchText.ts'
import type { BookRepository, StoredBook } from '../store.ts'
import { createBookSearch } from './bookSearch.ts'
import type { BookTables } from './bookTables.ts'
import { transact } from './dialect.ts'
import type { AccountTables } from './tables.ts'

// A rank is worth, then source, then place in the source, in one integer below 2^53: 17 bits of
// worth in thousandths, 8 of source, 28 of place.
const WORTH_MAX = 100
const SLOTS = 2 ** 8
const PLACES = 2 ** 28

function rank(worth: number, slot: number, place: number): number {
  const lack = Math.round((WORTH_MAX - Math.min(Math.max(worth, 0), WORTH_MAX)) * 1000)
  // From 1 on: ranks of books in the catalogue are positive.
  return (lack * SLOTS + slot) * PLACES + place + 1
}

/** A record as the books table holds it; only `replaceSource` writes them, so their shape is known. */
export function readRecord(record: string): Book {
  const book: Book = JSON.parse(record)
  return book
}

/** The words of a book that typo correction knows: title and authors. */
const wordsOf = ({ volumeInfo }: Book): string[] => [
  ...new Set([...indexWords(volumeInfo.title), ...indexWords(volumeInfo.authors.join(' '))]),
]

/** The catalogue in SQLite (store.ts); `database` is the connection that `db` runs on. */
export function createBookRepository(
  accounts: Kysely<AccountTables>,
  database: DatabaseSync,
): BookRepository {
  const db = accounts.withTables<BookTables>()
  const search = createBookSearch(database)

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
        const rows = await db
          .selectFrom('book_categories as c')
          .innerJoin('books as b', 'b.pop', 'c.pop')
          .select('b.record')
          .where('c.category', '=', category)
          .orderBy('c.pop')
          .limit(limit)
          .offset(offset)
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
      const keys = [...new Set(authors.map(fold))].filter((key) => key !== '')
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

    async search(query, limit) {
      return search(query, limit)
    },

    async replaceSource(source, books, fingerprint) {
      transact(database, () => {
        const changes = new TermChanges()
        const slot = slotOf(database, source)
        retire(database, source, changes)
        insert(database, source, slot, books, changes)
        database
          .prepare(
            'DELETE FROM books WHERE pop < 0 AND source = ? ' +
              'AND NOT EXISTS (SELECT 1 FROM favorites f WHERE f.book_id = books.id)',
          )
          .run(source)
        changes.write(database)
        database
          .prepare(
            'INSERT INTO book_sources (source, slot, fingerprint) VALUES (?, ?, ?) ' +
              'ON CONFLICT (source) DO UPDATE SET fingerprint = excluded.fingerprint',
          )
          .run(source, slot, fingerprint)
      })
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

function slotOf(database: DatabaseSync, source: string): number {
  const known = database.prepare('SELECT slot FROM book_sources WHERE source = ?').get(source)
  if (known) return Number(known['slot'])
  const next = database.prepare('SELECT coalesce(max(slot) + 1, 0) AS slot FROM book_sources').get()
  const slot = Number(next?.['slot'] ?? 0)
  if (slot >= SLOTS) throw new RangeError(`A catalogue has at most ${SLOTS} sources`)
  return slot
}

/** Takes a source's books out of every index and gives them negative ranks. */
function retire(database: DatabaseSync, source: string, changes: TermChanges): void {
  const rows = database
    .prepare('SELECT pop, record FROM books WHERE source = ? AND pop > 0')
    .all(source)
  if (rows.length === 0) return
  const least = database.prepare('SELECT min(pop, 0) AS pop FROM books ORDER BY pop LIMIT 1').get()
  let parked = Number(least?.['pop'] ?? 0)

  const tables = ['book_categories', 'book_authors', 'book_isbns', 'book_titles']
  const byRank = 'SELECT pop FROM books WHERE source = ? AND pop > 0'
  for (const table of tables) {
    database.prepare(`DELETE FROM ${table} WHERE pop IN (${byRank})`).run(source)
  }
  for (const table of ['books_fts', 'books_text']) {
    database.prepare(`DELETE FROM ${table} WHERE rowid IN (${byRank})`).run(source)
  }
  const park = database.prepare('UPDATE books SET pop = ? WHERE pop = ?')
  for (const { pop, record } of rows) {
    for (const word of wordsOf(readRecord(String(record)))) changes.add(word, -1)
    park.run(--parked, pop ?? null)
  }
}

function insert(
  database: DatabaseSync,
  source: string,
  slot: number,
  books: readonly StoredBook[],
  changes: TermChanges,
): void {
  // A book that another source holds stays with it.
  const addBook = database.prepare(
    'INSERT INTO books (pop, id, source, record, picture) VALUES (?, ?, ?, ?, ?) ' +
      'ON CONFLICT (id) DO UPDATE SET pop = excluded.pop, source = excluded.source, ' +
      'record = excluded.record, picture = excluded.picture WHERE books.pop < 0',
  )
  const addTo = (table: string, column: string) =>
    database.prepare(`INSERT OR IGNORE INTO ${table} (${column}, pop) VALUES (?, ?)`)
  const addCategory = addTo('book_categories', 'category')
  const addAuthor = addTo('book_authors', 'author')
  const addIsbn = addTo('book_isbns', 'isbn13')
  const addTitle = database.prepare('INSERT INTO book_titles (key, kind, pop) VALUES (?, ?, ?)')
  const addWords = database.prepare(
    'INSERT INTO books_fts (rowid, title, author, category) VALUES (?, ?, ?, ?)',
  )
  const addText = database.prepare('INSERT INTO books_text (rowid, body) VALUES (?, ?)')

  for (const [place, { book, worth, picture }] of books.entries()) {
    const pop = rank(worth, slot, place)
    const added = addBook.run(pop, book.id, source, JSON.stringify(book), picture ?? null)
    if (added.changes === 0) continue

    const {
      title,
      authors,
      categories,
      description = '',
      industryIdentifiers = [],
    } = book.volumeInfo
    for (const category of categories) addCategory.run(category, pop)
    for (const author of authors) {
      const key = fold(author)
      if (key !== '') addAuthor.run(key, pop)
    }
    for (const { identifier } of industryIdentifiers) {
      const isbn13 = isbn13Of(identifier)
      if (isbn13) addIsbn.run(isbn13, pop)
    }
    for (const { key, kind } of titleKeys(title)) addTitle.run(key, kind, pop)

    const columns = [indexWords(title), indexWords(authors.join(' ')), categoryWords(categories)]
    const [titleWords = '', authorWords = '', interestWords = ''] = columns.map((words) =>
      words.join(' '),
    )
    addWords.run(pop, titleWords, authorWords, interestWords)
    const text = fold(description.replaceAll(/<[^>]*>|&\w+;/g, ' '))
    addText.run(pop, [titleWords, authorWords, interestWords, text].join(' '))
    for (const word of wordsOf(book)) changes.add(word, 1)
  }
}

/** In how many books more or fewer each word stands after a replacement. */
class TermChanges {
  readonly #changes = new Map<string, number>()

  add(word: string, books: 1 | -1): void {
    this.#changes.set(word, (this.#changes.get(word) ?? 0) + books)
  }

  write(database: DatabaseSync): void {
    const find = database.prepare('SELECT id, books FROM terms WHERE term = ?')
    const addTerm = database.prepare('INSERT INTO terms (term, books) VALUES (?, ?)')
    // A list at a time: there are a dozen or two a word, and each call has its price.
    const addRests = database.prepare(
      'INSERT INTO term_deletes (rest, term_id) SELECT value, ? FROM json_each(?)',
    )
    const update = database.prepare('UPDATE terms SET books = ? WHERE id = ?')
    const removeTerm = database.prepare('DELETE FROM terms WHERE id = ?')
    const removeRests = database.prepare(
      'DELETE FROM term_deletes WHERE term_id = ? AND rest IN (SELECT value FROM json_each(?))',
    )

    for (const [term, change] of this.#changes) {
      if (change === 0) continue
      const known = find.get(term)
      if (known === undefined) {
        const { lastInsertRowid } = addTerm.run(term, change)
        addRests.run(lastInsertRowid, JSON.stringify(termRemainders(term)))
        continue
      }
      const id = Number(known['id'])
      const books = Number(known['books']) + change
      if (books > 0) {
        update.run(books, id)
      } else {
        removeTerm.run(id)
        removeRests.run(id, JSON.stringify(termRemainders(term)))
      }
    }
  }
}
