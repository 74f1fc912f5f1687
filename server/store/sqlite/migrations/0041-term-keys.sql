-- What is left of a word and the word, in one number (sqlite/termKeys.ts). `term_keys` is a function of
-- ours, which answers the rows of a word as JSON.
DROP TABLE term_deletes;
CREATE TABLE term_deletes (key INTEGER PRIMARY KEY) STRICT;
INSERT INTO term_deletes
  SELECT value FROM terms CROSS JOIN json_each(term_keys(terms.id, terms.term)) ORDER BY value;
