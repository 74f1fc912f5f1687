-- Sign-ins elsewhere. Times are milliseconds since 1970.

-- A provider's subject signs in one reader, and a reader has one subject of each provider.
CREATE TABLE identities (
  provider text NOT NULL CHECK (provider IN ('google')),
  subject text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at bigint NOT NULL,
  PRIMARY KEY (provider, subject),
  UNIQUE (user_id, provider)
);

-- Sign-ins under way, ten minutes at most. What is secret about them is in the browser's cookie.
CREATE TABLE google_sign_ins (
  cookie_hash bytea PRIMARY KEY,
  salt bytea NOT NULL,
  -- The session that the browser had when it began.
  session_cookie_hash bytea,
  expires_at bigint NOT NULL
);
CREATE INDEX google_sign_ins_by_end ON google_sign_ins (expires_at);
