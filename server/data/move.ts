import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { carry, compare, type TableDifference, type TableSum } from './carry.ts'
import { picturesIn } from './checkDatabase.ts'
import { DataError, type Report } from './dataError.ts'
import { checkFree, install } from './install.ts'
import { readRows, whereIs, type Installation } from './installation.ts'
import { PICTURES_FOLDER } from './manifest.ts'
import { DATABASE_FILE } from '../store/sqlite/openSqliteStore.ts'
import { fillSqlite } from '../store/sqlite/transfer.ts'
import { fillPostgres } from '../store/postgres/transfer.ts'

/** How an installation is moved. */
export interface MoveOptions {
  /** Takes the place of what is in the folder moved to, which is kept in a folder there. */
  force: boolean
  report: Report
}

/** What was moved. */
export interface MoveSummary {
  tables: TableSum[]
  /** The folder of what was there before. */
  replaced: string | undefined
}

/** Copies the pictures that the database names and that are there. */
async function copyPictures(staged: string, from: string): Promise<void> {
  await mkdir(join(staged, PICTURES_FOLDER), { mode: 0o700 })
  for (const name of picturesIn(join(staged, DATABASE_FILE))) {
    const path = join(from, PICTURES_FOLDER, name)
    if (existsSync(path)) await copyFile(path, join(staged, PICTURES_FOLDER, name))
  }
}

async function moveToFolder(
  from: Installation,
  folder: string,
  { force, report }: MoveOptions,
): Promise<MoveSummary> {
  checkFree(folder, force)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const staged = await mkdtemp(join(folder, '.move-'))
  try {
    const tables = await readRows(from, { alone: true }, (rows) =>
      fillSqlite(staged, (target) => carry(rows, target, report)),
    )
    await copyPictures(staged, from.dataDir)
    return { tables, replaced: await install(staged, folder) }
  } finally {
    await rm(staged, { recursive: true, force: true })
  }
}

/**
 * Moves everything that an installation's database holds to the other engine, whole or not at all, and
 * compares every table afterwards. The source stays as it is. To PostgreSQL the pictures stay where
 * they are, in the data folder that the servers share; to a folder they are copied.
 *
 * @throws DataError, StoreError or TransferError where a server runs on either side, where the target
 * has readers, or where the two are not the same afterwards; the target is as it was then
 */
export async function move(
  from: Installation,
  to: Installation,
  options: MoveOptions,
): Promise<MoveSummary> {
  if ((from.databaseUrl === undefined) === (to.databaseUrl === undefined)) {
    throw new DataError(
      'A move is from SQLite to PostgreSQL or back. Take a backup and restore it instead.',
    )
  }
  if (to.databaseUrl === undefined) return moveToFolder(from, to.dataDir, options)
  const { databaseUrl } = to
  const tables = await readRows(from, { alone: true }, (rows) =>
    fillPostgres(databaseUrl, (target) => carry(rows, target, options.report)),
  )
  return { tables, replaced: undefined }
}

/**
 * Compares the rows of two installations, each as it is at one moment.
 *
 * @throws StoreError or TransferError where one cannot be read
 */
export async function verify(
  one: Installation,
  other: Installation,
  report: Report,
): Promise<TableDifference[]> {
  if (whereIs(one) === whereIs(other)) throw new DataError('These are the same installation.')
  return readRows(one, { alone: false }, (rows) =>
    readRows(other, { alone: false }, (others) => compare(rows, others, report)),
  )
}
