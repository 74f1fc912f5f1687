/**
 * `node bench/move.ts [readers]`: how long a backup, a restore and a move take, and how much room a
 * reader takes on either engine: one session, three interests, twenty favorites, three favorite authors.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { load } from '../hardening/lib/run.ts'
import { loadBundledBooks } from '../server/catalogue/bundled.ts'
import { backUp } from '../server/data/backup.ts'
import type { Installation } from '../server/data/installation.ts'
import { move } from '../server/data/move.ts'
import { restore } from '../server/data/restore.ts'
import { MIB_BYTES } from '../server/lib/units.ts'
import { openStore } from '../server/store/openStore.ts'
import { countsOfProcess } from './countsGiven.ts'
import { withPostgres } from './postgres.ts'

const READERS = 20_000
const FAVORITES = 20

const quiet = { force: false, report: () => undefined }

async function createReaders(installation: Installation, count: number): Promise<void> {
  const store = await openStore(installation)
  await loadBundledBooks(store)
  await store.close()
  const database = new DatabaseSync(join(installation.dataDir, 'catchword.db'))
  const books = database
    .prepare('SELECT id FROM books ORDER BY pop')
    .all()
    .map(({ id }) => String(id))
  const add = (table: string, values: number) =>
    database.prepare(
      `INSERT INTO ${table} VALUES (${Array.from({ length: values }, () => '?').join(', ')})`,
    )
  const addUser = add('users', 7)
  const addSession = add('sessions', 9)
  const addPreference = add('preferences', 3)
  const addFavorite = add('favorites', 4)
  const addAuthor = add('favorite_authors', 4)
  const time = 1_790_000_000_000
  database.exec('BEGIN')
  for (let at = 0; at < count; at++) {
    const id = `reader${at.toString(36).padStart(20, '0')}`
    const email = `reader-number-${at}@example.com`
    // As long as the real ones are.
    addUser.run(id, `Reader Number ${at}`, email, email, 'x'.repeat(97), null, time)
    const secret = (kind: string) => Buffer.from(`${kind}${at}`.padEnd(32, '.'))
    addSession.run(`s${id}`, id, secret('token'), secret('cookie'), 'password', 1, time, time, time)
    for (let position = 0; position < 3; position++) addPreference.run(id, position, 'Fiction')
    for (let favorite = 0; favorite < FAVORITES; favorite++) {
      addFavorite.run(null, id, books[(at * 7 + favorite) % books.length] ?? '', time)
    }
    for (let author = 0; author < 3; author++) addAuthor.run(null, id, `Author ${author}`, time)
  }
  database.exec('COMMIT')
  database.close()
}

async function timed<T>(title: string, rows: number, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const result = await work()
  const seconds = (performance.now() - started) / 1000
  const memory = process.memoryUsage().rss / MIB_BYTES
  console.log(
    `${title.padEnd(24)} ${seconds.toFixed(1).padStart(6)} s ${(rows / seconds).toFixed(0).padStart(8)} rows/s  ${memory.toFixed(0)} MiB`,
  )
  return result
}

async function main(): Promise<void> {
  const [readers = READERS] = countsOfProcess(READERS)
  await withPostgres(async ({ folder, url }) => {
    const here = { dataDir: join(folder, 'sqlite'), databaseUrl: undefined }
    const there = { dataDir: join(folder, 'shared'), databaseUrl: url }
    const file = join(folder, 'backup.tar.gz')
    await createReaders(here, readers)
    const rows = readers * (FAVORITES + 8)
    console.log(`${readers} readers, ${rows} rows; ${load()}`)
    const { bytes } = await timed('backup, SQLite', rows, () => backUp(here, file, quiet))
    await timed('restore, SQLite', rows, () =>
      restore({ dataDir: join(folder, 'again'), databaseUrl: undefined }, file, quiet),
    )
    await timed('move to PostgreSQL', rows, () => move(here, there, quiet))
    await timed('backup, PostgreSQL', rows, () =>
      backUp(there, join(folder, 'postgres.tar.gz'), quiet),
    )
    await timed('move to SQLite', rows, () =>
      move(there, { dataDir: join(folder, 'back'), databaseUrl: undefined }, quiet),
    )
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows: sizes } = await client.query<{ bytes: string }>(
      `SELECT sum(pg_total_relation_size(name::regclass)) AS bytes
       FROM unnest('{users,sessions,preferences,favorites,favorite_authors}'::text[]) AS name`,
    )
    await client.end()
    const perReader = (total: number): string => `${(total / readers).toFixed(0)} bytes a reader`
    console.log(
      `SQLite: ${perReader(statSync(join(here.dataDir, 'catchword.db')).size)}, with the books`,
    )
    console.log(`PostgreSQL: ${perReader(Number(sizes[0]?.bytes))}; backup: ${perReader(bytes)}`)
  })
}

await main()
