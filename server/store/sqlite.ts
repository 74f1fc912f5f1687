import { linkSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { isThere, makeFile, makeFolder, makeWorkFolder, syncFolder } from '../lib/writeWhole.ts'
import type { Engine } from './database.ts'
import { StoreError } from './errors.ts'
import { migrate } from './migrate.ts'
import { kyselyOnSqlite } from './sqliteDialect.ts'
import { openDatabase, openForWriting, openingError, sizeOf } from './sqliteFiles.ts'
import type { Tables } from './tables.ts'

/** The file of the readers' data in its folder. */
export const READERS_FILE = 'readers.db'

/** The file that a server, or a restore, has locked as long as it works with a folder. */
export const LOCK_FILE = 'readers.lock'

/** A first start makes the database in a folder of this name, with a random end. */
export const NEW_PREFIX = '.new-'

/** A restore unpacks into a folder of this name, with a random end. */
export const RESTORE_PREFIX = '.restore-'

// What a folder has in which there were readers: of these files where anything is in them.
const LOGS = [`${READERS_FILE}-wal`, LOCK_FILE]
const TRACES = /^(?:covers|pictures|replaced-.*|\.restore-.*)$/

/** Gives a finished file its name, unless another server was faster; never replaces one. */
function publish(temporary: string, file: string): void {
  try {
    linkSync(temporary, file)
  } catch {
    // Another was faster, or the file system has no hard links.
    if (!isThere(file)) renameSync(temporary, file)
  }
}

/** Makes `file` where it is missing: in a folder beside it, so that an interrupted start leaves no empty one. */
async function makeDatabase(file: string): Promise<void> {
  const folder = dirname(file)
  makeFolder(folder)
  if (isThere(file)) return
  // Taken for new, all readers would be gone.
  const traces = readdirSync(folder).filter(
    (name) => TRACES.test(name) || (LOGS.includes(name) && sizeOf(join(folder, name)) > 0),
  )
  if (traces.length > 0) {
    const what = `The database ${file} is missing, but it was there: the folder has ${traces.join(', ')}.`
    const isRestoring = traces.some((name) => name.startsWith(RESTORE_PREFIX))
    const restore = isRestoring ? 'A restore was interrupted: run it again' : 'Restore a backup'
    const remedy = `${restore}, or set the DATABASE_URL that it had, or move these away to begin without readers.`
    throw new StoreError('damaged', `${what} ${remedy}`)
  }
  using building = makeWorkFolder(join(folder, NEW_PREFIX))
  const temporary = join(building.path, READERS_FILE)
  makeFile(temporary)
  {
    // Closing copies the WAL into the file.
    using database = openForWriting(temporary)
    await migrate(kyselyOnSqlite(database), temporary)
  }
  publish(temporary, file)
  await syncFolder(folder)
}

/** Copies the WAL into the database and empties it of deleted rows, unless another process is reading it. */
const checkpoint = (db: Kysely<Tables>) => sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)

/** Opens `readers.db` in `dataDir`, made where it is missing, and brings its schema up to date. @throws StoreError */
export async function openSqlite(dataDir: string): Promise<Engine> {
  const folder = resolve(dataDir)
  const file = join(folder, READERS_FILE)
  await makeDatabase(file).catch((error: unknown) => {
    throw openingError(error, file)
  })
  const database = openDatabase(file)
  try {
    const db = kyselyOnSqlite(database)
    await migrate(db, file, folder)
    return {
      db,
      load: () => ({}),
      scrub: async () => void (await checkpoint(db)),
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
