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
  /** A PHC string (argon2id); empty where the reader has no password and signs in elsewhere. */
  passwordHash: string
  /** File name under the pictures folder, or null. */
  picture: string | null
  createdAt: number
}

/** A session: two independent secrets, both kept only as SHA-256 (../shared/security.md, section 0). */
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
  /** Takes a sign-in out: of any number that ask at once, one gets it. */
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
   * Writes `after` where `before` still stands (`undefined`: nothing does); `false` where somebody
   * else was faster.
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
 * Everything that is held about a reader, for the reader (contract/account.ts), lists newest first.
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
   * Deletes a reader and all that belongs to them in one transaction, and the failed logins kept under
   * `loginAccount`. The name of the picture is kept until `pictureGone`. `false` where there is no such
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
  /** Books as they were when their hearts were given, newest first. */
  list(userId: string): Promise<Book[]>
  /** So many of them, behind a favorite that came before: all at once they would hold everybody else up. */
  page(userId: string, count: number, behind?: Favorite): Promise<Favorite[]>
  /** Their ids, newest first. */
  ids(userId: string): Promise<string[]>
  /** `unknown` where no such book exists, `full` where the reader has `max` already; a repeat is `ok`. */
  add(userId: string, bookId: string, now: number, max: number): Promise<'ok' | 'unknown' | 'full'>
  /**
   * Absent is no error. With the last favorite by an author that author leaves the favorite authors, too
   * (decision page 0037).
   */
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

/** What a stage needs to know; goes to other threads. */
export interface StageSettings {
  /** The catalogue's file. */
  catalogue: string
  source: string
  /** The number of the source (`book_sources.slot`). */
  slot: number
}

/** A book to be staged. */
export interface StagedRecord {
  /** The number of its record in the input, from 1. */
  number: number
  /** The place in the source that it takes where it is new. */
  place: number
  stored: StoredBook
}

/** What a stage did with some books; they are counted as if nothing came between. */
export interface StagedBatch {
  counts: ImportCounts
  /** A number for each book that is new or unchanged, by its id: those of a whole run lie in memory at once. */
  marks: Float64Array
}

/** Some thousand records of an import, prepared in files. */
export interface StagedRun {
  /** How many records were done with before this run, and are after it. */
  from: number
  records: number
  notes: string
  files: readonly string[]
  /** The place in the source of its first record (`StagedRecord.place`). */
  place: number
  counts: ImportCounts
}

/** What the learning of words asks for. */
export interface LearningHelp {
  /**
   * Has the remainders prepared in files of those words behind the id `after` up to `last` that have
   * none, and answers these files.
   */
  prepareKeys: (after: number, last: number) => Promise<readonly string[]>
  /** Asked after every transaction, and told how far it is, 0 to 1: the next one begins when it has resolved. */
  pause: (done: number) => Promise<void>
}

/**
 * An import of very many books: their records are prepared elsewhere (`StageSettings`), in files that
 * are then copied into the catalogue.
 */
export interface BulkImport {
  settings: StageSettings
  /** Where the files of runs are to lie; goes with `close`. */
  folder: string
  /** How many places of the source are taken. */
  places(): number
  /**
   * Copies a run into the catalogue, in several short transactions with `pause` after each: first records
   * and shelves, then what finds them, at last the import's progress. Cut off in between, it is taken back
   * by the next `beginImport`.
   *
   * @returns how the import stands; `undefined`, with nothing done, where the run is not as it must be:
   * nothing but new and unchanged books that did not come before. Then `booksOf` goes through `importBatch`.
   * @throws ImportConflict where the import does not stand at `run.from`
   */
  write(run: StagedRun, now: number, pause: () => Promise<void>): Promise<ImportState | undefined>
  /**
   * Merges what finds the books, and brings what mistyped forms of the catalogue's words are found by, for
   * those words that have none of it, whichever import brought them.
   */
  learn(help: LearningHelp): Promise<void>
  /** The books of the run's records behind number `after` up to number `last`. */
  booksOf(run: StagedRun, after: number, last: number): StoredBook[]
  /** The run's files go. */
  forget(run: StagedRun): void
  close(): void
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
  /**
   * At most `limit` books, the best first, as far as there was time to find them. Once `signal` is
   * aborted the rest is not looked for, and none may be answered: whoever asked is gone.
   *
   * @throws SearchTooSlow where there was time to find nothing
   */
  search(query: string, limit: number, signal?: AbortSignal): Promise<SearchResult[]>
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
   * How the books of an import that was begun come in fastest where they are very many; `undefined`
   * where nothing is faster than `importBatch`.
   */
  openBulk(source: string): Promise<BulkImport | undefined>
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

/** How large the store is, for those who watch the server. */
interface StoreFigures {
  /** Size of the database in bytes, its free pages included. */
  bytes: number
}

/** How busy the store is, for those who watch the server. */
interface StoreLoad {
  /** Connections to a database server; none where the engine is in this process. */
  connections?: { used: number; idle: number; waiting: number }
  /** Searches on threads of this process; none where a database server does them. */
  searches?: { running: number; waiting: number }
}

/**
 * Everything that is kept, as repositories. Asynchronous throughout, so that the engine behind it can
 * be SQLite in this process or a database server.
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
  books: BookRepository
  /** Rejects where the database does not answer. */
  check(): Promise<void>
  figures(): Promise<StoreFigures>
  /** Known without asking the database, so also where it does not answer. */
  load(): StoreLoad
  close(): Promise<void>
}
