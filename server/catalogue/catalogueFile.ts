import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Book } from '../../contract/books.ts'
import { isThere } from '../lib/writeWhole.ts'
import { firstProblem, isDamage, reasonOf, StoreError } from '../store/errors.ts'
import { READ_WHOLE_MAX, sizeOf } from '../store/sqliteFiles.ts'

/** The catalogue's file in its folder (`CATALOGUE_DIR`). */
export const CATALOGUE_FILE = 'catalogue.db'

// "CtCt": no other program's file is taken for a catalogue.
const APPLICATION_ID = 0x43744374
// Raise it with any change of the tables or of what is written into them.
const VERSION = 8

/** The tables of a catalogue. `rank` is also the rowid of every index: each yields the most popular first. Words are folded. */
export const SCHEMA = `
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};

  -- What one import brings, such as the bundled books. slot keeps the sources' ranks apart; places counts
  -- the books that the source ever had.
  CREATE TABLE book_sources (
    source TEXT PRIMARY KEY,
    slot INTEGER NOT NULL UNIQUE,
    places INTEGER NOT NULL,
    -- The name of the last file, and what tells it from others; when it was imported, in ms since 1970.
    name TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    imported_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE books (
    rank INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    -- The record's workId: editions of one work share it.
    work TEXT NOT NULL,
    -- What recommendations compare: keys of the first author and of the series, the place in the series, the
    -- year, and lists of interests, subjects and origins as JSON.
    author TEXT,
    series TEXT,
    series_number REAL,
    year INTEGER,
    interests TEXT NOT NULL,
    subjects TEXT NOT NULL,
    origins TEXT NOT NULL,
    -- The address of the remote cover, if there is one.
    picture TEXT,
    -- The record as it is answered (contract/books.ts), JSON.
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX books_by_source ON books (source, rank);
  CREATE INDEX books_by_work ON books (work, rank);
  CREATE INDEX books_by_series ON books (series, series_number, rank) WHERE series IS NOT NULL;

  -- Which work a title by an author is of (books/works.ts); the key is a hash.
  CREATE TABLE work_titles (key INTEGER PRIMARY KEY, work TEXT NOT NULL) STRICT;

  CREATE TABLE book_categories (
    category TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (category, rank)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE book_authors (
    author TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (author, rank)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE book_subjects (
    subject TEXT NOT NULL COLLATE NOCASE, rank INTEGER NOT NULL, PRIMARY KEY (subject, rank)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE book_origins (
    origin TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (origin, rank)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE book_isbns (
    isbn13 TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (isbn13, rank)
  ) STRICT, WITHOUT ROWID;
  -- Keys of titles by kind (books/indexBook.ts).
  CREATE TABLE book_titles (
    key TEXT NOT NULL, kind INTEGER NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (key, kind, rank)
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE books_fts USING fts5 (
    title, series, author, category,
    content = '', contentless_delete = 1, detail = column, prefix = '2 3 4', tokenize = 'ascii'
  );
  CREATE VIRTUAL TABLE books_text USING fts5 (
    body,
    content = '', contentless_delete = 1, detail = none, tokenize = 'porter ascii'
  );

  -- The words of titles, series and authors, in how many books each stands, what they sound like
  -- (search/sound.ts), and their SymSpell deletes (search/typos.ts), each with its word in one number.
  CREATE TABLE terms (
    id INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE, books INTEGER NOT NULL, sound TEXT
  ) STRICT;
  CREATE INDEX terms_by_sound ON terms (sound);
  CREATE TABLE term_deletes (key INTEGER PRIMARY KEY) STRICT;
`

// A rank is popularity in thousandths (18 bits), then source (8), then place in the source (27). No book
// comes near the greatest popularity: it stands for some trillion ratings.
const POPULARITY_MAX = 250
const PLACES = 2 ** 27

/** How many sources a catalogue has at most. */
export const SLOTS = 2 ** 8

