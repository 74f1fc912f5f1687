import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Book } from '../../contract/books.ts'
import type { StoredBook } from '../../books/storedBook.ts'
import { bookOf, createStatements } from './lookUps/queries.ts'
import { placeOf, rankOf, SLOTS } from './ranks.ts'
import { indexBook, type BookIndex } from '../../books/indexBook.ts'
import { soundOf } from './search/sound.ts'
import { termKeys } from './search/typos.ts'
import { workOf } from '../../books/works.ts'

/** What an import did with its books. */
export interface ImportCounts {
  added: number
  changed: number
  unchanged: number
  /** The titles of those that another source has already. */
  fromOthers: string[]
}

/** What is remembered of the last import of a source. */
export interface ImportedFile {
  name: string
  /** Of the bundled books: tells them from those of every other version. */
  fingerprint?: string
  /** Milliseconds since 1970. */
  importedAt: number
}

/** A book stands on the shelves of its first interests alone: the others hardly fit, and would show it everywhere. */
const SHELVES_MOST = 2

/** SymSpell deletes that are sorted and written together: of all at once the memory counts. */
const DELETES_AT_ONCE = 200_000

type WorkBook = Book & { workId: string }
type RankedBook = Omit<StoredBook, 'book' | 'popularity'> & { book: WorkBook }

/** The rows of the tables that find a book, each without its rank, the last column. */
function* rowsOf(index: BookIndex): Generator<[table: Table, ...key: (string | number)[]]> {
  for (const category of index.categories.slice(0, SHELVES_MOST)) {
    yield ['book_categories', category]
  }
  for (const subject of index.subjects) yield ['book_subjects', subject]
  for (const origin of index.origins) yield ['book_origins', origin]
  for (const author of index.authors) yield ['book_authors', author]
  for (const isbn13 of index.isbns) yield ['book_isbns', isbn13]
  for (const { key, kind } of index.titles) yield ['book_titles', key, kind]
}

const KEYS = {
  book_categories: 'category = ?',
  book_subjects: 'subject = ?',
  book_origins: 'origin = ?',
  book_authors: 'author = ?',
  book_isbns: 'isbn13 = ?',
  book_titles: 'key = ? AND kind = ?',
}
type Table = keyof typeof KEYS

