import { hash } from 'node:crypto'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { indexBook, placeOf, rank, type BookIndex } from '../../catalogue/search/indexBook.ts'
import type { ImportCounts, StagedBatch, StagedRecord, StageSettings } from '../store.ts'
import { bookRow } from './bookWriter.ts'
import { INSERT, Statements, writeKeys, writeWords } from './indexRows.ts'
import { KEYS_MAX, termKeys } from '../../catalogue/search/terms.ts'

// What the workers of a large import do: each prepares its share of a run in a database file of its own,
// down to the finished full-text index, so that the one thread that writes to the catalogue only copies
// rows (importRuns.ts).

/** Tables of the catalogue that a stage has too, with the same definitions. */
const SHARED = [
  'book_categories',
  'book_authors',
  'book_isbns',
  'book_titles',
  'books_fts',
  'books_text',
]

const SCHEMA = `
  -- New books.
  CREATE TABLE fresh (
    pop INTEGER PRIMARY KEY, number INTEGER NOT NULL, id TEXT NOT NULL, record TEXT NOT NULL, picture TEXT
  ) STRICT;
  -- Books that the catalogue has just as they are.
  CREATE TABLE same (number INTEGER PRIMARY KEY, id TEXT NOT NULL) STRICT;
  -- All others.
  CREATE TABLE other (
    number INTEGER PRIMARY KEY, record TEXT NOT NULL, worth REAL NOT NULL, picture TEXT
  ) STRICT;
  -- The words of titles and authors of the new books, and in how many of them each stands.
  CREATE TABLE words (term TEXT PRIMARY KEY, books INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  -- The new books as they come: they are many and large, and sorted at the end at a third of the price.
  CREATE TEMP TABLE coming AS SELECT * FROM fresh;
`

const KEYS = 'CREATE TABLE keys (key INTEGER PRIMARY KEY) STRICT'

const TERMS = 5000

/** A new file, for others to read once it is whole; what is in it can be made anew. */
function create(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = OFF')
  database.exec('PRAGMA synchronous = OFF')
  database.exec('PRAGMA locking_mode = EXCLUSIVE')
  database.exec('PRAGMA cache_size = -2048')
  return database
}

/** One file, open for one run. */
interface OpenStage {
  path: string
  database: DatabaseSync
  statements: Statements
  words: Map<string, number>
}

/** Equal for equal ids, and all but surely only for these: 52 bits of a hash. */
const markOf = (id: string): number => Number.parseInt(hash('md5', id).slice(0, 13), 16)

/** Prepares books for a SQLite catalogue, file by file. */
export class ImportStage {
  readonly #settings: StageSettings
  readonly #catalogue: Statements
  readonly #schema: string
  readonly #close: () => void
  #open: OpenStage | undefined
  #writable: DatabaseSync | undefined
  // Outside of the heap, which is a small one.
  #keys = new Float64Array()