/** The rank of a book, the smallest first: `rank` in every table. Always positive. */
export function rankOf(popularity: number, slot: number, place: number): number {
  const bounded = Math.min(Math.max(popularity, 0), POPULARITY_MAX)
  const lack = Math.round((POPULARITY_MAX - bounded) * 1000)
  return (lack * SLOTS + slot) * PLACES + place + 1
}

/** The place in its source of a book with this rank. */
export const placeOf = (rank: number): number => (rank - 1) % PLACES

/** The popularity, 0 to 250, of a book with this rank. */
export const popularityOf = (rank: number): number =>
  (POPULARITY_MAX * 1000 - Math.floor((rank - 1) / PLACES / SLOTS)) / 1000

// Ten times the ratings.
const FAR = 20

/** Whether a book is far better known than all of the others. */
export const isMorePopular = (rank: number, others: readonly number[]): boolean =>
  popularityOf(rank) >= Math.max(...others.map(popularityOf)) + FAR

const pragma = (database: DatabaseSync, name: string): number =>
  Number(database.prepare(`PRAGMA ${name}`).get()?.[name])

const versionOf = (database: DatabaseSync): number => pragma(database, 'user_version')

/** Whether an older Catchword wrote this catalogue: it is to be written anew. */
export const isOlder = (database: DatabaseSync): boolean => versionOf(database) < VERSION

function checkCatalogue(database: DatabaseSync, file: string): void {
  const table = database.prepare('SELECT 1 FROM sqlite_schema').get()
  if (table === undefined) throw damaged(file, 'it is empty')
  if (pragma(database, 'application_id') !== APPLICATION_ID) {
    const text = `${file} is not a catalogue of Catchword; it was left as it is.`
    throw new StoreError('foreign', text)
  }
  const version = versionOf(database)
  if (version <= VERSION) return
  throw new StoreError(
    'newer',
    `The catalogue ${file} has version ${version}, newer than this Catchword, which knows version ` +
      `${VERSION}. Start the newer Catchword; the file was left as it is.`,
  )
}

/** Opens a catalogue to read; an import puts another file in its place. @throws StoreError */
export function openCatalogueFile(file: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    if (!isThere(file)) throw new Error('there is no such file')
    database = new DatabaseSync(file, { readOnly: true })
    // Not mapped: a file that somebody makes shorter meanwhile would end the process.
    database.exec('PRAGMA mmap_size = 0; PRAGMA cache_size = -8192')
    checkCatalogue(database, file)
    return database
  } catch (error) {
    database?.close()
    if (error instanceof StoreError) throw error
    if (isDamage(error)) throw damaged(file, reasonOf(error), error)
    const text = `The catalogue ${file} cannot be opened (${reasonOf(error)}).`
    throw new StoreError('unwritable', text, { cause: error })
  }
}

function damaged(file: string, reason: string, cause?: unknown): StoreError {
  const remedy =
    'It was left as it is: restore a backup, or move the file away; then the bundled books come back, and yours by ' +
    'importing them again.'
  return new StoreError('damaged', `The catalogue ${file} is damaged (${reason}). ${remedy}`, {
    cause,
  })
}

/** Reads an open catalogue from end to end, unless it is large. @throws StoreError where it is damaged */
export function checkWhole(database: DatabaseSync, file: string): void {
  checkCatalogue(database, file)
  if (sizeOf(file) > READ_WHOLE_MAX) return
  const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  if (found !== 'ok') throw damaged(file, firstProblem(found))
}

/** Another one for every file that is put into its place; `undefined` where there is none. */
export function fileVersion(file: string): string | undefined {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat && `${stat.ino} ${stat.size} ${stat.mtimeMs}`
}

/** Prepares each statement once. Limits are best part of the text: with bound ones SQLite would plan each time anew. */
export function createStatements(database: DatabaseSync): (sql: string) => StatementSync {
  const statements = new Map<string, StatementSync>()
  return (sql) => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
}

/** The book of a row. Only imports write records, so their shape is known. */
export function bookOf({ record }: Readonly<Record<string, unknown>>): Book {
  const book: Book = JSON.parse(String(record))
  return book
}
