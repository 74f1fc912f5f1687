import { existsSync, statSync } from 'node:fs'
import { copyFile, mkdir, mkdtempDisposable, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { createPhotoFolder, type PhotoFolder } from '../accounts/photos.ts'
import { CATALOGUE_FILE } from '../catalogue/catalogueFile.ts'
import { syncFolder } from '../lib/syncFolder.ts'
import { READERS_FILE } from '../store/sqlite.ts'
import { openDatabase } from '../store/sqliteFiles.ts'
import { MANIFEST_FILE, PICTURES_FOLDER, writeArchive, type Manifest } from './archive.ts'
import { checkDatabase, factsOf } from './databases.ts'
import {
  DataError,
  refusePostgres,
  type DataOptions,
  type Installation,
  type Report,
} from './dataError.ts'

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

/** Copies a reader's picture, or the one that replaced it since; returns its name, `null` for none. */
async function copyPicture(
  photos: PhotoFolder,
  folder: string,
  picture: string,
  current: () => unknown,
): Promise<string | null> {
  if (!photos.isName(picture)) return null
  try {
    await copyFile(join(photos.folder, picture), join(folder, picture))
    return picture
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const now = String(current())
  return now === picture ? null : copyPicture(photos, folder, now, current)
}

/** Copies the pictures that the copied database names; afterwards it names just these. */
async function copyPictures(
  photos: PhotoFolder,
  source: DatabaseSync,
  folder: string,
  report: Report,
): Promise<void> {
  const into = join(folder, PICTURES_FOLDER)
  await mkdir(into)
  const current = source.prepare('SELECT picture FROM users WHERE id = ?')
  using copy = new DatabaseSync(join(folder, READERS_FILE))
  copy.exec('PRAGMA synchronous = OFF')
  const update = copy.prepare('UPDATE users SET picture = ? WHERE id = ?')
  const readers = copy.prepare('SELECT id, picture FROM users WHERE picture IS NOT NULL').all()
  for (const [at, { id = null, picture }] of readers.entries()) {
    const now = () => current.get(id)?.['picture']
    const name = await copyPicture(photos, into, String(picture), now)
    if (name !== picture) update.run(name, id)
    report({ step: 'pictures', done: at + 1, total: readers.length })
  }
}

/** Copies all that a backup holds into an empty folder, and checks it. */
async function stage(
  { dataDir, catalogueDir }: Installation,
  source: DatabaseSync,
  folder: string,
  { report }: DataOptions,
) {
  const copy = join(folder, READERS_FILE)
  const takenAt = new Date().toISOString()
  await copyReaders(source, copy, report)
  const before = factsOf(copy).pictures.length
  await copyPictures(createPhotoFolder(dataDir), source, folder, report)
  await copyFile(join(catalogueDir, CATALOGUE_FILE), join(folder, CATALOGUE_FILE))
  for (const name of [READERS_FILE, CATALOGUE_FILE]) checkDatabase(join(folder, name))
  const { readers, favorites, pictures } = factsOf(copy)
  const counts = { readers, favorites, pictures: pictures.length }
  const manifest: Manifest = { product: 'catchword', format: 2, takenAt, ...counts }
  await writeFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest, null, 2))
  const names = pictures.map((name) => `${PICTURES_FOLDER}/${name}`)
  names.push(READERS_FILE, CATALOGUE_FILE, MANIFEST_FILE)
  return { manifest, names, lostPictures: before - pictures.length }
}

/** Refuses what cannot be backed up, and what must not be written over. */
function check(from: Installation, target: string, force: boolean): void {
  const { databaseUrl, dataDir, catalogueDir } = from
  refusePostgres(databaseUrl, 'Back up PostgreSQL with pg_dump (docs/hosting.md 4.2).')
  if (!statSync(dirname(target), { throwIfNoEntry: false })?.isDirectory()) {
    throw new DataError(`There is no folder ${dirname(target)}.`)
  }
  const isFile = statSync(target, { throwIfNoEntry: false })?.isFile()
  if (isFile !== undefined && !(force && isFile)) {
    throw new DataError(`${target} is there already${isFile ? '; --force replaces it' : ''}.`)
  }
  for (const file of [join(dataDir, READERS_FILE), join(catalogueDir, CATALOGUE_FILE)]) {
    if (!existsSync(file)) throw new DataError(`There is no ${file}.`)
  }
}

/**
 * Takes a backup into one gzipped tar while servers run: it has its name only when it is whole, checked and on
 * disk (docs/hosting.md 4). @throws DataError or StoreError; nothing is left behind then
 */
export async function backUp(
  from: Installation,
  file: string,
  options: DataOptions,
): Promise<Manifest & { bytes: number; lostPictures: number }> {
  const target = resolve(file)
  check(from, target, options.force)
  using source = openDatabase(join(from.dataDir, READERS_FILE))
  // In the target's folder, so that the last step is a rename.
  await using folder = await mkdtempDisposable(join(dirname(target), '.catchword-backup-'))
  const { manifest, names, lostPictures } = await stage(from, source, folder.path, options)
  const archive = join(folder.path, 'backup.tar.gz')
  await writeArchive(archive, folder.path, names, options.signal)
  const { size: bytes } = statSync(archive)
  await rename(archive, target)
  await syncFolder(dirname(target))
  return { ...manifest, bytes, lostPictures }
}
