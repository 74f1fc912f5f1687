import { join, resolve } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { kyselyOnSqlite, type Engine } from './database.ts'
import { migrate } from './migrate.ts'
import { takeOverOldDatabase } from './oldSqlite.ts'
import { BUSY_TIMEOUT_MS, openDatabase, prepareFolder, refuseEmptied } from './sqliteFiles.ts'
import type { Tables } from './tables.ts'

/** The file of the readers' data in its folder. */
export const READERS_FILE = 'readers.db'

/** Copies the WAL into the database and empties it, unless another process is reading it. */
const checkpoint = (db: Kysely<Tables>) => sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)

/** Empties the WAL, which still has deleted rows, unless another process reads: nobody waits for it. */
const scrub = (db: Kysely<Tables>): Promise<void> =>
  db.connection().execute(async (alone) => {
    await sql`PRAGMA busy_timeout = 0`.execute(alone)
    await checkpoint(alone)
    await sql`PRAGMA busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(alone)
  })

const sizeQuery = sql<{ bytes: number }>`
  SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`

/**
 * Opens `readers.db` in `dataDir`, taken over from the `catchword.db` of earlier versions where only that is
 * there, and brings its schema up to date. @throws StoreError
 */
export async function openSqlite(dataDir: string): Promise<Engine> {
  const folder = resolve(dataDir)
  const file = join(folder, READERS_FILE)
  prepareFolder(folder)
  refuseEmptied(file)
  await takeOverOldDatabase(join(folder, 'catchword.db'), file)
  const database = await openDatabase(file)
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
