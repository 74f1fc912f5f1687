import { execFileSync, fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, vi } from 'vitest'
import { ownFolder } from '../server/catalogue/ownFolder.ts'
import { backUp } from '../server/data/backup.ts'
import type { DataOptions } from '../server/data/dataError.ts'
import { openStore } from '../server/store/store.ts'
import type { FavoriteMessage } from './favoritesWriter.ts'
import { addReaders, READERS_AT_ONCE } from './readers.ts'

// What tests of backups and restores share.

const WRITER = join(import.meta.dirname, 'favoritesWriter.ts')

/** What `npm run data` runs. */
export const DATA = join(import.meta.dirname, '../scripts/data.ts')

export const { signal } = new AbortController()
export const quiet: DataOptions = { force: false, report: () => undefined, signal }
export const forced: DataOptions = { ...quiet, force: true }

/** A folder that goes with the test. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Only root can leave what others may not read. */
export const isRoot = process.geteuid?.() === 0

/** A user who is not root. */
const OTHER = 65_534

/** Gives a folder, and the one that it is in, to another user, where this is root. */
export function giveAway(folder: string): void {
  if (isRoot) execFileSync('chown', ['-R', `${OTHER}:${OTHER}`, dirname(folder)])
}

/** Does work as that user, as a service does. */
export async function asOther<T>(work: () => Promise<T>): Promise<T> {
  if (isRoot) process.seteuid?.(OTHER)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

/** An installation in one folder. */
export const inFolder = (dataDir: string) => ({
  dataDir,
  catalogueDir: dataDir,
  databaseUrl: undefined,
})

/** Where there is none yet. */
export const emptyPlace = () => inFolder(join(createFolder(), 'data'))

/** An installation with as many readers as the writer writes for. */
export async function createInstallation() {
  const here = emptyPlace()
  await addReaders(
    here.dataDir,
    Array.from({ length: READERS_AT_ONCE }, (_, at) => `Reader ${at}`),
  )
  return here
}

/** An installation, and a backup of it. */
export async function createBackup() {
  const here = await createInstallation()
  const file = join(createFolder(), 'backup.tar.gz')
  await backUp(here, file, quiet)
  return { here, file }
}

/** Every row of every table of a database. */
function rowsOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const rows = tables.map(({ name }) => [
    name,
    database.prepare(`SELECT * FROM ${String(name)}`).all(),
  ])
  database.close()
  return rows
}

/** All that is in a data folder. */
export const contentsOf = (folder: string) => ({
  readers: rowsOf(join(folder, 'readers.db')),
  catalogue: readFileSync(join(folder, 'catalogue.db'), 'hex'),
})

/** Opens a folder as a server does that starts. */
export async function openAsServer(there: ReturnType<typeof inFolder>): Promise<void> {
  using _ = ownFolder(there)
  await (await openStore(there)).close()
}

/** The favorites of a data folder, as the writer tells them. */
export function favoritesOf(folder: string): Set<string> {
  const database = new DatabaseSync(join(folder, 'readers.db'), { readOnly: true })
  const rows = database.prepare('SELECT user_id, book_id FROM favorites').all()
  database.close()
  return new Set(rows.map((row) => `${String(row['user_id'])} ${String(row['book_id'])}`))
}

/** A process that adds favorites and replaces pictures; tells what is acknowledged. */
export function startWriter(dataDir: string) {
  const child = fork(WRITER, [dataDir], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const acknowledged: string[] = []
  child.on('message', (message: FavoriteMessage) => acknowledged.push(message))
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const hasWritten = (count: number) => {
    const { length } = acknowledged
    return vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(length + count), 30_000)
  }
  return { child, acknowledged, hasWritten }
}
