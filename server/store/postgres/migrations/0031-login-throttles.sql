-- Failed logins by account, and browsers that have logged in. Times are milliseconds since 1970.

-- account is a SHA-256, of an email that need not belong to anybody. Rows live for a day.
CREATE TABLE login_throttles (
  account bytea PRIMARY KEY,
  recent integer NOT NULL,
  last_at bigint NOT NULL,
  today integer NOT NULL,
  today_from bigint NOT NULL
);
CREATE INDEX login_throttles_by_age ON login_throttles (last_at);

CREATE TABLE login_devices (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  secret_hash bytea NOT NULL,
  used_at bigint NOT NULL,
  PRIMARY KEY (user_id, secret_hash)
);
