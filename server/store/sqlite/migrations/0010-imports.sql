-- Imports: where each stands, so that one that was stopped goes on where it was.

-- How many places of a source are taken; the next book gets the next one.
ALTER TABLE book_sources ADD COLUMN places INTEGER NOT NULL DEFAULT 0;
UPDATE book_sources SET places = coalesce(
  (SELECT max((b.pop - 1) % 268435456) + 1 FROM books b
    WHERE b.source = book_sources.source AND b.pop > 0),
  0
);

-- The last import of each source. Times are milliseconds since 1970.
CREATE TABLE book_imports (
  source TEXT PRIMARY KEY,
  -- Tells the input from every other, and what it was before it changed.
  input TEXT NOT NULL,
  name TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  finished_at INTEGER,
  records INTEGER NOT NULL,
  added INTEGER NOT NULL,
  changed INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  repeated INTEGER NOT NULL,
  held INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  -- What the importer remembers beside: JSON.
  notes TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The books that an unfinished import has brought so far.
CREATE TABLE book_imports_seen (
  source TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (source, id)
) STRICT, WITHOUT ROWID;