/** Writes books, and all that finds them, into a copy of a catalogue; removes index entries by the book's record. */
export class BookWriter {
  /** Whether anything was written. */
  hasChanged = false
  readonly #database: DatabaseSync
  readonly #statement: (sql: string) => StatementSync
  /** In how many books more or fewer each word of titles, series and authors is. */
  readonly #terms = new Map<string, number>()

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#statement = createStatements(database)
    database.exec('BEGIN')
  }

  #run(sql: string, ...parameters: SQLInputValue[]): void {
    const { changes } = this.#statement(sql).run(...parameters)
    if (changes > 0) this.hasChanged = true
  }

  #get(sql: string, ...parameters: SQLInputValue[]) {
    return this.#statement(sql).get(...parameters)
  }

  /** Where a source's books are in the order of ranks. @throws RangeError where there are too many sources */
  #sourceOf(source: string): { slot: number; places: number } {
    const row = this.#get('SELECT slot, places FROM book_sources WHERE source = ?', source)
    if (row) return { slot: Number(row['slot']), places: Number(row['places']) }
    const next = this.#get('SELECT coalesce(max(slot) + 1, 0) AS slot FROM book_sources')
    const slot = Number(next?.['slot'])
    if (slot >= SLOTS) throw new RangeError(`A catalogue has at most ${SLOTS} sources`)
    this.#addSource(source, slot)
    return { slot, places: 0 }
  }

  #addSource(source: string, slot: number): void {
    this.#run("INSERT INTO book_sources VALUES (?, ?, 0, '', '', 0)", source, slot)
  }

  /** Notes which file a source was imported from. */
  setFile(source: string, { name, fingerprint = '', importedAt }: ImportedFile): void {
    const sql =
      'UPDATE book_sources SET name = ?, fingerprint = ?, imported_at = ? WHERE source = ?'
    this.#run(sql, name, fingerprint, importedAt, source)
  }

  /** Brings books into a source, each id once. A changed one keeps its place; one of another source stays with that. */
  add(source: string, books: readonly StoredBook[]): ImportCounts {
    const counts: ImportCounts = { added: 0, changed: 0, unchanged: 0, fromOthers: [] }
    const { slot, places } = this.#sourceOf(source)
    const writes: { rank: number; stored: RankedBook }[] = []
    for (const { popularity, ...fields } of books) {
      const stored = { ...fields, book: this.withWork(fields.book) }
      const { id, volumeInfo } = stored.book
      const row = this.#get('SELECT rank, source, record, picture FROM books WHERE id = ?', id)
      if (row === undefined) {
        writes.push({ rank: rankOf(popularity, slot, places + counts.added), stored })
        counts.added += 1
      } else if (row['source'] !== source) {
        counts.fromOthers.push(volumeInfo.title)
      } else {
        const old = Number(row['rank'])
        const rank = rankOf(popularity, slot, placeOf(old))
        const isSame = old === rank && row['record'] === JSON.stringify(stored.book)
        if (isSame && row['picture'] === (stored.picture ?? null)) {
          counts.unchanged += 1
          continue
        }
        counts.changed += 1
        this.#remove(old)
        writes.push({ rank, stored })
      }
    }
    // The full-text indexes begin a new segment wherever a rank is below the one before.
    writes.sort((one, other) => one.rank - other.rank)
    for (const { rank, stored } of writes) this.addRanked(rank, stored)
    if (counts.added > 0) {
      const sql = 'UPDATE book_sources SET places = ? WHERE source = ?'
      this.#run(sql, places + counts.added, source)
    }
    return counts
  }

  /** The record with the work it is of, which later editions then find. */
  withWork(book: Book): WorkBook {
    const find = (key: number): string | undefined => {
      const row = this.#get('SELECT work FROM work_titles WHERE key = ?', key)
      return row && String(row['work'])
    }
    const { workId, keys } = workOf(book, find)
    const insert = 'INSERT OR IGNORE INTO work_titles VALUES (?, ?)'
    for (const key of keys) this.#run(insert, key, workId)
    return { ...book, workId }
  }

  /** Adds a book that is not there, at this rank. */
  addRanked(rank: number, { book, source, picture }: RankedBook): void {
    const index = indexBook(book)
    const { series, year = null, categories, subjects, origins, authors } = index
    const { key = null, number = null } = series ?? {}
    const lists = [categories, subjects, origins].map((names) => JSON.stringify(names))
    const facts = [book.workId, authors[0] ?? null, key, number, year, ...lists]
    const insert = `INSERT INTO books VALUES (${'?, '.repeat(12)}?)`
    this.#run(insert, rank, book.id, source, ...facts, picture ?? null, JSON.stringify(book))
    for (const [table, ...key] of rowsOf(index)) {
      this.#run(`INSERT INTO ${table} VALUES (${'?, '.repeat(key.length)}?)`, ...key, rank)
    }
    const { titleWords, seriesWords, authorWords, categoryWords, textWords } = index
    const words = [titleWords, seriesWords, authorWords, categoryWords].map((all) => all.join(' '))
    const columns = 'rowid, title, series, author, category'
    this.#run(`INSERT INTO books_fts (${columns}) VALUES (?, ?, ?, ?, ?)`, rank, ...words)
    this.#run('INSERT INTO books_text (rowid, body) VALUES (?, ?)', rank, textWords.join(' '))
    this.#countTerms(index, 1)
  }

  #remove(rank: number): void {
    const row = this.#get('SELECT record FROM books WHERE rank = ?', rank)
    const index = indexBook(bookOf(row ?? {}))
    for (const [table, ...key] of rowsOf(index)) {
      this.#run(`DELETE FROM ${table} WHERE ${KEYS[table]} AND rank = ?`, ...key, rank)
    }
    this.#run('DELETE FROM books_fts WHERE rowid = ?', rank)
    this.#run('DELETE FROM books_text WHERE rowid = ?', rank)
    this.#run('DELETE FROM books WHERE rank = ?', rank)
    this.#countTerms(index, -1)
  }

  #countTerms({ titleWords, seriesWords, authorWords }: BookIndex, books: 1 | -1): void {
    for (const term of new Set([...titleWords, ...seriesWords, ...authorWords])) {
      this.#terms.set(term, (this.#terms.get(term) ?? 0) + books)
    }
  }

  /** Removes the books of a source that have none of these ids; returns how many. */
  removeOthers(source: string, ids: ReadonlySet<string>): number {
    const rows = this.#statement('SELECT id, rank FROM books WHERE source = ?').all(source)
    const gone = rows.filter(({ id }) => !ids.has(String(id)))
    for (const { rank } of gone) this.#remove(Number(rank))
    return gone.length
  }

  /** Removes a source with all of its books; returns how many these were. */
  removeSource(source: string): number {
    const removed = this.removeOthers(source, new Set())
    this.#run('DELETE FROM book_sources WHERE source = ?', source)
    return removed
  }

  /** Replaces all books of a source; those of equal popularity are in the order given. */
  replace(source: string, books: readonly StoredBook[], file: ImportedFile): void {
    const { slot } = this.#sourceOf(source)
    this.removeSource(source)
    this.#addSource(source, slot)
    this.add(source, books)
    this.setFile(source, file)
  }

  /** Writes what is left until the end, and commits. Call it once, last. */
  finish(): void {
    this.#writeTerms()
    for (const table of ['books_fts', 'books_text']) {
      this.#run(`INSERT INTO ${table} (${table}) VALUES ('optimize')`)
    }
    this.#database.exec('COMMIT; PRAGMA optimize')
  }

  #writeTerms(): void {
    let last = Number(this.#get('SELECT coalesce(max(id), 0) AS id FROM terms')?.['id'])
    const deletes: number[] = []
    for (const [term, change] of this.#terms) {
      if (change === 0) continue
      const row = this.#get('SELECT id, books FROM terms WHERE term = ?', term)
      const id = Number(row?.['id'])
      const books = Number(row?.['books'] ?? 0) + change
      if (row === undefined) {
        last += 1
        this.#run('INSERT INTO terms VALUES (?, ?, ?, ?)', last, term, books, soundOf(term))
        deletes.push(...termKeys(last, term))
        if (deletes.length > DELETES_AT_ONCE) this.#writeDeletes(deletes.splice(0))
      } else if (books > 0) {
        this.#run('UPDATE terms SET books = ? WHERE id = ?', books, id)
      } else {
        for (const key of termKeys(id, term)) {
          this.#run('DELETE FROM term_deletes WHERE key = ?', key)
        }
        this.#run('DELETE FROM terms WHERE id = ?', id)
      }
    }
    this.#writeDeletes(deletes)
  }

  /** In the order of the table: many in a row are on one page. */
  #writeDeletes(keys: number[]): void {
    for (const key of Float64Array.from(keys).toSorted()) {
      this.#run('INSERT INTO term_deletes VALUES (?)', key)
    }
  }
}
