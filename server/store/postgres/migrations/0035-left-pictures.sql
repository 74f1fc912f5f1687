-- Files of pictures whose account is gone, until they are gone too: written with the deletion of the
-- account, so that a process that dies between the two leaves no picture behind.
CREATE TABLE left_pictures (
  name text PRIMARY KEY
);
