-- Imports: where each stands, so that one that was stopped goes on where it was.

-- How many places of a source are taken; the next book gets the next one.
ALTER TABLE book_sources ADD COLUMN places integer NOT NULL DEFAULT 0;
UPDATE book_sources SET places = coalesce(
  (SELECT max((b.pop - 1) % 268435456) + 1 FROM books b
    WHERE b.source = book_sources.source AND b.pop > 0),
  0
);

-- The last import of each source. Times are milliseconds since 1970.
CREATE TABLE book_imports (
  source text PRIMARY KEY,
  -- Tells the input from every other, and what it was before it changed.
  input text NOT NULL,
  name text NOT NULL,
  started_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  finished_at bigint,
  records bigint NOT NULL,
  added bigint NOT NULL,
  changed bigint NOT NULL,
  unchanged bigint NOT NULL,
  repeated bigint NOT NULL,
  held bigint NOT NULL,
  removed bigint NOT NULL,
  -- What the importer remembers beside: JSON.
  notes text NOT NULL
);

-- The books that an unfinished import has brought so far.
CREATE TABLE book_imports_seen (
  source text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  PRIMARY KEY (source, id)
);
