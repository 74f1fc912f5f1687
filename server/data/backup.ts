import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { backup, DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { createPhotoFolder, type PhotoFolder } from '../accounts/photos.ts'
import { syncFolder } from '../lib/syncFolder.ts'
import { openStore } from '../store/openStore.ts'
import { DATABASE_FILE, openDatabase } from '../store/sqlite/openSqliteStore.ts'
import { fillSqlite } from '../store/sqlite/transfer.ts'
import { writeArchive, type ArchiveFile } from './archive.ts'
import { carry } from './carry.ts'
import { checkDatabase } from './checkDatabase.ts'
import { DataError, type Report } from './dataError.ts'
import { readRows, type Installation } from './installation.ts'
import { MANIFEST_FILE, PICTURES_FOLDER, type Manifest } from './manifest.ts'

/** How a backup is taken. */
export interface BackupOptions {
  /** Replaces a file that is there already. */
  force: boolean
  report: Report
  /** Ends the work between two reports too. */
  signal?: AbortSignal
}

/** What is in a backup. */
export interface BackupSummary extends Manifest {
  /** The file's size in bytes. */
  bytes: number
  /** Readers whose picture was nowhere to be found: in the backup they have none. */
  lostPictures: number
}

/** What goes on while a backup is taken. */
interface Live {
  /** The picture that a reader has now, whatever the copy says. */
  pictureNow(reader: string): Promise<string | null>
  close(): Promise<void>
}

const PAGES_AT_ONCE = 1000
const ATTEMPTS = 5

/** Copies a SQLite database as it is at one moment, while servers write to it. */
async function copySqlite(dataDir: string, copy: string, { report }: BackupOptions) {
  const file = join(dataDir, DATABASE_FILE)
  if (!existsSync(file)) throw new DataError(`There is no database in ${dataDir}.`)
  const database = openDatabase(file)
  const live: Live = {
    async pictureNow(reader) {
      const row = database.prepare('SELECT picture FROM users WHERE id = ?').get(reader)
      return typeof row?.['picture'] === 'string' ? row['picture'] : null
    },
    close: async () => database.close(),
  }
  try {
    // The copying reads inside this transaction, and so at its moment; without one it would begin again
    // with every write of another process.
    database.exec('BEGIN')
    database.prepare('SELECT count(*) FROM sqlite_schema').get()
    await backup(database, copy, {
      rate: PAGES_AT_ONCE,
      progress({ totalPages, remainingPages }) {
        report({ step: 'database', done: totalPages - remainingPages, total: totalPages })
      },
    })
    database.exec('COMMIT')
    return live
  } catch (error) {
    database.close()
    throw error
  }
}

/** Copies what PostgreSQL holds at one moment into a SQLite database: the form of every backup. */
async function copyPostgres(
  installation: Installation,
  folder: string,
  { report }: BackupOptions,
): Promise<Live> {
  await readRows(installation, { alone: false }, (rows) =>
    fillSqlite(folder, (target) => carry(rows, target, report)),
  )
  const store = await openStore(installation)
  return {
    pictureNow: async (reader) => (await store.users.byId(reader))?.picture ?? null,
    close: () => store.close(),
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * A reader's picture, or `undefined` where there is none. Where it was replaced after the copy was
 * taken, its file is gone and the new one is taken in its place.
 */
async function readPicture(
  photos: PhotoFolder,
  live: Live,
  reader: string,
  picture: string,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  let name = picture
  for (let attempt = 1; attempt <= ATTEMPTS && photos.isName(name); attempt++) {
    const bytes = await readIfThere(join(photos.folder, name))
    if (bytes) return { name, bytes }
    const now = await live.pictureNow(reader)
    if (now === null || now === name) return undefined
    name = now
  }
  return undefined
}

/**
 * Takes a backup of an installation into one file, a gzipped tar of the database, the pictures and a
 * manifest, while servers run on it. It holds every write that was acknowledged before it began. The
 * file appears under its name only when it is whole, checked and on disk (docs/backup.md).
 *
 * @throws DataError, StoreError or TransferError; nothing is left behind then
 */
export async function backUp(
  installation: Installation,
  file: string,
  options: BackupOptions,
): Promise<BackupSummary> {
  const { force, report, signal } = options
  const target = resolve(file)
  const folder = dirname(target)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new DataError(`There is no folder ${folder}.`)
  }
  const there = statSync(target, { throwIfNoEntry: false })
  if (there && !(force && there.isFile())) {
    throw new DataError(
      `${target} is there already${there.isFile() ? '; --force replaces it' : ''}.`,
    )
  }

  // In the target's folder, so that the last step is a rename.
  const temporary = await mkdtemp(join(folder, '.catchword-backup-'))
  try {
    const copy = join(temporary, DATABASE_FILE)
    const takenAt = new Date().toISOString()
    const live =
      installation.databaseUrl === undefined
        ? await copySqlite(installation.dataDir, copy, options)
        : await copyPostgres(installation, temporary, options)
    try {
      const { readers, favorites } = checkDatabase(copy)
      const pack = new Packing(installation, live, copy, report)
      const archive = join(temporary, basename(target))
      await writeArchive(archive, pack.files({ takenAt, readers, favorites }), signal)
      const { size } = statSync(archive)
      await rename(archive, target)
      await syncFolder(folder)
      const { pictures, lostPictures } = pack
      return { ...manifestOf({ takenAt, readers, favorites, pictures }), bytes: size, lostPictures }
    } finally {
      await live.close()
    }
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

const manifestOf = (facts: Omit<Manifest, 'product' | 'format'>): Manifest => ({
  product: 'catchword',
  format: 1,
  ...facts,
})

/** The rows of a statement that takes the rowid it goes on behind. */
function* pages(next: StatementSync): Generator<Record<string, SQLOutputValue>> {
  let last = 0
  for (;;) {
    const rows = next.all(last)
    yield* rows
    if (rows.length === 0) return
    last = Number(rows.at(-1)?.['rowid'])
  }
}

/** What goes into the archive, and what turned up on the way. */
class Packing {
  readonly #photos: PhotoFolder
  readonly #live: Live
  readonly #copy: string
  readonly #report: Report
  pictures = 0
  lostPictures = 0

  constructor({ dataDir }: Installation, live: Live, copy: string, report: Report) {
    this.#photos = createPhotoFolder(dataDir)
    this.#live = live
    this.#copy = copy
    this.#report = report
  }

  /** The pictures, the database that names just these, and at the end the manifest. */
  async *files(facts: Omit<Manifest, 'product' | 'format' | 'pictures'>) {
    const database = new DatabaseSync(this.#copy)
    try {
      // One file, without a log beside it.
      database.exec('PRAGMA journal_mode = DELETE')
      yield* this.#pictureFiles(database)
    } finally {
      database.close()
    }
    yield { name: DATABASE_FILE, path: this.#copy } satisfies ArchiveFile
    const manifest = manifestOf({ ...facts, pictures: this.pictures })
    yield { name: MANIFEST_FILE, bytes: Buffer.from(JSON.stringify(manifest, null, 2)) }
  }

  async *#pictureFiles(database: DatabaseSync): AsyncGenerator<ArchiveFile> {
    const having = 'FROM users WHERE picture IS NOT NULL'
    const total = Number(database.prepare(`SELECT count(*) AS n ${having}`).get()?.['n'] ?? 0)
    // Page by page: rows are changed on the way.
    const next = database.prepare(
      `SELECT rowid, id, picture ${having} AND rowid > ? ORDER BY rowid LIMIT 1000`,
    )
    const update = database.prepare('UPDATE users SET picture = ? WHERE id = ?')
    for (const { id, picture } of pages(next)) {
      const reader = String(id)
      const found = await readPicture(this.#photos, this.#live, reader, String(picture))
      if (found?.name !== picture) update.run(found?.name ?? null, reader)
      if (found) {
        this.pictures += 1
        yield { name: `${PICTURES_FOLDER}/${found.name}`, bytes: found.bytes }
      } else {
        this.lostPictures += 1
      }
      const done = this.pictures + this.lostPictures
      this.#report({ step: 'pictures', done, total })
    }
  }
}
