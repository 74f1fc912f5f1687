import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import type { Store } from '../server/store/store.ts'
import type { TestDatabase } from './postgres.ts'
import { testBook, testUser } from './stores.ts'

// A database as versions before `readers.db` left it: the readers' tables and `books` as the migrations
// 0001 to 0042 made them, with two readers in it. The catalogue's other tables matter to nobody here.

/** What the engines call otherwise. */
interface Names {
  integer: string
  blob: string
  strict: string
  withoutRowid: string
  /** Of a table whose rows are numbered. */
  seq: string
  /** Of sessions, whose order is the rowid in SQLite. */
  sessionSeq: string
  constraint: string
  valueOf: (blob: string) => string
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const hex = (text: string): string => Buffer.from(text).toString('hex')

const SQLITE: Names = {
  integer: 'INTEGER',
  blob: 'BLOB',
  strict: 'STRICT',
  withoutRowid: 'STRICT, WITHOUT ROWID',
  seq: 'seq INTEGER PRIMARY KEY AUTOINCREMENT',
  sessionSeq: '',
  constraint: '',
  valueOf: (blob) => `x'${hex(blob)}'`,
}

const POSTGRES: Names = {
  integer: 'bigint',
  blob: 'bytea',
  strict: '',
  withoutRowid: '',
  seq: 'seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  sessionSeq: 'seq bigint GENERATED ALWAYS AS IDENTITY,',
  constraint: 'CONSTRAINT favorites_of_books',
  valueOf: (blob) => `'\\x${hex(blob)}'`,
}

const OF_USER = 'user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE'

/** The tables of version 0002: readers, and a catalogue. */
const firstTables = ({
  integer,
  blob,
  strict,
  withoutRowid,
  seq,
  sessionSeq,
  constraint,
}: Names) => `
  CREATE TABLE users (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL, picture TEXT, created_at ${integer} NOT NULL
  ) ${strict};
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY, ${sessionSeq} ${OF_USER},
    token_hash ${blob} NOT NULL UNIQUE, cookie_hash ${blob} NOT NULL UNIQUE,
    born TEXT NOT NULL CHECK (born IN ('password', 'url')),
    bound INTEGER NOT NULL CHECK (bound IN (0, 1)),
    created_at ${integer} NOT NULL, last_seen_at ${integer} NOT NULL, expires_at ${integer} NOT NULL
  ) ${strict};
  CREATE INDEX sessions_by_user ON sessions (user_id, created_at);
  CREATE TABLE preferences (
    ${OF_USER}, position INTEGER NOT NULL, category TEXT NOT NULL, PRIMARY KEY (user_id, position)
  ) ${withoutRowid};
  CREATE TABLE books (
    pop ${integer} PRIMARY KEY, id TEXT NOT NULL UNIQUE, source TEXT NOT NULL, record TEXT NOT NULL,
    picture TEXT
  ) ${strict};
  CREATE TABLE favorites (
    ${seq}, ${OF_USER}, book_id TEXT NOT NULL ${constraint} REFERENCES books (id),
    added_at ${integer} NOT NULL, UNIQUE (user_id, book_id)
  ) ${strict};
  CREATE INDEX favorites_by_book ON favorites (book_id);
  CREATE TABLE favorite_authors (
    ${seq}, ${OF_USER}, author TEXT NOT NULL, added_at ${integer} NOT NULL, UNIQUE (user_id, author)
  ) ${strict};`

/** What came with 0030, 0031 and 0035. */
const laterTables = ({ integer, blob, withoutRowid }: Names) => `
  CREATE TABLE identities (
    provider TEXT NOT NULL CHECK (provider IN ('google')), subject TEXT NOT NULL, ${OF_USER},
    created_at ${integer} NOT NULL, PRIMARY KEY (provider, subject), UNIQUE (user_id, provider)
  ) ${withoutRowid};
  CREATE TABLE google_sign_ins (
    cookie_hash ${blob} PRIMARY KEY, salt ${blob} NOT NULL, session_cookie_hash ${blob},
    expires_at ${integer} NOT NULL
  ) ${withoutRowid};
  CREATE INDEX google_sign_ins_by_end ON google_sign_ins (expires_at);
  CREATE TABLE login_throttles (
    account ${blob} PRIMARY KEY, recent INTEGER NOT NULL, last_at ${integer} NOT NULL,
    today INTEGER NOT NULL, today_from ${integer} NOT NULL
  ) ${withoutRowid};
  CREATE INDEX login_throttles_by_age ON login_throttles (last_at);
  CREATE TABLE login_devices (
    ${OF_USER}, secret_hash ${blob} NOT NULL, used_at ${integer} NOT NULL,
    PRIMARY KEY (user_id, secret_hash)
  ) ${withoutRowid};
  CREATE TABLE left_pictures (name TEXT PRIMARY KEY) ${withoutRowid};`

/** The book as it is in the catalogue now; as it was when it was added. */
const inCatalogue = (id: string) => testBook(id, ['Now'])
const asAdded = (id: string) => testBook(id, ['Then'])

const firstRows = ({ valueOf }: Names) => `
  INSERT INTO users VALUES
    ('bob', 'bob', 'bob@Example.com', 'bob@example.com', '', NULL, 1795000000123),
    ('ada', 'ada', 'ada@Example.com', 'ada@example.com', '', 'ada.webp', 1795000000123);
  INSERT INTO sessions
    (id, user_id, token_hash, cookie_hash, born, bound, created_at, last_seen_at, expires_at) VALUES
    ('z', 'ada', ${valueOf('tz')}, ${valueOf('cz')}, 'url', 1, 5, 6, 7),
    ('a', 'ada', ${valueOf('ta')}, ${valueOf('ca')}, 'password', 0, 5, 6, 7);
  INSERT INTO preferences VALUES ('ada', 1, 'Horror'), ('ada', 0, 'Poetry');
  INSERT INTO books VALUES
    (7, 'one', 'test', '${JSON.stringify(inCatalogue('one'))}', 'https://covers.example/one.jpg'),
    (-3, 'two', 'test', '${JSON.stringify(inCatalogue('two'))}', NULL);
  INSERT INTO favorite_authors (user_id, author, added_at) VALUES ('ada', 'Zoë', 4), ('ada', 'Ann', 3);`

const laterRows = ({ valueOf }: Names) => `
  INSERT INTO identities VALUES ('google', 'subject', 'ada', 8);
  INSERT INTO google_sign_ins VALUES (${valueOf('sign-in')}, ${valueOf('salt')}, NULL, 9);
  INSERT INTO login_throttles VALUES (${valueOf('account')}, 1, 2, 3, 4);
  INSERT INTO login_devices VALUES ('ada', ${valueOf('device')}, 10);
  INSERT INTO left_pictures VALUES ('left.webp');`

/** Numbers as after a favorite was removed: 2 to 4. */
const favoriteRows = (withRecord: boolean) => `
  INSERT INTO favorites (user_id, book_id, added_at) VALUES ('bob', 'one', 1);
  DELETE FROM favorites;
  ${[
    ['ada', 'two', 30],
    ['ada', 'one', 20],
    ['bob', 'one', 10],
  ]
    .map(([user, book, at]) => {
      const record = withRecord ? `, '${JSON.stringify(asAdded(String(book)))}'` : ''
      return `INSERT INTO favorites (user_id, book_id, added_at${withRecord ? ', record' : ''})
        VALUES ('${user}', '${book}', ${at}${record});`
    })
    .join('\n')}`

/** Versions that are tested: the first with a catalogue, the last two. */
export type OldVersion = 2 | 41 | 42

function oldDatabase(names: Names, version: OldVersion): string {
  const later = version > 2 ? [laterTables(names), laterRows(names)] : []
  const record = "ALTER TABLE favorites ADD COLUMN record TEXT NOT NULL DEFAULT '';"
  return [
    firstTables(names),
    firstRows(names),
    ...later,
    version > 41 ? record : '',
    favoriteRows(version > 41),
  ].join('\n')
}

/** Makes the `catchword.db` of an old version, and leaves it open as a server that runs has it. */
export function makeOldSqlite(file: string, version: OldVersion): DatabaseSync {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(oldDatabase(SQLITE, version))
  database.exec(`PRAGMA application_id = 1131698020; PRAGMA user_version = ${version}`)
  return database
}

/** Makes the tables of an old version in an empty database. */
export async function makeOldPostgres(database: TestDatabase, version: OldVersion): Promise<void> {
  await database.query(`
    CREATE TABLE catchword_migrations (
      version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()
    );
    INSERT INTO catchword_migrations (version) SELECT generate_series(1, ${version});
    ${oldDatabase(POSTGRES, version)}`)
}

/** Looks for everything that was in the old database. */
export async function expectOldReaders(store: Store, version: OldVersion): Promise<void> {
  const bookOf = version > 41 ? asAdded : inCatalogue
  const later = version > 2
  const outlineOf = (id: string, addedAt: number) => {
    const { title, authors } = bookOf(id).volumeInfo
    return { id, title, authors, addedAt }
  }
  expect(await store.accounts.everythingOf('ada')).toEqual({
    user: testUser('ada', { picture: 'ada.webp' }),
    identities: later ? [{ provider: 'google', subject: 'subject', createdAt: 8 }] : [],
    preferences: ['Poetry', 'Horror'],
    favorites: [outlineOf('one', 20), outlineOf('two', 30)],
    authors: [
      { name: 'Ann', addedAt: 3 },
      { name: 'Zoë', addedAt: 4 },
    ],
    sessions: expect.arrayContaining([
      { born: 'url', createdAt: 5, lastSeenAt: 6, expiresAt: 7 },
      { born: 'password', createdAt: 5, lastSeenAt: 6, expiresAt: 7 },
    ]),
    devices: later ? [{ usedAt: 10 }] : [],
  })
  expect(await store.users.byId('bob')).toEqual(testUser('bob'))
  const seqs = async () => {
    const all = await store.favorites.since(0, 9)
    return all.filter(({ userId }) => userId === 'ada').map(({ seq }) => seq)
  }
  expect(await seqs()).toEqual([2, 3])
  expect(await store.favorites.recordOf('one')).toEqual({
    book: bookOf('one'),
    picture: 'https://covers.example/one.jpg',
  })
  expect(await store.favorites.recordOf('two')).toEqual({ book: bookOf('two') })
  if (later) {
    const failures = { recent: 1, lastAt: 2, today: 3, todayFrom: 4 }
    expect(await store.loginThrottles.byAccount(bytes('account'))).toEqual(failures)
    expect((await store.googleSignIns.take(bytes('sign-in')))?.expiresAt).toBe(9)
    expect(await store.accounts.leftPictures()).toEqual(['left.webp'])
  }
  // The newer of two sessions of one moment stays, and numbers go on behind those that were given.
  await store.sessions.add(
    {
      id: 'new',
      userId: 'ada',
      tokenHash: bytes('new'),
      cookieHash: bytes('new'),
      born: 'url',
      bound: true,
      createdAt: 5,
      lastSeenAt: 5,
      expiresAt: 9,
    },
    2,
  )
  expect((await store.sessions.byTokenHash(bytes('ta')))?.id).toBe('a')
  expect(await store.sessions.byTokenHash(bytes('tz'))).toBeUndefined()
  await store.favorites.add('ada', { book: testBook('three') }, 1, 9)
  expect(await seqs()).toEqual([2, 3, 5])
}
