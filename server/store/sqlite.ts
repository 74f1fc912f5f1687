import { join, resolve } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { kyselyOnSqlite, type Engine } from './database.ts'
import { migrate } from './migrate.ts'
import { makeDatabase } from './oldSqlite.ts'
import { openDatabase, prepareFolder } from './sqliteFiles.ts'
import type { Tables } from './tables.ts'

/** The file of the readers' data in its folder. */
export const READERS_FILE = 'readers.db'

/** Copies the WAL into the database and empties it, unless another process is reading it. */
const checkpoint = (db: Kysely<Tables>) => sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)

/** Empties the WAL, which still has deleted rows, unless another process reads: nobody waits for it. */
const scrub = (db: Kysely<Tables>): Promise<void> =>
  db.connection().execute(async (alone) => {
    const { rows } = await sql<{ timeout: number }>`PRAGMA busy_timeout`.execute(alone)
    await sql`PRAGMA busy_timeout = 0`.execute(alone)
    try {
      await checkpoint(alone)
    } finally {
      await sql`PRAGMA busy_timeout = ${sql.lit(rows[0]?.timeout)}`.execute(alone)
    }
  })

const sizeQuery = sql<{ bytes: number }>`
  SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`

/**
 * Opens `readers.db` in `dataDir`, made where it is missing, from the `catchword.db` of earlier versions where that
 * is there, and brings its schema up to date. @throws StoreError
 */
export async function openSqlite(dataDir: string): Promise<Engine> {
  const folder = resolve(dataDir)
  const file = join(folder, READERS_FILE)
  prepareFolder(folder)
  await makeDatabase(join(folder, 'catchword.db'), file)
  const database = openDatabase(file)
  try {
    const db = kyselyOnSqlite(database)
    await migrate(db, file)
    return {
      db,
      sizeQuery,
      load: () => ({}),
      scrub: () => scrub(db),
      async close() {
        if (!database.isOpen) return
        await checkpoint(db)
        await db.destroy()
      },
    }
  } catch (error) {
    database.close()
    throw error
  }
}
