import { sql, type Kysely } from 'kysely'
import { hasTable } from './hasTable.ts'
import { LAST_OLD_VERSION } from './oldVersions.ts'
import type { Tables } from './tables.ts'

/**
 * Completes the favorites of a database that held the catalogue, too (until version 0042): with the
 * record and the cover's address from `books`, and without the reference to it. The catalogue's tables
 * stay, until whoever runs the server drops them.
 */
export async function completeFavorites(db: Kysely<Tables>): Promise<void> {
  await sql`
    ALTER TABLE favorites
      ADD COLUMN IF NOT EXISTS record text,
      ADD COLUMN IF NOT EXISTS picture text,
      DROP CONSTRAINT IF EXISTS favorites_of_books
  `.execute(db)
  if (await hasTable(db, 'books')) {
    await sql`
      UPDATE favorites
      SET record = coalesce(favorites.record, books.record), picture = books.picture
      FROM books
      WHERE books.id = favorites.book_id
        AND (favorites.record IS NULL OR books.picture IS NOT NULL)
    `.execute(db)
  }
  await sql`ALTER TABLE favorites ALTER COLUMN record SET NOT NULL`.execute(db)
  await sql`DROP INDEX IF EXISTS favorites_by_book`.execute(db)
  // Earlier versions refuse the database from now on.
  await sql`
    INSERT INTO catchword_migrations (version) VALUES (${LAST_OLD_VERSION + 1})
  `.execute(db)
}
