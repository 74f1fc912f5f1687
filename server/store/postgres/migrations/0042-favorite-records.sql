-- The book as it was when the heart was given: no change of the catalogue loses it.
ALTER TABLE favorites ADD COLUMN record text;
UPDATE favorites SET record = (SELECT record FROM books WHERE books.id = favorites.book_id);
ALTER TABLE favorites ALTER COLUMN record SET NOT NULL;
