-- The catalogue and its search. Without extensions, and with nothing that depends on the locale of the
-- server: texts come in folded (contract/fold.ts) and are compared as bytes.

-- A source is what one import brings, such as the bundled books. `slot` keeps the sources' ranks apart.
CREATE TABLE book_sources (
  source text PRIMARY KEY,
  slot integer NOT NULL UNIQUE,
  fingerprint text NOT NULL
);

-- `pop` is the rank by worth, the smallest first. Negative: left its source, kept only for those who
-- favor it, and in none of the tables below. Not unique in the schema: a unique column that changes
-- would hold up whoever adds a favorite meanwhile.
CREATE TABLE books (
  id text PRIMARY KEY,
  pop bigint NOT NULL,
  source text NOT NULL,
  -- The whole record as it is answered (contract/books.ts), JSON.
  record text NOT NULL,
  -- Where a remote cover is, if there is one; readers are only ever sent to /covers/{id}.
  picture text
);
CREATE INDEX books_by_pop ON books (pop);
CREATE INDEX books_by_source ON books (source, pop);

-- A book that someone favors cannot be deleted. seq breaks ties of the clock: newest first must hold
-- within one millisecond too.
CREATE TABLE favorites (
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  book_id text NOT NULL CONSTRAINT favorites_of_books REFERENCES books (id),
  added_at bigint NOT NULL,
  UNIQUE (user_id, book_id)
);
CREATE INDEX favorites_by_book ON favorites (book_id);

CREATE TABLE book_categories (
  category text COLLATE "C" NOT NULL,
  pop bigint NOT NULL,
  PRIMARY KEY (category, pop)
);
CREATE INDEX book_categories_by_pop ON book_categories (pop);

-- Names folded.
CREATE TABLE book_authors (
  author text COLLATE "C" NOT NULL,
  pop bigint NOT NULL,
  PRIMARY KEY (author, pop)
);
CREATE INDEX book_authors_by_pop ON book_authors (pop);

CREATE TABLE book_isbns (
  isbn13 text COLLATE "C" NOT NULL,
  pop bigint NOT NULL,
  PRIMARY KEY (isbn13, pop)
);
CREATE INDEX book_isbns_by_pop ON book_isbns (pop);

-- Titles folded. kind 0: the whole title; 1: without article or subtitle; 2: without spaces.
CREATE TABLE book_titles (
  key text COLLATE "C" NOT NULL,
  kind smallint NOT NULL,
  pop bigint NOT NULL,
  PRIMARY KEY (key, kind, pop)
);
CREATE INDEX book_titles_by_pop ON book_titles (pop);

-- Words come in cut: a lexeme is the letter of its field (t title, a author, c category) and the word,
-- so that one index serves all fields. Without the list of pending entries, which every search would
-- have to read.
CREATE TABLE book_words (
  pop bigint PRIMARY KEY,
  words tsvector NOT NULL
);
CREATE INDEX book_words_index ON book_words USING gin (words) WITH (fastupdate = off);

-- The stems of all words, those of the description too.
CREATE TABLE book_text (
  pop bigint PRIMARY KEY,
  stems tsvector NOT NULL
);
CREATE INDEX book_text_index ON book_text USING gin (stems) WITH (fastupdate = off);

-- The words of titles and authors, in how many books each stands, and what is left of each when one or
-- two letters are taken out: two words that share a remainder are at most a few typos apart.
CREATE TABLE terms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  term text COLLATE "C" NOT NULL UNIQUE,
  books integer NOT NULL
);
CREATE TABLE term_deletes (
  rest text COLLATE "C" NOT NULL,
  term_id integer NOT NULL,
  PRIMARY KEY (rest, term_id)
);
