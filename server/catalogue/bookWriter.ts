import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Book } from '../../contract/books.ts'
import { indexBook, placeOf, rank, SLOTS, TermChanges, type BookIndex } from './search/indexBook.ts'
import { soundOf } from './search/sound.ts'
import { termKeys } from './search/terms.ts'
import type { ImportCounts, StoredBook } from './storedBook.ts'
import { workOf } from './workId.ts'

/** Where a source's books are in the order of ranks. */
interface Source {
  slot: number
  places: number
}

/** What is remembered of the last import of a source. */
export interface ImportedFile {
  name: string
  /** Tells the file from every other. */
  fingerprint: string
  /** Milliseconds since 1970. */
  importedAt: number
}

/** SymSpell deletes that are sorted and written together: of all at once the memory counts. */
const DELETES_AT_ONCE = 200_000

type Row = Readonly<Record<string, unknown>>

type WorkBook = Book & { workId: string }
type RankedBook = Omit<StoredBook, 'book' | 'popularity'> & { book: WorkBook }

/** The rows of the tables that find a book, each without its rank, the last column. */
function* rowsOf(index: BookIndex): Generator<[table: Table, ...key: (string | number)[]]> {
  for (const category of index.categories) yield ['book_categories', category]
  for (const author of index.authors) yield ['book_authors', author]
  for (const isbn13 of index.isbns) yield ['book_isbns', isbn13]
  for (const { key, kind } of index.titles) yield ['book_titles', key, kind]
}

const KEYS = {
  book_categories: 'category = ?',
  book_authors: 'author = ?',
  book_isbns: 'isbn13 = ?',
  book_titles: 'key = ? AND kind = ?',
}
type Table = keyof typeof KEYS

/**
 * Writes books, and all that finds them, into the copy of a catalogue. What it removes from the indexes it
 * finds by the book's record, with the function that wrote it.
 */
export class BookWriter {
  /** Whether anything was written. */
  hasChanged = false
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #terms = new TermChanges()

  constructor(database: DatabaseSync) {
    this.#database = database
    database.exec('BEGIN')
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.#database.prepare(sql)))
    return statement
  }

