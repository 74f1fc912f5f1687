-- A large import writes its books in runs, each in several transactions. The places in the source that
-- the run under way takes, from the first to before the second; equal while there is none. Where the
-- import was cut off they tell which books are not whole.
ALTER TABLE book_imports ADD COLUMN run_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE book_imports ADD COLUMN run_to INTEGER NOT NULL DEFAULT 0;
