import type { Generated } from 'kysely'
import type { Language } from '../../contract/languages.ts'
import type { Mark } from '../../contract/marks.ts'
import type { LibraryList } from '../../contract/uploads.ts'

// The rows of the readers' data. Times are milliseconds since 1970, by the server's clock.

/** A reader's account. */
export interface User {
  id: string
  name: string
  /** As typed; compared by `emailKey`. */
  email: string
  /** What `emailKey` (contract/email.ts) makes of it: unique. */
  emailKey: string
  /** A PHC string (argon2id); empty where the reader has no password and signs in elsewhere. */
  passwordHash: string
  createdAt: number
  /** When the host shut the reader out, `null` where they may come in. */
  disabledAt: number | null
  /** The language that the reader chose, `null` where they chose none. */
  language: Language | null
}

/** A session: two independent secrets, both stored only as SHA-256. */
export interface Session {
  id: string
  userId: string
  tokenHash: Uint8Array
  cookieHash: Uint8Array
  /** How it began: `url` sessions work only with their cookie. */
  begun: 'password' | 'url'
  /** Begun by a browser: with `SESSION_BINDING=all` it works only with its cookie. */
  bound: boolean
  /** What it was last used on, in words such as `Firefox` and `Windows`. */
  browser: string | null
  system: string | null
  createdAt: number
  lastSeenAt: number
  expiresAt: number
}

/** Who a reader is at a provider that they sign in with: the subject alone says so, never an email. */
export interface Identity {
  provider: 'google'
  /** The provider's own name for the account: up to 255 characters, never given to another. */
  subject: string
  userId: string
  createdAt: number
}

/** A link that sets a new password. */
export interface PasswordReset {
  /** SHA-256 of its token. */
  tokenHash: Uint8Array
  userId: string
  expiresAt: number
}

/** Failed logins of an account. */
export interface LoginThrottle {
  /** Failures in a row, none more than a quarter of an hour after the one before. */
  recent: number
  /** When the last of them was. */
  lastAt: number
  /** Failures within a day of `todayFrom`. */
  today: number
  todayFrom: number
}

/** `seq` counts up with every row: the clock alone gives no order within a millisecond. */
interface Numbered {
  seq: Generated<number>
}

/** A book that a reader keeps; `record` is the book (contract/books.ts) as JSON. */
interface KeptBook extends Numbered {
  userId: string
  bookId: string
  record: string
  picture: string | null
  addedAt: number
}

/** The tables in both engines (migrations/): `emailKey` here is `email_key` in SQL. Integers are below 2^53. */
export interface Tables {
  users: User
  /** `bound` is 0 or 1, and `begun` is called `born` in the table. */
  sessions: Numbered & Omit<Session, 'bound' | 'begun'> & { born: Session['begun']; bound: number }
  identities: Identity
  passwordResets: PasswordReset
  /** `account` is a SHA-256 of what was typed as email, whether it is anybody's or not. */
  loginThrottles: LoginThrottle & { account: Uint8Array }
  /** Browsers in which a reader has logged in: a SHA-256 of the secret in their device cookie. */
  loginDevices: { userId: string; secretHash: Uint8Array; usedAt: number }
  /** `name` is where the picture is served; `bytes` are WebP, some 30 kB. */
  pictures: { userId: string; name: string; bytes: Uint8Array }
  preferences: { userId: string; position: number; category: string }
  favorites: KeptBook
  /** A book of a reader is here or in `favorites`, never in both. */
  marks: KeptBook & { mark: Mark }
  /** The books to read, and those just ended, as one was moved last: ids, and the last `seq` that it knows of. */
  wishOrders: { userId: string; ids: string; upTo: number }
  /** Where a heart or mark of a book was that ended last, its `seq` as `place`; kept for an hour. */
  endedBooks: {
    userId: string
    bookId: string
    list: LibraryList
    place: number
    addedAt: number
    endedAt: number
  }
  favoriteAuthors: Numbered & { userId: string; author: string; addedAt: number }
  /** The last import of a library; what it added, and nothing else of the reader, has its `addedAt`. */
  imports: { userId: string; program: string | null; addedAt: number }
  /** One row at most: what this host alone knows. */
  hostSecrets: { name: 'recommendations'; value: string }
}
