-- Sign-ins elsewhere. Times are milliseconds since 1970.

-- A provider's subject signs in one reader, and a reader has one subject of each provider.
CREATE TABLE identities (
  provider TEXT NOT NULL CHECK (provider IN ('google')),
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, subject),
  UNIQUE (user_id, provider)
) STRICT, WITHOUT ROWID;

-- Sign-ins under way, ten minutes at most. What is secret about them is in the browser's cookie.
CREATE TABLE google_sign_ins (
  cookie_hash BLOB PRIMARY KEY,
  salt BLOB NOT NULL,
  -- The session that the browser had when it began.
  session_cookie_hash BLOB,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX google_sign_ins_by_end ON google_sign_ins (expires_at);
