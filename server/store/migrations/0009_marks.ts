import { sql, type Kysely } from 'kysely'
import { isPostgres } from '../database.ts'
import type { Tables } from '../tables.ts'

/**
 * Makes the table of the marks beside the heart (contract/marks.ts), a book with its record as favorites have it. A
 * table of its own: nothing that counts hearts can count a mark.
 */
export async function addMarks(db: Kysely<Tables>): Promise<void> {
  const [time, seq, strict] = isPostgres(db)
    ? ['bigint', 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY', '']
    : ['integer', 'integer PRIMARY KEY AUTOINCREMENT', 'STRICT']
  await sql
    .raw(
      `CREATE TABLE marks (
        seq ${seq},
        user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        book_id text NOT NULL,
        mark text NOT NULL CHECK (mark IN ('wantToRead', 'read', 'notForMe')),
        record text NOT NULL,
        picture text,
        added_at ${time} NOT NULL,
        UNIQUE (user_id, book_id)
      ) ${strict}`,
    )
    .execute(db)
  // A reader's ids are in the index alone: thousands of records would have to be passed over.
  await sql`CREATE INDEX marks_of_reader ON marks (user_id, mark, seq, book_id)`.execute(db)
  await sql`CREATE INDEX marks_of_book ON marks (book_id, seq)`.execute(db)
}
