import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Header } from 'tar-stream'
import { createPhotoFolder } from '../accounts/photos.ts'
import { CATALOGUE_FILE, openCatalogueFile } from '../catalogue/catalogueFile.ts'
import { prepareCatalogue, type CatalogueLocation } from '../catalogue/prepareCatalogue.ts'
import { openSqlite, READERS_FILE } from '../store/sqlite.ts'
import { unpackArchive } from './archive.ts'
import { checkDatabase, factsOf, OLD_FILE } from './databases.ts'
import { DataError, refusePostgres, type DataOptions } from './dataError.ts'
import { checkFree, install } from './install.ts'
import { MANIFEST_FILE, parseManifest, PICTURES_FOLDER, type Manifest } from './manifest.ts'

/** What was restored. */
interface RestoreSummary extends Manifest {
  /** The folders of what was there before. */
  replaced: string[]
}

/** The databases of a backup, by its format. */
const DATABASES = { 1: [OLD_FILE], 2: [CATALOGUE_FILE, READERS_FILE] }
const SMALL_MAX_BYTES = 16 * 1024 * 1024

/** Whether a backup of ours may hold such a file; its name then leads nowhere else. */
function isOurs({ name, type, size }: Header): boolean {
  if (type !== 'file') return false
  if (Object.values(DATABASES).flat().includes(name)) return true
  const picture = basename(name)
  const isPicture =
    name === `${PICTURES_FOLDER}/${picture}` && createPhotoFolder('').isName(picture)
  return (isPicture || name === MANIFEST_FILE) && size <= SMALL_MAX_BYTES
}

/** Unpacks a backup and returns the names of its files. */
async function unpack(
  file: string,
  staged: string,
  { report, signal }: DataOptions,
): Promise<Set<string>> {
  await mkdir(join(staged, PICTURES_FOLDER), { mode: 0o700 })
  const names = new Set<string>()
  const placeOf = (header: Header): string => {
    const { name } = header
    if (!isOurs(header)) throw new DataError(`${file} is no backup of Catchword.`)
    if (names.has(name)) throw new DataError(`${file} holds ${name} twice.`)
    names.add(name)
    report({ step: 'unpacking', done: names.size, total: names.size })
    return join(staged, name)
  }
  await unpackArchive(file, placeOf, signal)
  if (!names.has(MANIFEST_FILE)) throw new DataError(`${file} is no backup of Catchword.`)
  return names
}

/** Brings unpacked databases up to date, makes both of an old one, and reads them from end to end. */
async function prepareDatabases(staged: string, { format }: Manifest): Promise<void> {
  await (await openSqlite(staged)).close()
  if (format === 1) {
    await prepareCatalogue({ dataDir: staged, catalogueDir: staged, databaseUrl: undefined })
  }
  openCatalogueFile(join(staged, CATALOGUE_FILE)).close()
  for (const name of DATABASES[2]) checkDatabase(join(staged, name))
}

/** Whether the unpacked files are what the manifest says, and one picture for each name. */
function isComplete(manifest: Manifest, staged: string, names: ReadonlySet<string>): boolean {
  const { readers, favorites, pictures } = factsOf(join(staged, READERS_FILE))
  return (
    readers === manifest.readers &&
    favorites === manifest.favorites &&
    pictures.length === manifest.pictures &&
    pictures.length + DATABASES[manifest.format].length + 1 === names.size &&
    pictures.every((name) => names.has(`${PICTURES_FOLDER}/${name}`))
  )
}

/** Checks that an unpacked backup holds all that it says it does, and nothing is damaged. */
async function check(file: string, staged: string, names: ReadonlySet<string>): Promise<Manifest> {
  const manifest = parseManifest(await readFile(join(staged, MANIFEST_FILE), 'utf8'))
  if (!manifest) throw new DataError(`${file} comes from another version of Catchword.`)
  if (DATABASES[manifest.format].every((name) => names.has(name))) {
    await prepareDatabases(staged, manifest)
    if (isComplete(manifest, staged, names)) return manifest
  }
  throw new DataError(`${file} does not hold what it says it does.`)
}

/**
 * Restores a backup that `backUp`, or an earlier version, took. It is unpacked and checked from end to end
 * before anything is touched; then it takes the place of what is in the folders (docs/backup.md).
 *
 * @throws DataError or StoreError; the installation is as it was then
 */
export async function restore(
  to: CatalogueLocation,
  file: string,
  options: DataOptions,
): Promise<RestoreSummary> {
  refusePostgres(to.databaseUrl, 'Restore PostgreSQL with pg_restore (docs/backup.md).')
  checkFree(to, options.force)
  await mkdir(to.dataDir, { recursive: true, mode: 0o700 })
  // In the data folder, so that the last step is a rename.
  const staged = await mkdtemp(join(to.dataDir, '.restore-'))
  try {
    const names = await unpack(file, staged, options)
    const manifest = await check(file, staged, names)
    options.signal.throwIfAborted()
    return { ...manifest, replaced: await install(staged, to) }
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}
