import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Marks a SQLite file as Catchword's ("CtWd"), so that no other program's is taken for ours. */
export const APPLICATION_ID = 0x43745764

// What the engines call the same. SQLite checks the types of values in STRICT tables alone.
const POSTGRES = {
  time: 'bigint',
  blob: 'bytea',
  seq: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  strict: '',
  byKey: '',
}
const SQLITE = {
  time: 'integer',
  blob: 'blob',
  seq: 'integer PRIMARY KEY AUTOINCREMENT',
  strict: 'STRICT',
  byKey: 'STRICT, WITHOUT ROWID',
}

const ofReader = 'user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE'

/** The tables by name. Times are milliseconds since 1970. */
const tablesIn = ({ time, blob, seq, strict, byKey }: typeof SQLITE): Record<string, string> => ({
  users: `(
    id text NOT NULL PRIMARY KEY,
    name text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL UNIQUE,
    password_hash text NOT NULL,
    picture text,
    created_at ${time} NOT NULL
  ) ${strict}`,

  sessions: `(
    seq ${seq},
    id text NOT NULL UNIQUE,
    ${ofReader},
    token_hash ${blob} NOT NULL UNIQUE,
    cookie_hash ${blob} NOT NULL UNIQUE,
    born text NOT NULL CHECK (born IN ('password', 'url')),
    bound integer NOT NULL CHECK (bound IN (0, 1)),
    created_at ${time} NOT NULL,
    last_seen_at ${time} NOT NULL,
    expires_at ${time} NOT NULL
  ) ${strict}`,

  // A provider's subject signs in one reader, and a reader has one subject of each provider.
  identities: `(
    provider text NOT NULL CHECK (provider IN ('google')),
    subject text NOT NULL,
    ${ofReader},
    created_at ${time} NOT NULL,
    PRIMARY KEY (provider, subject),
    UNIQUE (user_id, provider)
  ) ${byKey}`,

  // Sign-ins under way, ten minutes at most. What is secret about them is in the browser's cookie.
  google_sign_ins: `(
    cookie_hash ${blob} NOT NULL PRIMARY KEY,
    salt ${blob} NOT NULL,
    session_cookie_hash ${blob},
    expires_at ${time} NOT NULL
  ) ${byKey}`,

  // account is a SHA-256, of an email that need not belong to anybody. Rows live for a day.
  login_throttles: `(
    account ${blob} NOT NULL PRIMARY KEY,
    recent integer NOT NULL,
    last_at ${time} NOT NULL,
    today integer NOT NULL,
    today_from ${time} NOT NULL
  ) ${byKey}`,

  login_devices: `(
    ${ofReader},
    secret_hash ${blob} NOT NULL,
    used_at ${time} NOT NULL,
    PRIMARY KEY (user_id, secret_hash)
  ) ${byKey}`,

  // Pictures whose account is gone, until their files are gone, too.
  left_pictures: `(name text NOT NULL PRIMARY KEY) ${byKey}`,

  preferences: `(
    ${ofReader},
    position integer NOT NULL,
    category text NOT NULL,
    PRIMARY KEY (user_id, position)
  ) ${byKey}`,

  // The book as it was when it was added, as JSON, and where its remote cover is.
  favorites: `(
    seq ${seq},
    ${ofReader},
    book_id text NOT NULL,
    record text NOT NULL,
    picture text,
    added_at ${time} NOT NULL,
    UNIQUE (user_id, book_id)
  ) ${strict}`,

  favorite_authors: `(
    seq ${seq},
    ${ofReader},
    author text NOT NULL,
    added_at ${time} NOT NULL,
    UNIQUE (user_id, author)
  ) ${strict}`,
})

const INDEXES = {
  sessions_by_user: 'sessions (user_id, created_at)',
  google_sign_ins_by_end: 'google_sign_ins (expires_at)',
  login_throttles_by_age: 'login_throttles (last_at)',
  favorites_of_book: 'favorites (book_id, seq)',
}

/** Makes all tables. */
export async function up(db: Kysely<Tables>): Promise<void> {
  const postgres = isPostgres(db)
  for (const [name, columns] of Object.entries(tablesIn(postgres ? POSTGRES : SQLITE))) {
    await sql.raw(`CREATE TABLE ${name} ${columns}`).execute(db)
  }
  for (const [name, columns] of Object.entries(INDEXES)) {
    await sql.raw(`CREATE INDEX ${name} ON ${columns}`).execute(db)
  }
  if (!postgres) await sql`PRAGMA application_id = ${sql.lit(APPLICATION_ID)}`.execute(db)
}
