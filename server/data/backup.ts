import { readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile, rename, writeFile } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../../contract/units.ts'
import { CATALOGUE_FILE } from '../catalogue/catalogueDatabase.ts'
import { isThere, makeWorkFolder, syncFolder } from '../lib/writeWhole.ts'
import { READERS_FILE } from '../store/sqlite.ts'
import { openDatabase } from '../store/sqliteFiles.ts'
import { MANIFEST_FILE, writeArchive, type Manifest } from './archive.ts'
import { checkIntegrity, countRows } from './databases.ts'
import {
  DataError,
  refusePostgres,
  type DataOptions,
  type Installation,
  type Report,
} from './dataError.ts'

/** A backup that is under way is in a folder of this name, with a random end. */
const PREFIX = '.catchword-backup-'
const ABANDONED_MS = DAY_MS / 2

/** Copies a database as it is at one moment, while servers write to it, into one file without a WAL. */
async function copyReaders(source: DatabaseSync, copy: string, report: Report): Promise<void> {
  // Inside a read transaction, or the copying would begin again with every write of another process.
  source.exec('BEGIN')
  source.prepare('SELECT count(*) FROM sqlite_schema').get()
  await backup(source, copy, {
    rate: 1000,
    progress({ totalPages, remainingPages }) {
      report({ step: 'database', done: totalPages - remainingPages, total: totalPages })
    },
  })
  source.exec('COMMIT')
  using database = new DatabaseSync(copy)
  database.exec('PRAGMA journal_mode = DELETE')
}

/** Copies all that a backup holds into an empty folder, and checks it. */
async function stage(
  { catalogueDir }: Installation,
  source: DatabaseSync,
  folder: string,
  { report }: DataOptions,
) {
  const copy = join(folder, READERS_FILE)
  const takenAt = new Date().toISOString()
  await copyReaders(source, copy, report)
  await copyFile(join(catalogueDir, CATALOGUE_FILE), join(folder, CATALOGUE_FILE))
  for (const name of [READERS_FILE, CATALOGUE_FILE]) checkIntegrity(join(folder, name))
  const manifest: Manifest = { product: 'catchword', format: 2, takenAt, ...countRows(copy) }
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest, null, 2))
  return manifest
}

/** Removes what killed backups left in a folder, whole copies, which nobody writes to for hours; returns what it may not. */
function removeAbandoned(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(PREFIX))
  return names
    .map((name) => join(folder, name))
    .filter((path) => {
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity)
      try {
        if (age > ABANDONED_MS) rmSync(path, { recursive: true, force: true })
        return false
      } catch {
        return true
      }
    })
}

/** Refuses what cannot be backed up, and what must not be written over. */
function check(from: Installation, target: string, force: boolean): void {
  const { databaseUrl, dataDir, catalogueDir } = from
  refusePostgres(databaseUrl, 'Back up PostgreSQL with pg_dump (docs/hosting.md 4.2).')
  if (!statSync(dirname(target), { throwIfNoEntry: false })?.isDirectory()) {
    throw new DataError(`There is no folder ${dirname(target)}.`)
  }
  const extension = extname(target)
  if (!['', '.tgz'].includes(extension) && !target.endsWith('.tar.gz')) {
    throw new DataError(`A backup is a gzipped tar: name it .tar.gz, not ${extension}.`)
  }
  const isFile = statSync(target, { throwIfNoEntry: false })?.isFile()
  if (isFile !== undefined && !(force && isFile)) {
    throw new DataError(`${target} exists already${isFile ? '; --force replaces it' : ''}.`)
  }
  for (const file of [join(dataDir, READERS_FILE), join(catalogueDir, CATALOGUE_FILE)]) {
    if (!isThere(file)) throw new DataError(`There is no ${file}.`)
  }
}

/**
 * Takes a backup into one gzipped tar while servers run: it has its name only when it is whole, checked and on
 * disk (docs/hosting.md 4). Returns what it holds, and what of killed ones may not be removed. @throws DataError or
 * StoreError; nothing is left behind then
 */
export async function backUp(
  from: Installation,
  file: string,
  options: DataOptions,
): Promise<Manifest & { bytes: number; left: string[] }> {
  const target = resolve(file)
  check(from, target, options.force)
  using source = openDatabase(join(from.dataDir, READERS_FILE))
  // Earlier versions had pictures in files, which would be missing.
  if (!source.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'pictures'").get()) {
    const line = `The readers.db in ${from.dataDir} is of an earlier version.`
    throw new DataError(`${line} Start this version once before.`)
  }
  const left = removeAbandoned(dirname(target))
  // In the target's folder, so that the last step is a rename.
  using folder = makeWorkFolder(join(dirname(target), PREFIX))
  const manifest = await stage(from, source, folder.path, options)
  const archive = join(folder.path, 'backup.tar.gz')
  const names = [READERS_FILE, CATALOGUE_FILE, MANIFEST_FILE]
  await writeArchive(archive, folder.path, names, options.signal)
  const { size: bytes } = statSync(archive)
  await rename(archive, target)
  await syncFolder(dirname(target))
  return { ...manifest, bytes, left }
}
