-- Failed logins by account, and browsers that have logged in. Times are milliseconds since 1970.

-- account is a SHA-256, of an email that need not belong to anybody. Rows live for a day.
CREATE TABLE login_throttles (
  account BLOB PRIMARY KEY,
  recent INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  today INTEGER NOT NULL,
  today_from INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_throttles_by_age ON login_throttles (last_at);

CREATE TABLE login_devices (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  secret_hash BLOB NOT NULL,
  used_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, secret_hash)
) STRICT, WITHOUT ROWID;
