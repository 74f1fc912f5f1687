import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import type { CatalogueBook } from '../catalogue/storedBook.ts'

/** A reader's account. Times are milliseconds since 1970, by the server's clock. */
export interface User {
  id: string
  name: string
  /** As typed; compared by `emailKey`. */
  email: string
  /** Lower case, NFKC: unique. */
  emailKey: string
  /** A PHC string (argon2id); empty where the reader has no password and signs in elsewhere. */
  passwordHash: string
  /** File name under the pictures folder, or null. */
  picture: string | null
  createdAt: number
}

/** A session: two independent secrets, both stored only as SHA-256. */
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
  /** `false` where there is no such user, or another picture than `before`, where that is given. */
  setPicture(id: string, picture: string | null, before?: string | null): Promise<boolean>
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

/** Who a reader is at a provider that they sign in with: the subject alone says so, never an email. */
export interface Identity {
  provider: 'google'
  /** The provider's own name for the account: up to 255 characters, never given to another. */
  subject: string
  userId: string
  createdAt: number
}

/** One reader a subject, one subject of each provider a reader. */
export interface IdentityRepository {
  readerOf(provider: Identity['provider'], subject: string): Promise<User | undefined>
  /** Links a reader; `false` where the subject, or the reader, is linked already. */
  add(identity: Identity): Promise<boolean>
  /** Adds a user and their identity, or neither: `false` where the email or the subject is taken. */
  addReader(user: User, identity: Identity): Promise<boolean>
}

/** A sign-in with Google that is under way. */
export interface GoogleSignIn {
  /** SHA-256 of the secret that the browser's cookie holds. */
  cookieHash: Uint8Array
  /** What makes the secrets of the sign-in, together with the cookie's. */
  salt: Uint8Array
  /** The session that the browser had when it began, by the SHA-256 of its cookie. */
  sessionCookieHash: Uint8Array | null
  expiresAt: number
}

export interface GoogleSignInRepository {
  add(signIn: GoogleSignIn): Promise<void>
  /** Removes a sign-in and returns it: of any number of concurrent requests, one gets it. */
  take(cookieHash: Uint8Array): Promise<GoogleSignIn | undefined>
  /** Returns how many. */
  removeExpired(now: number): Promise<number>
}

/** Failed logins of an account. Times are milliseconds since 1970, by the server's clock. */
export interface LoginThrottle {
  /** Failures in a row, none more than a quarter of an hour after the one before. */
  recent: number
  /** When the last of them was. */
  lastAt: number
  /** Failures within a day of `todayFrom`. */
  today: number
  todayFrom: number
}

/** Failed logins by account: a SHA-256 of what was typed as email, whether it is anybody's or not. */
export interface LoginThrottleRepository {
  byAccount(account: Uint8Array): Promise<LoginThrottle | undefined>
  /**
   * Writes `after` where `before` is still stored (`undefined`: nothing is); `false` where another
   * request was faster.
   */
  replace(
    account: Uint8Array,
    before: LoginThrottle | undefined,
    after: LoginThrottle,
  ): Promise<boolean>
  /** Removes those whose last failure was before the given time; returns how many. */
  removeStale(before: number): Promise<number>
}

/** Browsers in which a reader has logged in: a SHA-256 of the secret in their device cookie. */
export interface LoginDeviceRepository {
  has(userId: string, secretHash: Uint8Array): Promise<boolean>
  /** Adds a browser, or notes that it is in use, and drops the user's least recent beyond `keep`. */
  add(userId: string, secretHash: Uint8Array, now: number, keep: number): Promise<void>
}

/**
 * Everything that is stored about a reader, for the reader (contract/account.ts), lists newest first.
 * Times are milliseconds since 1970.
 */
export interface HeldAccount {
  user: User
  identities: Pick<Identity, 'provider' | 'subject' | 'createdAt'>[]
  preferences: string[]
  favorites: { book: Book; addedAt: number }[]
  authors: { name: string; addedAt: number }[]
  sessions: Pick<Session, 'born' | 'createdAt' | 'lastSeenAt' | 'expiresAt'>[]
  devices: { usedAt: number }[]
}

/** Accounts as a whole: what a reader may ask to see, and to have deleted. */
export interface AccountRepository {
  /** `undefined` where there is no such reader. */
  held(userId: string): Promise<HeldAccount | undefined>
  /**
   * Deletes a reader and all that belongs to them in one transaction, and the failed logins stored under
   * `loginAccount`. The name of the picture is stored until `pictureGone`. `false` where there is no such
   * reader.
   */
  remove(userId: string, loginAccount: Uint8Array): Promise<boolean>
  /** The pictures of deleted accounts whose files may still be there. */
  leftPictures(): Promise<string[]>
  /** The file of such a picture is gone. */
  pictureGone(name: string): Promise<void>
  /**
   * Makes the engine's own files forget what was deleted, as far as it can while it runs. Resolves
   * where it cannot, too.
   */
  scrub(): Promise<void>
}

export interface PreferenceRepository {
  /** In the order saved; empty while none. */
  list(userId: string): Promise<Category[]>
  replace(userId: string, preferences: readonly Category[]): Promise<void>
}

/** A book of a reader, and its place in the order of adding. */
export interface Favorite {
  seq: number
  book: Book
}

export interface FavoriteRepository {
  /** Newest first. */
  list(userId: string): Promise<Book[]>
  /** At most `count`, newest first, those older than `behind` where that is given. */
  page(userId: string, count: number, behind?: Favorite): Promise<Favorite[]>
  /** Their ids, newest first. */
  ids(userId: string): Promise<string[]>
  /** `full` where the reader has `max` already; a repeat is `ok` and changes nothing. */
  add(userId: string, favorite: CatalogueBook, now: number, max: number): Promise<'ok' | 'full'>
  /**
   * Absent is no error. With the last favorite by an author that author leaves the favorite authors, too
   * (decision page 0037).
   */
  remove(userId: string, bookId: string): Promise<void>
  /** The record with which any reader added the book last, `undefined` where it is nobody's favorite. */
  recordOf(bookId: string): Promise<CatalogueBook | undefined>
}

export interface AuthorRepository {
  /** Names, newest first. */
  list(userId: string): Promise<string[]>
  /** A repeat is `ok`. */
  add(userId: string, author: string, now: number, max: number): Promise<'ok' | 'full'>
}

/**
 * The readers' data, as repositories. Every write is durable when its promise resolves: on disk in SQLite,
 * in PostgreSQL as its own `synchronous_commit` says.
 */
export interface Store {
  users: UserRepository
  sessions: SessionRepository
  identities: IdentityRepository
  googleSignIns: GoogleSignInRepository
  loginThrottles: LoginThrottleRepository
  loginDevices: LoginDeviceRepository
  accounts: AccountRepository
  preferences: PreferenceRepository
  favorites: FavoriteRepository
  authors: AuthorRepository
  /** Rejects where the database does not respond. */
  check(): Promise<void>
  /** Size of the database in bytes, free pages included. */
  figures(): Promise<{ bytes: number }>
  /** How busy the connections to a database server are; SQLite has none. Asks nothing of the database. */
  load(): { connections?: ConnectionLoad }
  close(): Promise<void>
}

/** Numbers of connections, and of requests that wait for one. */
export interface ConnectionLoad {
  used: number
  idle: number
  waiting: number
}
