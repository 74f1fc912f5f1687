import type { Book, SearchResult } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'

/** A reader's account. Times are milliseconds since 1970, by the server's clock. */
export interface User {
  id: string
  name: string
  /** As typed; compared by `emailKey`. */
  email: string
  /** Lower case, NFKC: unique. */
  emailKey: string
  /** A PHC string (argon2id). */
  passwordHash: string
  /** File name under the pictures folder, or null. */
  picture: string | null
  createdAt: number
}

/** A session: two independent secrets, both kept only as SHA-256 (security.md, section 0). */
export interface Session {
  id: string
  userId: string
  tokenHash: Uint8Array
  cookieHash: Uint8Array
  /** How it began: `url` sessions work only with their cookie. */
  born: 'password' | 'url'
  /** Begun by a browser: with `SESSION_BINDING=all` it works only with its cookie. */
  bound: boolean
  createdAt: number
  lastSeenAt: number
  expiresAt: number
}

export interface UserRepository {
  /** Adds a user; `false` where the email is taken. */
  add(user: User): Promise<boolean>
  byId(id: string): Promise<User | undefined>
  byEmail(emailKey: string): Promise<User | undefined>
  setPicture(id: string, picture: string | null): Promise<void>
  setPasswordHash(id: string, passwordHash: string): Promise<void>
}

export interface SessionRepository {
  /** Adds a session and drops the user's oldest beyond `keep`. */
  add(session: Session, keep: number): Promise<void>
  byTokenHash(hash: Uint8Array): Promise<Session | undefined>
  byCookieHash(hash: Uint8Array): Promise<Session | undefined>
  touch(id: string, lastSeenAt: number): Promise<void>
  setCookieHash(id: string, cookieHash: Uint8Array): Promise<void>
  remove(id: string): Promise<void>
  /** Removes what has expired or idled before the given times; returns how many. */
  removeStale(now: number, idleSince: number): Promise<number>
}

export interface PreferenceRepository {
  /** In the order saved; empty while none. */
  list(userId: string): Promise<Category[]>
  replace(userId: string, preferences: readonly Category[]): Promise<void>
}

export interface FavoriteRepository {
  /** Whole records, newest first. */
  list(userId: string): Promise<Book[]>
  /** `unknown` where no such book exists, `full` where the reader has `max` already; a repeat is `ok`. */
  add(userId: string, bookId: string, now: number, max: number): Promise<'ok' | 'unknown' | 'full'>
  /** Absent is no error. */
  remove(userId: string, bookId: string): Promise<void>
}

export interface AuthorRepository {
  /** Names, newest first. */
  list(userId: string): Promise<string[]>
  /** A repeat is `ok`. */
  add(userId: string, author: string, now: number, max: number): Promise<'ok' | 'full'>
}

/** One book as the catalogue keeps it: the record that is answered, and what orders and finds it. */
export interface StoredBook {
  book: Book
  /** How well known and loved, 0 to 100 with up to three decimals; orders shelves and search bands. */
  worth: number
  /** Where it came from, such as `bundled`. */
  source: string
  /** Where a remote cover is. Only the server goes there; the record points to `/covers/{id}`. */
  picture?: string
}

/** What an import did with the books that came, in numbers. */
export interface ImportCounts {
  added: number
  changed: number
  unchanged: number
  /** Came again under the same id: the first was taken. */
  repeated: number
  /** Are there already, from another source, and stay with it. */
  held: number
}

/** The last import of a source. Times are milliseconds since 1970, by the importer's clock. */
export interface ImportState extends ImportCounts {
  source: string
  /** Tells the input from every other, and from what it was before it changed. */
  input: string
  /** The input's name for people. */
  name: string
  startedAt: number
  updatedAt: number
  /** `undefined` while there is more to come: it goes on where it was. */
  finishedAt: number | undefined
  /** How many records of the input are done with, those skipped included. */
  records: number
  /** How many books left the source because the input no longer had them. */
  removed: number
  /** What the importer remembers beside: JSON. */
  notes: string
}

/** A batch of an import: the books that the input's records up to `records` brought. */
interface ImportBatch {
  books: readonly StoredBook[]
  /** How many records were done with before this batch, and are after it. */
  from: number
  records: number
  notes: string
}

/** Somebody else imports the same source at the same time. */
export class ImportConflict extends Error {
  constructor(source: string) {
    super(`Another import of "${source}" is running.`)
    this.name = 'ImportConflict'
  }
}

/** How many books left a source, and how many of these stay for the readers who favor them. */
export interface Removal {
  removed: number
  favored: number
}

export interface BookRepository {
  byId(id: string): Promise<Book | undefined>
  /** Where the book's remote cover is, if it has one. */
  pictureOf(id: string): Promise<string | undefined>
  byCategory(category: Category, startIndex: number, count: number): Promise<Book[]>
  byAuthors(authors: readonly string[], limit: number): Promise<Book[]>
  search(query: string, limit: number): Promise<SearchResult[]>
  /** Replaces the books of one source in one transaction; favorited ones that left the source stay. */
  replaceSource(source: string, books: readonly StoredBook[], fingerprint: string): Promise<void>
  /** The fingerprint given with the last `replaceSource` of that source. */
  fingerprint(source: string): Promise<string | undefined>
  count(): Promise<number>
  /**
   * Adds one book to its source and to every index, in one transaction; nothing where its id is there
   * already. Its place is behind all others of the source.
   */
  keep(book: StoredBook): Promise<void>

  /**
   * Begins the import of a source, or goes on with one of the same input that was not finished.
   * Readers see no change.
   */
  beginImport(source: string, input: string, name: string, now: number): Promise<ImportState>
  /**
   * Brings a batch into the catalogue, all indexes and the import's progress, in one transaction.
   *
   * @throws ImportConflict where the import does not stand at `batch.from`
   */
  importBatch(source: string, batch: ImportBatch, now: number): Promise<ImportState>
  /**
   * Ends an import whose input is read to the end; `prune`: takes out the source's books that did not
   * come, those favored only from the indexes. In several transactions: begun anew it goes on.
   */
  finishImport(source: string, prune: boolean, now: number): Promise<ImportState>
  /** The last import of each source. */
  imports(): Promise<ImportState[]>
  /** How many books each source has. */
  sources(): Promise<{ source: string; books: number }[]>
  /** At most `limit` books of a source, the best first, behind the rank `after` (0 for the first). */
  booksOf(
    source: string,
    after: number,
    limit: number,
  ): Promise<{ books: StoredBook[]; last: number }>
  /**
   * Takes a source and its books out; those that readers favor stay for them, outside of the indexes.
   * In several transactions: begun anew it goes on.
   */
  removeSource(source: string): Promise<Removal>
}

/**
 * Everything that is kept, as repositories. Asynchronous throughout, so that the engine behind it can
 * be SQLite in this process or a database server.
 */
export interface Store {
  users: UserRepository
  sessions: SessionRepository
  preferences: PreferenceRepository
  favorites: FavoriteRepository
  authors: AuthorRepository
  books: BookRepository
  /** Rejects where the database does not answer. */
  check(): Promise<void>
  close(): Promise<void>
}
