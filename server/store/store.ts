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
