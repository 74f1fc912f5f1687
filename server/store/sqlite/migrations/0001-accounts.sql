-- Accounts, sessions and what readers keep. Times are milliseconds since 1970.

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL,
  picture TEXT,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash BLOB NOT NULL UNIQUE,
  cookie_hash BLOB NOT NULL UNIQUE,
  born TEXT NOT NULL CHECK (born IN ('password', 'url')),
  bound INTEGER NOT NULL CHECK (bound IN (0, 1)),
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id, created_at);

CREATE TABLE preferences (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  category TEXT NOT NULL,
  PRIMARY KEY (user_id, position)
) STRICT, WITHOUT ROWID;

-- books comes with the catalogue (0002); a book that someone favors cannot be deleted.
-- seq breaks ties of the clock: newest first must hold within one millisecond too.
CREATE TABLE favorites (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id TEXT NOT NULL REFERENCES books (id),
  added_at INTEGER NOT NULL,
  UNIQUE (user_id, book_id)
) STRICT;
CREATE INDEX favorites_by_book ON favorites (book_id);

CREATE TABLE favorite_authors (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  author TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  UNIQUE (user_id, author)
) STRICT;