  constructor(settings: StageSettings) {
    this.#settings = settings
    const database = new DatabaseSync(settings.catalogue, { readOnly: true, timeout: 5000 })
    database.exec('PRAGMA cache_size = -2048')
    this.#catalogue = new Statements(database)
    this.#close = () => database.close()
    const tables = this.#catalogue.all(
      'SELECT sql FROM sqlite_schema WHERE name IN (SELECT value FROM json_each(?))',
      JSON.stringify(SHARED),
    )
    this.#schema = [SCHEMA, ...tables.map(({ sql }) => String(sql))].join(';\n')
  }

  #at(path: string): OpenStage {
    if (this.#open?.path === path) return this.#open
    const database = create(path)
    database.exec(this.#schema)
    // Pieces are merged once, at the end.
    for (const table of ['books_fts', 'books_text']) {
      database.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('automerge', 0)`)
      database.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('crisismerge', 1000)`)
    }
    database.exec('BEGIN')
    this.#open = { path, database, statements: new Statements(database), words: new Map() }
    return this.#open
  }

  /** Prepares books in the file at `path`, made where it is missing. */
  add(path: string, books: readonly StagedRecord[]): StagedBatch {
    const { source, slot } = this.#settings
    const { statements, words } = this.#at(path)
    const known = new Map(
      this.#catalogue
        .all(
          'SELECT id, pop, source, record, picture FROM books ' +
            'WHERE id IN (SELECT value FROM json_each(?))',
          JSON.stringify(books.map(({ stored }) => stored.book.id)),
        )
        .map(bookRow)
        .map((row) => [row.id, row]),
    )
    const counts: ImportCounts = { added: 0, changed: 0, unchanged: 0, repeated: 0, held: 0 }
    const ids = new Set<string>()
    const fresh: { pop: number; index: BookIndex; row: SQLInputValue[] }[] = []
    const same: SQLInputValue[] = []
    const other: SQLInputValue[] = []
    for (const { number, place, stored } of books) {
      const { book, worth, picture = null } = stored
      const row = known.get(book.id)
      const record = JSON.stringify(book)
      const kind = ids.has(book.id)
        ? 'repeated'
        : row === undefined
          ? 'added'
          : row.pop > 0 && row.source !== source
            ? 'held'
            : row.record === record &&
                row.picture === picture &&
                row.pop === rank(worth, slot, placeOf(row.pop))
              ? 'unchanged'
              : 'changed'
      counts[kind] += 1
      if (kind === 'added') {
        const pop = rank(worth, slot, place)
        const index = indexBook(book)
        fresh.push({ pop, index, row: [pop, number, book.id, record, picture] })
        for (const word of new Set([...index.titleWords, ...index.authorWords])) {
          words.set(word, (words.get(word) ?? 0) + 1)
        }
      } else if (kind === 'unchanged') {
        same.push(number, book.id)
      } else {
        other.push(number, record, worth, picture)
      }
      if (kind === 'added' || kind === 'unchanged') ids.add(book.id)
    }
    fresh.sort((one, another) => one.pop - another.pop)
    statements.insert(
      'coming',
      ['pop', 'number', 'id', 'record', 'picture'],
      fresh.flatMap(({ row }) => row),
    )
    statements.insert('same', ['number', 'id'], same)
    statements.insert('other', ['number', 'record', 'worth', 'picture'], other)
    writeKeys(statements, fresh)
    writeWords(statements, fresh)
    return { counts, marks: Float64Array.from(ids, markOf) }
  }

  /** Ends the file at `path`: what it holds is whole and lies on the disk, for others to read. */
  seal(path: string): void {
    const { database, statements, words } = this.#at(path)
    database.exec(`${INSERT} INTO fresh SELECT * FROM coming ORDER BY pop`)
    const terms = [...words.keys()].toSorted()
    statements.insert(
      'words',
      ['term', 'books'],
      terms.flatMap((term) => [term, words.get(term) ?? 0]),
    )
    for (const table of ['books_fts', 'books_text']) {
      database.exec(`INSERT INTO ${table} (${table}) VALUES ('optimize')`)
    }
    database.exec('COMMIT')
    database.close()
    this.#open = undefined
  }

  /**
   * Makes a file at `path` of the remainders (`term_deletes`) of those words of the catalogue behind the
   * id `after` up to `last` that have none yet.
   */
  addKeys(path: string, after: number, last: number): void {
    const most = (last - after) * KEYS_MAX
    if (this.#keys.length < most) this.#keys = new Float64Array(most)
    const keys = this.#keys
    let count = 0
    for (let start = after; start < last; start += TERMS) {
      const rows = this.#catalogue.all(
        'SELECT id, term FROM terms WHERE id > ? AND id <= ?',
        start,
        Math.min(last, start + TERMS),
      )
      const words = rows
        .map(({ id, term }) => termKeys(Number(id), String(term)))
        .filter((word) => word.length > 0)
        // They come in by size: a word that has the last of them has them all.
        .map((word) => ({ word, greatest: Math.max(...word) }))
      const known = new Set(
        this.#catalogue
          .all(
            'SELECT key FROM term_deletes WHERE key IN (SELECT value FROM json_each(?))',
            JSON.stringify(words.map(({ greatest }) => greatest)),
          )
          .map(({ key }) => Number(key)),
      )
      for (const { word, greatest } of words) {
        if (known.has(greatest)) continue
        for (const key of word) keys[count++] = key
      }
    }
    const sorted = keys.subarray(0, count)
    sorted.sort()
    const database = create(path)
    database.exec(KEYS)
    database.exec('BEGIN')
    new Statements(database).insert('keys', ['key'], sorted)
    database.exec('COMMIT')
    database.close()
  }

  /**
   * Folds what the catalogue's log holds by now into its file, which would otherwise hold up whoever
   * writes; what somebody else is doing already is left to them.
   */
  foldLog(): void {
    this.#writable ??= new DatabaseSync(this.#settings.catalogue)
    this.#writable.exec('PRAGMA wal_checkpoint(PASSIVE)')
  }

  /** Closes what is open. */
  close(): void {
    this.#writable?.close()
    this.#open?.database.close()
    this.#close()
  }
}
