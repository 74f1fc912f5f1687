// The tables of a catalogue, and which version of them this program writes.

// "CtCt": no other program's file is taken for a catalogue.
export const APPLICATION_ID = 0x43744374
// Raise it with any change of the tables or of what is written into them.
export const VERSION = 8

/** The tables of a catalogue. `rank` is also the rowid of every index: each yields the most popular first. Words are folded. */
export const SCHEMA = `
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};

  -- What one import brings, such as the bundled books. slot keeps the sources' ranks apart; places counts
  -- the books that the source ever had.
  CREATE TABLE book_sources (
    source TEXT PRIMARY KEY,
    slot INTEGER NOT NULL UNIQUE,
    places INTEGER NOT NULL,
    -- The name of the last file, and what tells it from others; when it was imported, in ms since 1970.
    name TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    imported_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE books (
    rank INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    -- The record's workId: editions of one work share it.
    work TEXT NOT NULL,
    -- What recommendations compare: keys of the first author and of the series, the place in the series, the
    -- year, and lists of interests, subjects and origins as JSON.
    author TEXT,
    series TEXT,
    series_number REAL,
    year INTEGER,
    interests TEXT NOT NULL,
    subjects TEXT NOT NULL,
    origins TEXT NOT NULL,
    -- The address of the remote cover, if there is one.
    picture TEXT,
    -- The record as it is answered (contract/books.ts), JSON.
    record TEXT NOT NULL
  ) STRICT;
  CREATE INDEX books_by_source ON books (source, rank);
  CREATE INDEX books_by_work ON books (work, rank);
  CREATE INDEX books_by_series ON books (series, series_number, rank) WHERE series IS NOT NULL;

  -- Which work a title by an author is of (books/works.ts); the key is a hash.
  CREATE TABLE work_titles (key INTEGER PRIMARY KEY, work TEXT NOT NULL) STRICT;

  CREATE TABLE book_categories (
    category TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (category, rank)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE book_authors (
    author TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (author, rank)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE book_subjects (
    subject TEXT NOT NULL COLLATE NOCASE, rank INTEGER NOT NULL, PRIMARY KEY (subject, rank)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE book_origins (
    origin TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (origin, rank)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE book_isbns (
    isbn13 TEXT NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (isbn13, rank)
  ) STRICT, WITHOUT ROWID;
  -- Keys of titles by kind (books/indexBook.ts).
  CREATE TABLE book_titles (
    key TEXT NOT NULL, kind INTEGER NOT NULL, rank INTEGER NOT NULL, PRIMARY KEY (key, kind, rank)
  ) STRICT, WITHOUT ROWID;

  CREATE VIRTUAL TABLE books_fts USING fts5 (
    title, series, author, category,
    content = '', contentless_delete = 1, detail = column, prefix = '2 3 4', tokenize = 'ascii'
  );
  CREATE VIRTUAL TABLE books_text USING fts5 (
    body,
    content = '', contentless_delete = 1, detail = none, tokenize = 'porter ascii'
  );

  -- The words of titles, series and authors, in how many books each stands, what they sound like
  -- (search/sound.ts), and their SymSpell deletes (search/typos.ts), each with its word in one number.
  CREATE TABLE terms (
    id INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE, books INTEGER NOT NULL, sound TEXT
  ) STRICT;
  CREATE INDEX terms_by_sound ON terms (sound);
  CREATE TABLE term_deletes (key INTEGER PRIMARY KEY) STRICT;
`