  #run(sql: string, ...parameters: SQLInputValue[]): void {
    const { changes } = this.#prepared(sql).run(...parameters)
    if (changes > 0) this.hasChanged = true
  }

  #get(sql: string, ...parameters: SQLInputValue[]): Row | undefined {
    return this.#prepared(sql).get(...parameters)
  }

  /** @throws RangeError where there are too many sources */
  #sourceOf(source: string): Source {
    const known = this.#get('SELECT slot, places FROM book_sources WHERE source = ?', source)
    if (known) return { slot: Number(known['slot']), places: Number(known['places']) }
    const next = this.#get('SELECT coalesce(max(slot) + 1, 0) AS slot FROM book_sources')
    const slot = Number(next?.['slot'])
    if (slot >= SLOTS) throw new RangeError(`A catalogue has at most ${SLOTS} sources`)
    this.addSource(source, { slot, places: 0 })
    return { slot, places: 0 }
  }

  /** Adds a source as another catalogue has it. */
  addSource(source: string, { slot, places }: Source): void {
    this.#run(
      "INSERT OR IGNORE INTO book_sources VALUES (?, ?, ?, '', '', 0)",
      source,
      slot,
      places,
    )
  }

  /** Notes which file a source was imported from. */
  setFile(source: string, { name, fingerprint, importedAt }: ImportedFile): void {
    this.#run(
      'UPDATE book_sources SET name = ?, fingerprint = ?, imported_at = ? WHERE source = ?',
      name,
      fingerprint,
      importedAt,
      source,
    )
  }

  /**
   * Brings books into a source. A changed one keeps its place; one of another source stays with that. Ids
   * must not repeat.
   */
  add(source: string, books: readonly StoredBook[]): ImportCounts {
    const counts: ImportCounts = { added: 0, changed: 0, unchanged: 0, held: [] }
    const { slot, places } = this.#sourceOf(source)
    let taken = places
    const writes: { pop: number; stored: RankedBook }[] = []
    for (const given of books) {
      const stored = { ...given, book: this.#withWork(given.book) }
      const record = JSON.stringify(stored.book)
      const { id } = stored.book
      const row = this.#get('SELECT pop, source, record, picture FROM books WHERE id = ?', id)
      if (row === undefined) {
        counts.added += 1
        writes.push({ pop: rank(stored.popularity, slot, taken), stored })
        taken += 1
      } else if (row['source'] !== source) {
        counts.held.push(stored.book.volumeInfo.title)
      } else {
        const pop = rank(stored.popularity, slot, placeOf(Number(row['pop'])))
        const isSame = row['pop'] === pop && row['record'] === record
        if (isSame && row['picture'] === (stored.picture ?? null)) {
          counts.unchanged += 1
          continue
        }
        counts.changed += 1
        this.#remove(Number(row['pop']), String(row['record']))
        writes.push({ pop, stored })
      }
    }
    // The full-text indexes begin a new segment wherever a rank is below the one before.
    writes.sort((one, other) => one.pop - other.pop)
    for (const { pop, stored } of writes) this.#insert(pop, stored)
    if (taken > places) {
      this.#run('UPDATE book_sources SET places = ? WHERE source = ?', taken, source)
    }
    return counts
  }

  /** The record with the work it is of, which later editions then find. */
  #withWork(book: Book): WorkBook {
    const find = (key: number): string | undefined => {
      const row = this.#get('SELECT work FROM work_titles WHERE key = ?', key)
      return row && String(row['work'])
    }
    const { workId, keys } = workOf(book, find)
    for (const key of keys) {
      this.#run('INSERT OR IGNORE INTO work_titles VALUES (?, ?)', key, workId)
    }
    return { ...book, workId }
  }

  /** Adds a book that is not there, at this rank. */
  addRanked(pop: number, given: Omit<StoredBook, 'popularity'>): void {
    this.#insert(pop, { ...given, book: this.#withWork(given.book) })
  }

  #insert(pop: number, { book, source, picture }: RankedBook): void {
    const index = indexBook(book)
    const { series, year, interests } = index
    this.#run(
      'INSERT INTO books VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      pop,
      book.id,
      source,
      book.workId,
      index.authors[0] ?? null,
      series?.key ?? null,
      series?.number ?? null,
      year ?? null,
      interests,
      picture ?? null,
      JSON.stringify(book),
    )
    for (const [table, ...key] of rowsOf(index)) {
      this.#run(`INSERT INTO ${table} VALUES (${'?, '.repeat(key.length)}?)`, ...key, pop)
    }
    this.#run(
      'INSERT INTO books_fts (rowid, title, series, author, category) VALUES (?, ?, ?, ?, ?)',
      pop,
      index.titleWords.join(' '),
      index.seriesWords.join(' '),
      index.authorWords.join(' '),
      index.categoryWords.join(' '),
    )
    this.#run('INSERT INTO books_text (rowid, body) VALUES (?, ?)', pop, index.textWords.join(' '))
    this.#terms.add(index, 1)
  }

  #remove(pop: number, record: string): void {
    const book: Book = JSON.parse(record)
    const index = indexBook(book)
    for (const [table, ...key] of rowsOf(index)) {
      this.#run(`DELETE FROM ${table} WHERE ${KEYS[table]} AND pop = ?`, ...key, pop)
    }
    this.#run('DELETE FROM books_fts WHERE rowid = ?', pop)
    this.#run('DELETE FROM books_text WHERE rowid = ?', pop)
    this.#run('DELETE FROM books WHERE pop = ?', pop)
    this.#terms.add(index, -1)
  }

  /** Removes the books of a source whose ids `stays` has not; returns how many went. */
  prune(source: string, stays: { has(id: string): boolean }): number {
    const rows = this.#prepared('SELECT id, pop FROM books WHERE source = ?').all(source)
    const gone = rows.filter(({ id }) => !stays.has(String(id)))
    for (const { pop } of gone) {
      const row = this.#get('SELECT record FROM books WHERE pop = ?', Number(pop))
      this.#remove(Number(pop), String(row?.['record']))
    }
    return gone.length
  }

  /** Removes a source with all of its books; returns how many these were. */
  removeSource(source: string): number {
    const removed = this.prune(source, new Set())
    this.#run('DELETE FROM book_sources WHERE source = ?', source)
    return removed
  }

  /** Replaces all books of a source; those of equal popularity are in the order given. */
  replace(source: string, books: readonly StoredBook[], file: ImportedFile): void {
    const { slot } = this.#sourceOf(source)
    this.removeSource(source)
    this.addSource(source, { slot, places: 0 })
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
    for (const [term, change] of this.#terms.list()) {
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
