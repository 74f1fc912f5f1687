-- Accounts, sessions and what readers keep. Times are milliseconds since 1970. The columns that
-- server/store/sql reads have the names and meanings they have in SQLite.

CREATE TABLE users (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  password_hash text NOT NULL,
  picture text,
  created_at bigint NOT NULL
);

-- seq breaks ties of the clock, as in favorites below.
CREATE TABLE sessions (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  cookie_hash bytea NOT NULL UNIQUE,
  born text NOT NULL CHECK (born IN ('password', 'url')),
  bound smallint NOT NULL CHECK (bound IN (0, 1)),
  created_at bigint NOT NULL,
  last_seen_at bigint NOT NULL,
  expires_at bigint NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, created_at);

CREATE TABLE preferences (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  position integer NOT NULL,
  category text NOT NULL,
  PRIMARY KEY (user_id, position)
);

CREATE TABLE favorite_authors (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  author text NOT NULL,
  added_at bigint NOT NULL,
  UNIQUE (user_id, author)
);
