import { copyFileSync, createReadStream, linkSync, renameSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { Header } from 'tar-stream'
import { CATALOGUE_FILE, openCatalogueDatabase } from '../catalogue/catalogueDatabase.ts'
import { lockCatalogue } from '../catalogue/rewriteCatalogue.ts'
import { isThere, makeFile, makeFolder, makeWorkFolder, syncFolder } from '../lib/writeWhole.ts'
import { MIB_BYTES } from '../../contract/units.ts'
import { kyselyOnSqlite } from '../store/sqliteDialect.ts'
import { StoreError } from '../store/errors.ts'
import { foreignPart } from '../store/migrate.ts'
import { PICTURES_FOLDER } from '../store/migrations/0005_pictures.ts'
import { isPictureName } from '../store/repositories/pictures.ts'
import { openSqlite, READERS_FILE, RESTORE_PREFIX } from '../store/sqlite.ts'
import { MANIFEST_FILE, parseManifest, unpackArchive, type Manifest } from './archive.ts'
import { checkIntegrity, countRows, openAlone } from './databases.ts'
import { DataError, refusePostgres, type DataOptions, type Installation } from './dataError.ts'
import {
  endOf,
  endRestores,
  ownFolder,
  unpackedIn,
  waitingCatalogue,
} from '../catalogue/ownFolder.ts'

/** The databases of a backup. */
const DATABASES = [CATALOGUE_FILE, READERS_FILE]

/** Whether a backup of ours may hold such a file; its name then leads nowhere else. */
function isBackupEntry({ name, type, size }: Header): boolean {
  if (type !== 'file') return false
  if (DATABASES.includes(name)) return true
  const picture = basename(name)
  // Of a version that had pictures in files.
  const isPicture = name === `${PICTURES_FOLDER}/${picture}` && isPictureName(picture)
  return (isPicture || name === MANIFEST_FILE) && size <= 16 * MIB_BYTES
}

/** Unpacks a backup and returns the names of its files. */
async function unpack(file: string, staged: string, { report, signal }: DataOptions) {
  makeFolder(join(staged, PICTURES_FOLDER))
  const names = new Set<string>()
  const placeOf = (header: Header): string => {
    const { name } = header
    if (!isBackupEntry(header)) throw new DataError(`${file} is no backup of Catchword.`)
    if (names.has(name)) throw new DataError(`${file} holds ${name} twice.`)
    names.add(name)
    report({ step: 'unpacking', done: names.size })
    return join(staged, name)
  }
  await unpackArchive(file, placeOf, signal)
  if (!names.has(MANIFEST_FILE)) throw new DataError(`${file} is no backup of Catchword.`)
  return names
}

/** Refuses a readers.db with what no migration makes: a trigger would go on working in the new installation. */
async function checkSchema(file: string): Promise<void> {
  using database = new DatabaseSync(file, { readOnly: true })
  using empty = new DatabaseSync(':memory:')
  const foreign = await foreignPart(kyselyOnSqlite(database), kyselyOnSqlite(empty))
  if (foreign === undefined) return
  const line = `The ${foreign} in its ${READERS_FILE} is not as Catchword makes it`
  throw new DataError(`${line}; nothing was restored.`)
}

/** Checks that an unpacked backup holds all that it says it does, and nothing is damaged. */
async function check(file: string, staged: string, names: ReadonlySet<string>): Promise<Manifest> {
  const manifest = parseManifest(await readFile(join(staged, MANIFEST_FILE), 'utf8'))
  if (!manifest) throw new DataError(`${file} comes from another version of Catchword.`)
  if (DATABASES.every((name) => names.has(name))) {
    await checkSchema(join(staged, READERS_FILE))
    // Brings the schema up to date.
    await (await openSqlite(staged)).close()
    openCatalogueDatabase(join(staged, CATALOGUE_FILE)).close()
    for (const name of DATABASES) checkIntegrity(join(staged, name))
    const counts = countRows(join(staged, READERS_FILE))
    if (isDeepStrictEqual({ ...manifest, ...counts }, manifest)) return manifest
  }
  throw new DataError(`${file} does not hold what it says it does.`)
}

/** The databases, with their logs, that those of a backup take the place of. */
const occupied = ({ dataDir, catalogueDir }: Installation): string[] =>
  [
    join(catalogueDir, CATALOGUE_FILE),
    ...['', '-wal', '-shm'].map((end) => join(dataDir, `${READERS_FILE}${end}`)),
  ].filter(isThere)

/** Refuses folders that a server runs on, or, without `force`, that have databases. */
function checkFree(location: Installation, force: boolean): void {
  const file = join(location.dataDir, READERS_FILE)
  try {
    if (isThere(file)) openAlone(file).close()
  } catch (error) {
    // One that is beyond opening is set aside as it is.
    if (!(error instanceof StoreError && error.code === 'damaged')) throw error
  }
  const [first] = occupied(location)
  if (force || !first) return
  throw new DataError(
    `${first} exists already. --force moves what is there into a folder of its own.`,
  )
}

/** Keeps a file in another folder, too, until another takes its place; a log, which belongs to it, is moved there. */
function keep(path: string, kept: string): void {
  if (path.endsWith('.db')) {
    try {
      linkSync(path, kept)
    } catch {
      // The file system has no hard links.
      makeFile(kept)
      copyFileSync(path, kept)
    }
  } else renameSync(path, kept)
}

/**
 * Puts what is in `staged` into an installation; resolves with the folders that keep what was there. Killed at any
 * moment, it leaves the old databases or the new ones.
 */
async function install(staged: string, location: Installation): Promise<string[]> {
  const { dataDir, catalogueDir } = location
  const aside = `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${endOf(staged)}`
  const catalogue = waitingCatalogue(catalogueDir, staged)
  const readers = join(staged, READERS_FILE)
  try {
    // Perhaps to another disk.
    const unpacked = createReadStream(join(staged, CATALOGUE_FILE))
    makeFile(catalogue, dataDir)
    await writeFile(catalogue, unpacked, { flush: true })
    const before = occupied(location)
    const folders = [...new Set(before.map((path) => join(dirname(path), aside)))]
    for (const folder of folders) makeFolder(folder)
    for (const path of before) keep(path, join(dirname(path), aside, basename(path)))
    for (const folder of [...folders, catalogueDir, dataDir]) await syncFolder(folder)
    // Those of restores that were killed before, in a folder without readers.
    for (const other of unpackedIn(dataDir).filter((other) => other !== staged)) {
      rmSync(waitingCatalogue(catalogueDir, other), { force: true })
    }
    renameSync(readers, join(dataDir, READERS_FILE))
    await syncFolder(dataDir)
    return folders
  } finally {
    endRestores(location, [staged])
    await syncFolder(catalogueDir)
  }
}

/**
 * Restores a backup (docs/hosting.md 4.1) in the place of the databases in the folders, which are stored whole in
 * `replaced-<time>/` there. @throws DataError or StoreError; the installation is as it was then
 */
export async function restore(
  to: Installation,
  file: string,
  options: DataOptions,
): Promise<Manifest & { replaced: string[] }> {
  refusePostgres(to.databaseUrl, 'Restore PostgreSQL with pg_restore (docs/hosting.md 4.2).')
  makeFolder(to.dataDir)
  makeFolder(to.catalogueDir, to.dataDir)
  using locks = new DisposableStack()
  locks.use(ownFolder(to))
  // An import under way would take the place of the restored catalogue.
  locks.use(lockCatalogue(to.catalogueDir))
  checkFree(to, options.force)
  // In the data folder, so that the last step is a rename.
  using staged = makeWorkFolder(join(to.dataDir, RESTORE_PREFIX))
  const names = await unpack(file, staged.path, options)
  const manifest = await check(file, staged.path, names)
  options.signal.throwIfAborted()
  return { ...manifest, replaced: await install(staged.path, to) }
}
