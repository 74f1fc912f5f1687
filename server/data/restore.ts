import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createPhotoFolder } from '../accounts/photos.ts'
import { writeWhole } from '../lib/writeWhole.ts'
import { fillPostgres } from '../store/postgres/transfer.ts'
import { DATABASE_FILE } from '../store/sqlite/openSqliteStore.ts'
import { readSqlite } from '../store/sqlite/transfer.ts'
import { readArchive, type ArchiveEntry } from './archive.ts'
import { carry } from './carry.ts'
import { checkDatabase, picturesIn } from './checkDatabase.ts'
import { DataError, type Report } from './dataError.ts'
import { checkFree, install } from './install.ts'
import type { Installation } from './installation.ts'
import { MANIFEST_FILE, PICTURES_FOLDER, readManifest, type Manifest } from './manifest.ts'

/** How a backup is restored. */
export interface RestoreOptions {
  /** Takes the place of what is in the data folder, which is kept in a folder there. */
  force: boolean
  report: Report
  /** Ends the work between two reports too. */
  signal?: AbortSignal
}

/** What was restored. */
export interface RestoreSummary extends Manifest {
  /** The folder of what was there before. */
  replaced: string | undefined
}

const PICTURE_MAX_BYTES = 16 * 1024 * 1024
const MANIFEST_MAX_BYTES = 64 * 1024

/** Where an entry of a backup belongs; `undefined` for what no backup of ours holds. */
function placeOf(staged: string, { name, size }: ArchiveEntry): string | undefined {
  if (name === DATABASE_FILE) return join(staged, name)
  if (name === MANIFEST_FILE && size <= MANIFEST_MAX_BYTES) return join(staged, name)
  const [folder, picture = '', ...deeper] = name.split('/')
  const isPicture =
    folder === PICTURES_FOLDER &&
    deeper.length === 0 &&
    createPhotoFolder(staged).isName(picture) &&
    size <= PICTURE_MAX_BYTES
  return isPicture ? join(staged, PICTURES_FOLDER, picture) : undefined
}

/** Unpacks a backup; answers how many pictures came with it. */
async function unpack(
  file: string,
  staged: string,
  { report, signal }: RestoreOptions,
): Promise<number> {
  await mkdir(join(staged, PICTURES_FOLDER), { mode: 0o700 })
  const names = new Set<string>()
  let pictures = 0
  for await (const entry of readArchive(file)) {
    const path = placeOf(staged, entry)
    if (path === undefined) throw new DataError(`${file} is no backup of Catchword.`)
    if (names.has(entry.name)) throw new DataError(`${file} holds ${entry.name} twice.`)
    names.add(entry.name)
    const written = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(entry.content, written, { ...(signal && { signal }) })
    if (entry.name.startsWith(`${PICTURES_FOLDER}/`)) pictures += 1
    report({ step: 'unpacking', done: names.size, total: names.size })
  }
  return pictures
}

/** Looks through an unpacked backup of so many pictures: nothing is missing, nothing is damaged. */
async function check(file: string, staged: string, pictures: number): Promise<Manifest> {
  const path = join(staged, MANIFEST_FILE)
  const text = existsSync(path) ? await readFile(path, 'utf8') : undefined
  if (text === undefined) throw new DataError(`${file} is no backup of Catchword.`)
  const manifest = readManifest(text)
  if (!manifest) throw new DataError(`${file} comes from another version of Catchword.`)
  const database = join(staged, DATABASE_FILE)
  const facts = checkDatabase(database)
  const whole =
    facts.readers === manifest.readers &&
    facts.favorites === manifest.favorites &&
    pictures === manifest.pictures &&
    pictures === picturesIn(database).reduce((count) => count + 1, 0) &&
    picturesIn(database).every((name) => existsSync(join(staged, PICTURES_FOLDER, name)))
  if (!whole) throw new DataError(`${file} does not hold what it says it does.`)
  return manifest
}

/** Adds the pictures to those that the servers share; their names are theirs alone. */
async function addPictures(staged: string, dataDir: string): Promise<void> {
  for (const name of picturesIn(join(staged, DATABASE_FILE))) {
    const bytes = await readFile(join(staged, PICTURES_FOLDER, name))
    await writeWhole(join(dataDir, PICTURES_FOLDER), name, bytes)
  }
}

async function canRead(file: string): Promise<void> {
  try {
    await (await open(file)).close()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new DataError(`${file} cannot be read (${reason}).`, { cause: error })
  }
}

/**
 * Restores a backup that `backUp` took, of either engine on either engine. It is unpacked and checked
 * from end to end before anything is touched. On SQLite it takes the place of the data folder's
 * database and pictures in one step; on PostgreSQL it fills a database without readers in one
 * transaction (docs/backup.md).
 *
 * @throws DataError, StoreError or TransferError; the installation is as it was then
 */
export async function restore(
  installation: Installation,
  file: string,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const { dataDir, databaseUrl } = installation
  await canRead(file)
  if (databaseUrl === undefined) checkFree(dataDir, options.force)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  // In the data folder, so that the last step is a rename.
  const staged = await mkdtemp(join(dataDir, '.restore-'))
  try {
    const pictures = await unpack(file, staged, options)
    const manifest = await check(file, staged, pictures)
    if (databaseUrl === undefined) {
      return { ...manifest, replaced: await install(staged, dataDir) }
    }
    await addPictures(staged, dataDir)
    await readSqlite(staged, { alone: true }, (rows) =>
      fillPostgres(databaseUrl, (target) => carry(rows, target, options.report)),
    )
    return { ...manifest, replaced: undefined }
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}
