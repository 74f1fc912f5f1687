import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import type { Engine } from './engine.ts'
import { migrate } from './migrate.ts'
import { takeOverOldDatabase } from './oldSqlite.ts'
import { createKysely } from './sqliteDialect.ts'
import { BUSY_TIMEOUT_MS, openDatabase, prepareFolder, refuseEmptied } from './sqliteFiles.ts'
import type { Tables } from './tables.ts'

/** The file of the readers' data in its folder. */
export const READERS_FILE = 'readers.db'

/** Copies the WAL into the database and empties it, unless another process is reading it. */
async function emptyWal(db: Kysely<Tables>): Promise<void> {
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)
}

/**
 * `secure_delete` has zeroed the rows; the WAL still has the pages as they were. Where another process
 * reads at the moment nobody waits: a later write begins the WAL anew.
 */
async function scrub(db: Kysely<Tables>): Promise<void> {
  await db.connection().execute(async (alone) => {
    await sql`PRAGMA busy_timeout = 0`.execute(alone)
    await emptyWal(alone)
    await sql`PRAGMA busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(alone)
  })
}

async function sizeOf(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size
  `.execute(db)
  return rows[0]?.bytes ?? 0
}

function engineOn(database: DatabaseSync, db: Kysely<Tables>): Engine {
  return {
    db,
    size: () => sizeOf(db),
    load: () => ({}),
    scrub: () => scrub(db),
    async close() {
      if (!database.isOpen) return
      await emptyWal(db)
      await db.destroy()
    },
  }
}

/**
 * Opens `readers.db` in `dataDir` and brings its schema up to date; where only the `catchword.db` of
 * earlier versions is there, takes the readers' data over from it.
 *
 * @throws StoreError where the folder is unwritable, the file damaged, foreign, or of a newer version
 */
export async function openSqlite(dataDir: string): Promise<Engine> {
  const folder = resolve(dataDir)
  const file = join(folder, READERS_FILE)
  prepareFolder(folder)
  refuseEmptied(file)
  await takeOverOldDatabase(join(folder, 'catchword.db'), file)
  const database = await openDatabase(file)
  try {
    const db = createKysely(database)
    await migrate(db, file)
    return engineOn(database, db)
  } catch (error) {
    database.close()
    throw error
  }
}
