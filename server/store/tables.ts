import type { Generated } from 'kysely'
import type { GoogleSignIn, Identity, LoginThrottle, Session, User } from './store.ts'

/** `seq` counts up with every row: the clock alone gives no order within a millisecond. */
interface Numbered {
  seq: Generated<number>
}

/**
 * The tables of the readers' data, the same in both engines (migrations/), by Kysely's names: `emailKey`
 * here is `email_key` in SQL. Times are milliseconds since 1970; every integer is below 2^53.
 */
export interface Tables {
  users: User
  /** `bound` is 0 or 1. */
  sessions: Numbered & Omit<Session, 'bound'> & { bound: number }
  identities: Identity
  googleSignIns: GoogleSignIn
  loginThrottles: LoginThrottle & { account: Uint8Array }
  loginDevices: { userId: string; secretHash: Uint8Array; usedAt: number }
  leftPictures: { name: string }
  preferences: { userId: string; position: number; category: string }
  /** `record` is the book (contract/books.ts) as JSON. */
  favorites: Numbered & {
    userId: string
    bookId: string
    record: string
    picture: string | null
    addedAt: number
  }
  favoriteAuthors: Numbered & { userId: string; author: string; addedAt: number }
}
