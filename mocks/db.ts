import { Type, type Static } from 'typebox'
import { bundledBooks } from '../books/bundled/bundledBook.ts'
import type { BundledRecord } from '../books/bundled/bundledRecord.ts'
import type { Book } from '../contract/books.ts'
import { Device } from '../contract/session.ts'
import { buildUser, type FakeUser } from './builders.ts'

const FILES = import.meta.glob<BundledRecord[]>('../books/bundled/*.json', {
  eager: true,
  import: 'default',
})
/** The books that ship with the project, with the ids they have on the server. */
const BUNDLED_BOOKS = bundledBooks(Object.values(FILES).flat())
const POPULARITIES = new Map(BUNDLED_BOOKS.map(({ book, popularity }) => [book.id, popularity]))

/** How well known a book is (`StoredBook.popularity`); one that does not ship is unknown. */
export const popularityOf = ({ id }: Book): number => POPULARITIES.get(id) ?? 0

/**
 * A session of the fake backend: the secrets of bearer and cookie, as on the server (docs/security.md 1.4), and how
 * it began: `url` sessions work only together with their cookie.
 */
export const FakeSession = Type.Object({
  token: Type.String(),
  cookie: Type.String(),
  id: Type.String(),
  userId: Type.String(),
  begun: Type.Enum(['password', 'url']),
  ...Device,
})
export type FakeSession = Static<typeof FakeSession>

/** An uploaded picture. */
export interface FakePicture {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** What tokens and cookies are made of: 43 random characters. */
export const createSecret = (): string =>
  `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll('-', '').slice(0, 43)

/** Everything the fake backend stores. Tests and scenarios read and change it freely. */
export class Db {
  /** The most popular first. */
  books: Book[] = BUNDLED_BOOKS.map(({ book }) => book)
  users: FakeUser[] = []
  sessions: FakeSession[] = []
  /** By file name. */
  pictures = new Map<string, FakePicture>()
  /** Whether the backend mails password reset links. */
  sendsMail = true
  /** Whose password the token of such a link sets. */
  resetTokens = new Map<string, string>()
  /** The HttpOnly cookie that the simulated browser holds; read where a page sends the requests. */
  browserCookie: string | null = null

  /** The book of an id, or `undefined`. */
  book(id: string): Book | undefined {
    return this.books.find((book) => book.id === id)
  }

  /** Those that there are of these ids, in their order. */
  booksOf(ids: readonly string[]): Book[] {
    return ids.map((id) => this.book(id)).filter((book) => book !== undefined)
  }

  /** The user of an id, or `undefined`. */
  user(id: string): FakeUser | undefined {
    return this.users.find((user) => user.id === id)
  }

  /** Adds an account; `overrides` replace single fields. */
  addUser(overrides?: Partial<FakeUser>): FakeUser {
    const user = buildUser(overrides)
    this.users.push(user)
    return user
  }

  /** Adds a session of a user; `overrides` replace single fields. */
  addSession({ id }: Pick<FakeUser, 'id'>, overrides: Partial<FakeSession> = {}): FakeSession {
    const secrets = { token: createSecret(), cookie: createSecret(), id: createSecret() }
    const device = { browser: 'Firefox', system: 'Windows' }
    const session = { ...secrets, ...device, userId: id, begun: 'password' as const, ...overrides }
    this.sessions.push(session)
    return session
  }

  /** Begins a session for a user, and gives the simulated browser its cookie. */
  signIn(user: Pick<FakeUser, 'id'>, begun: FakeSession['begun'] = 'password'): FakeSession {
    const session = this.addSession(user, { begun })
    this.browserCookie = session.cookie
    return session
  }
}
