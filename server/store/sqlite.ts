import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { syncFolder } from '../lib/writeWhole.ts'
import { kyselyOnSqlite, type Engine } from './database.ts'
import { migrate } from './migrate.ts'
import {
  createDatabase,
  openDatabase,
  openingError,
  prepareFolder,
  refuseEmptied,
  sizeOf,
} from './sqliteFiles.ts'
import type { Tables } from './tables.ts'

/** The file of the readers' data in its folder. */
export const READERS_FILE = 'readers.db'

/** Gives a finished file its name, unless another server was faster; never replaces one. */
function publish(temporary: string, file: string): void {
  try {
    linkSync(temporary, file)
  } catch (error) {
    if (existsSync(file)) return
    if (!existsSync(temporary)) throw error
    // The file system has no hard links.
    renameSync(temporary, file)
  }
}

/** Removes what this start or an interrupted one has left. */
function removeTemporaries(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    const isTemporary = name.startsWith(`${basename(file)}.new-`)
    if (isTemporary) rmSync(join(dirname(file), name), { force: true })
  }
}

/**
 * Makes `file` where it is missing: whole and on disk under another name, then renamed, so that an interrupted
 * start leaves no empty one. @throws StoreError
 */
async function makeDatabase(file: string): Promise<void> {
  try {
    refuseEmptied(file)
    if (existsSync(file)) return
    const temporary = `${file}.new-${randomUUID()}`
    {
      // Closing copies the WAL into the file.
      using database = createDatabase(temporary)
      await migrate(kyselyOnSqlite(database), temporary)
    }
    publish(temporary, file)
    await syncFolder(dirname(file))
  } catch (error) {
    // Else another server that started at once was faster, and removed what this one was building.
    if (!existsSync(file) || sizeOf(file) === 0) throw openingError(error, file)
  } finally {
    removeTemporaries(file)
  }
}

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

/** Opens `readers.db` in `dataDir`, made where it is missing, and brings its schema up to date. @throws StoreError */
export async function openSqlite(dataDir: string): Promise<Engine> {
  const folder = resolve(dataDir)
  const file = join(folder, READERS_FILE)
  prepareFolder(folder)
  await makeDatabase(file)
  const database = openDatabase(file)
  try {
    const db = kyselyOnSqlite(database)
    await migrate(db, file, folder)
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
