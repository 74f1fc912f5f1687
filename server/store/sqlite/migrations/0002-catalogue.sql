-- The catalogue and its search (../shared/database.md, section 8).

-- A source is what one import brings, such as the bundled books. `slot` keeps the sources' ranks apart.
CREATE TABLE book_sources (
  source TEXT PRIMARY KEY,
  slot INTEGER NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL
) STRICT;

-- `pop` is the rank by worth, the smallest first, and the rowid of every index below, so that each of
-- them streams the best first. Negative: left its source, kept only for those who favor it, and in
-- none of the indexes.
CREATE TABLE books (
  pop INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  -- The whole record as it is answered (contract/books.ts), JSON.
  record TEXT NOT NULL,
  -- Where a remote cover is, if there is one; readers are only ever sent to /covers/{id}.
  picture TEXT
) STRICT;
CREATE INDEX books_by_source ON books (source, pop);

CREATE TABLE book_categories (
  category TEXT NOT NULL,
  pop INTEGER NOT NULL,
  PRIMARY KEY (category, pop)
) STRICT, WITHOUT ROWID;

-- Names folded (contract/fold.ts).
CREATE TABLE book_authors (
  author TEXT NOT NULL,
  pop INTEGER NOT NULL,
  PRIMARY KEY (author, pop)
) STRICT, WITHOUT ROWID;

CREATE TABLE book_isbns (
  isbn13 TEXT NOT NULL,
  pop INTEGER NOT NULL,
  PRIMARY KEY (isbn13, pop)
) STRICT, WITHOUT ROWID;

-- Titles folded. kind 0: the whole title; 1: without article or subtitle; 2: without spaces.
CREATE TABLE book_titles (
  key TEXT NOT NULL,
  kind INTEGER NOT NULL,
  pop INTEGER NOT NULL,
  PRIMARY KEY (key, kind, pop)
) STRICT, WITHOUT ROWID;

-- Words come in folded; the tokenizer has only spaces to split at, so that what is stored and what is
-- asked cannot be cut differently.
CREATE VIRTUAL TABLE books_fts USING fts5 (
  title, author, category,
  content = '', contentless_delete = 1, detail = column, prefix = '2 3 4', tokenize = 'ascii'
);
CREATE VIRTUAL TABLE books_text USING fts5 (
  body,
  content = '', contentless_delete = 1, detail = none, tokenize = 'porter ascii'
);

-- The words of titles and authors, in how many books each stands, and what is left of each when one or
-- two letters are taken out: two words that share a remainder are at most a few typos apart.
CREATE TABLE terms (
  id INTEGER PRIMARY KEY,
  term TEXT NOT NULL UNIQUE,
  books INTEGER NOT NULL
) STRICT;
CREATE TABLE term_deletes (
  rest TEXT NOT NULL,
  term_id INTEGER NOT NULL,
  PRIMARY KEY (rest, term_id)
) STRICT, WITHOUT ROWID;
