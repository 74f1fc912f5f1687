-- As on SQLite, so that an installation can be moved. Here every batch is one transaction, and there are
-- no runs.
ALTER TABLE book_imports ADD COLUMN run_from bigint NOT NULL DEFAULT 0;
ALTER TABLE book_imports ADD COLUMN run_to bigint NOT NULL DEFAULT 0;
