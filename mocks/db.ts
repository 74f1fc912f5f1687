import type { Book } from '../contract/books.ts'
import { buildUser, type FakeUser } from './builders.ts'
import { BUNDLED_BOOKS } from './bundledBooks.ts'

/** A session of the fake backend: two secrets, as on the server (docs/security.md 1.4). */
export interface FakeSession {
  /** The bearer token, 43 characters. */
  token: string
  /** The value of the session cookie, 43 characters. */
  cookie: string
  userId: string
  /** How it began: `url` sessions work only together with their cookie. */
  born: 'password' | 'url'
}

/** An uploaded picture. */
export interface FakePicture {
  type: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Everything the fake backend stores. Tests and scenarios read and change it freely. */
export interface Db {
  /** The most popular first. */
  books: Book[]
  users: FakeUser[]
  sessions: FakeSession[]
  /** By file name. */
  pictures: Map<string, FakePicture>
  /** Whether the backend mails links that set a new password (decision 59). */
  sendsMail: boolean
  /** Whose password the token of such a link sets. */
  resetTokens: Map<string, string>
  /** The HttpOnly cookie that the simulated browser holds; only read with `cookieJar: true`. */
  browserCookie: string | null
  /** The book of an id, or `undefined`. */
  book(id: string): Book | undefined
  /** The user of an id, or `undefined`. */
  user(id: string): FakeUser | undefined
  /** Adds an account; `overrides` replace single fields. */
  addUser(overrides?: Partial<FakeUser>): FakeUser
  /** Begins a session for a user, and gives the simulated browser its cookie. */
  signIn(user: FakeUser, born?: FakeSession['born']): FakeSession
}

/** 256 random bits as base64url: what tokens and cookies are made of, 43 characters. */
export function createSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** A new database in memory, with the bundled books unless others are given. */
export function createDb({ books = BUNDLED_BOOKS }: { books?: readonly Book[] } = {}): Db {
  const db: Db = {
    books: [...books],
    users: [],
    sessions: [],
    pictures: new Map(),
    sendsMail: true,
    resetTokens: new Map(),
    browserCookie: null,
    book: (id) => db.books.find((book) => book.id === id),
    user: (id) => db.users.find((user) => user.id === id),
    addUser(overrides) {
      const user = buildUser(overrides)
      db.users.push(user)
      return user
    },
    signIn(user, born = 'password') {
      const session = { token: createSecret(), cookie: createSecret(), userId: user.id, born }
      db.sessions.push(session)
      db.browserCookie = session.cookie
      return session
    },
  }
  return db
}
