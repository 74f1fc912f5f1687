import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '../../lib/syncFolder.ts'
import { StoreError } from '../errors.ts'
import { createUserRepository } from '../sql/accounts.ts'
import { createLoginDeviceRepository, createLoginThrottleRepository } from '../sql/logins.ts'
import { createGoogleSignInRepository } from '../sql/identities.ts'
import type { Store } from '../store.ts'
import { createIdentityRepository, createSessionRepository } from './accounts.ts'
import { createBookRepository } from './books.ts'
import { createBusyLine, PATIENCE_MS } from './busyLine.ts'
import { openCommitLog } from './commitLog.ts'
import { createKysely } from './dialect.ts'
import { firstProblem, isDamage } from './errors.ts'
import { createAccountRepository } from './heldAccount.ts'
import { checkVersion, migrate } from './migrate.ts'
import {
  createAuthorRepository,
  createFavoriteRepository,
  createPreferenceRepository,
} from './readers.ts'
import { createSearchThread, type SearchLimits } from '../../catalogue/search/searchThread.ts'

/** The database's file in its folder. */
export const DATABASE_FILE = 'catchword.db'

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** In bytes; 0 where there is none. */
const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/**
 * An empty file beside pictures or a log was a database once: taken for a new one, all readers would be gone.
 *
 * @throws StoreError `damaged`
 */
function refuseEmptied(folder: string, file: string): void {
  const pictures = join(folder, 'pictures')
  if (!existsSync(file) || sizeOf(file) > 0) return
  const left = sizeOf(`${file}-wal`) > 0 ? `${file}-wal` : pictures
  if (left === pictures && (!existsSync(pictures) || readdirSync(pictures).length === 0)) return
  throw new StoreError(
    'damaged',
    `The database ${file} is empty, and ${left} holds what belongs to it. Restore a backup, or move both away.`,
  )
}

/** Makes the folder (0700) and the file (0600) where they are missing, and proves both writable. */
async function prepareFolder(folder: string, file: string): Promise<void> {
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    const probe = join(folder, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    if (existsSync(file)) {
      // SQLite would open it for reading alone, and every write would fail one by one.
      accessSync(file, constants.R_OK | constants.W_OK)
      return
    }
    closeSync(openSync(file, 'a', 0o600))
    // The umask may have taken more away than it should, never less.
    chmodSync(file, 0o600)
    await syncFolder(folder)
  } catch (error) {
    throw new StoreError(
      'unwritable',
      `The data folder ${folder} cannot be written to (${reason(error)}). ` +
        'Set DATA_DIR to a folder that can.',
      { cause: error },
    )
  }
}

/** Up to this size, in bytes, a start looks through the whole file; beyond it that would take a minute. */
const CHECKED_WHOLE = 128 * 2 ** 20
/** The catalogue's tables: a source brings them again, where readers' own are nowhere else. */
const OF_CATALOGUE = /^(?:books?|terms?)(?:_|$)/

/**
 * What is damaged in a database, or `undefined`. Of a large one only what readers own is looked through;
 * `npm run data -- backup` looks through everything.
 */
function damageIn(database: DatabaseSync, file: string): string | undefined {
  const check = (what: string): string | undefined => {
    const found = database.prepare(`PRAGMA quick_check(${what})`).get()?.['quick_check']
    return found === 'ok' ? undefined : firstProblem(found)
  }
  if (statSync(file).size <= CHECKED_WHOLE) return check('1')
  for (const { name } of database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()) {
    if (typeof name !== 'string' || OF_CATALOGUE.test(name)) continue
    const damage = check(`"${name.replaceAll('"', '""')}"`)
    if (damage !== undefined) return damage
  }
  return undefined
}

/**
 * Opens a database file, durable with every commit. It is checked before anything is written, so that
 * a damaged file stays as it was found.
 *
 * @throws StoreError `damaged`, `newer`, `foreign`, or `unwritable` where it cannot be opened at all
 */
export function openDatabase(file: string): DatabaseSync {
  const damaged = (detail: string, cause?: unknown) =>
    new StoreError(
      'damaged',
      `The database ${file} is damaged (${detail}). It was left as it is; restore a backup or move ` +
        'the file away.',
      { cause },
    )
  let database: DatabaseSync | undefined
  try {
    const settings = { timeout: PATIENCE_MS, enableForeignKeyConstraints: true }
    // Whoever may write folds the log in as they close, also into a damaged file.
    const hasLog = existsSync(`${file}-wal`)
    database = new DatabaseSync(file, { ...settings, readOnly: hasLog })
    const damage = damageIn(database, file)
    if (damage !== undefined) throw damaged(damage)
    checkVersion(database, file)
    if (hasLog) {
      database.close()
      database = new DatabaseSync(file, settings)
    }
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = FULL')
    // What is deleted is overwritten (decision page 0025).
    database.exec('PRAGMA secure_delete = ON')
    database.exec('PRAGMA cache_size = -65536')
    database.exec('PRAGMA mmap_size = 268435456')
    return database
  } catch (error) {
    if (database?.isOpen === true) database.close()
    if (error instanceof StoreError) throw error
    if (isDamage(error)) throw damaged(reason(error), error)
    throw new StoreError(
      'unwritable',
      `The database ${file} cannot be opened (${reason(error)}). Look at its rights, and whether its ` +
        'disk has room and takes writes.',
      { cause: error },
    )
  }
}

/**
 * Opens the SQLite store in `dataDir` (made where missing) and brings its schema up to date. Every
 * write is on disk when its promise resolves (WAL, synced before it is acknowledged;
 * ../shared/security.md 3.9).
 *
 * @throws StoreError where the folder is unwritable, the file damaged, foreign, or of a newer version
 */
export async function openSqliteStore(dataDir: string, limits: SearchLimits = {}): Promise<Store> {
  const folder = resolve(dataDir)
  const file = join(folder, DATABASE_FILE)
  refuseEmptied(folder, file)
  await prepareFolder(folder, file)
  const database = openDatabase(file)
  try {
    migrate(database)
  } catch (error) {
    database.close()
    throw error
  }
  // Commits are put on disk by `log` from here on, before they are acknowledged.
  database.exec('PRAGMA synchronous = NORMAL')
  // And `line` waits for other processes, since SQLite would have everybody wait.
  database.exec('PRAGMA busy_timeout = 0')
  const line = createBusyLine()
  const log = openCommitLog(database, file, line)
  const db = createKysely(database, { line, synced: () => log.synced() })
  const searches = createSearchThread(file, limits)
  return {
    users: createUserRepository(db),
    sessions: createSessionRepository(db, database, log),
    identities: createIdentityRepository(db, database, log),
    googleSignIns: createGoogleSignInRepository(db),
    loginThrottles: createLoginThrottleRepository(db),
    loginDevices: createLoginDeviceRepository(db),
    accounts: createAccountRepository(db, database, log),
    preferences: createPreferenceRepository(db, database, log),
    favorites: createFavoriteRepository(db, database, log),
    authors: createAuthorRepository(db, database, log),
    books: createBookRepository(db, database, log, searches),

    async check() {
      database.prepare('SELECT 1').get()
    },

    async figures() {
      const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count'])
      const size = Number(database.prepare('PRAGMA page_size').get()?.['page_size'])
      return { bytes: pages * size }
    },

    load: () => ({ searches: searches.load() }),

    async close() {
      await searches.close()
      // Leaves one file behind: the log is folded into the database, when whoever reads has ended.
      database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}`)
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      await log.close()
      await db.destroy()
      if (database.isOpen) database.close()
    },
  }
}
