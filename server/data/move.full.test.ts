import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../store/store.ts'
import { noPostgres, whySkipped, withPostgres } from '../../test/postgres.ts'
import { addReaders, favoriteBook } from '../../test/readers.ts'
import { DataError } from './dataError.ts'
import { BATCH, move } from './move.ts'

const postgres = withPostgres()

const report = (): void => undefined

/** Texts that engines, drivers and quoting have tripped over; all of them pass the contract. */
const HOSTILE = [
  "Robert'); DROP TABLE users;--",
  `"{a,b}" \\ NULL 'null' $1 :name ?`,
  String.raw`\x00 \N \. \u0000 %s {} [] {"a":1}`,
  '👩🏽‍🚀 Ωmega ﷽ ﬃ İstanbul ı ß',
  'e\u0301 and \u00E9, A\u030A and \u212B',
  '\u{10FFFF}\u{1D400} \uFFFD \uFEFF \u200B\u202Ertl',
  'undefined',
  ' spaces kept ',
  'ＮＵＬＬ',
  '\u0E33\u0E33 ทำ \u0F3C',
]

const NAUGHTY = join(import.meta.dirname, '../../../shared/data/naughty/blns.json')

function namesToMove(): string[] {
  const naughty: string[] = existsSync(NAUGHTY) ? JSON.parse(readFileSync(NAUGHTY, 'utf8')) : []
  const accepted = naughty.filter(
    (text) => text.length > 0 && text.isWellFormed() && !/\p{Cc}/u.test(text),
  )
  return [...HOSTILE, ...accepted]
}

function createPlace() {
  const dataDir = mkdtempSync(join(tmpdir(), 'catchword-move-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return { dataDir, catalogueDir: dataDir, databaseUrl: undefined }
}

async function createInstallation(names: readonly string[]) {
  const here = createPlace()
  await addReaders(here.dataDir, names)
  return here
}

async function createDatabase() {
  const database = await postgres.createDatabase()
  onTestFinished(() => database.drop())
  return database
}

const COUNT = 'SELECT count(*)::integer AS n FROM users'

/** Rows of either engine, as texts that are equal where the rows are, in an order of their own. */
const textsOf = (rows: readonly Record<string, unknown>[]): string[] =>
  rows
    .map((row) =>
      Object.entries(row)
        .map(([name, value]) =>
          value instanceof Uint8Array
            ? `${name}: x'${Buffer.from(value).toString('hex')}'`
            : `${name}: ${String(value)}`,
        )
        .join(', '),
    )
    .toSorted()

/** The rows of a table in the data folder. */
function rowsIn(dataDir: string, table: string) {
  const database = new DatabaseSync(join(dataDir, 'readers.db'), { readOnly: true })
  const rows = database.prepare(`SELECT * FROM ${table}`).all()
  database.close()
  return rows
}

describe.skipIf(noPostgres)(`moving to PostgreSQL${whySkipped}`, () => {
  test('brings every row, whatever the texts, and leaves the source as it was', async () => {
    const names = namesToMove()
    const here = await createInstallation(names)
    const database = await createDatabase()
    const moved = await move(here, database.url, report)
    expect(moved.get('users')).toBe(names.length)
    expect(moved.size).toBe(15)
    for (const [table, count] of moved) {
      const rows = textsOf(rowsIn(here.dataDir, table))
      expect(rows).toHaveLength(count)
      expect(textsOf(await database.query(`SELECT * FROM ${table}`))).toEqual(rows)
    }

    // What comes next goes behind what was brought.
    const store = await openStore({ ...here, databaseUrl: database.url })
    await store.favorites.add('reader-9', { book: favoriteBook('next') }, 9, 1000)
    expect((await store.favorites.ids('reader-9'))[0]).toBe('next')
    const room = { addedAt: 9, max: 1000 }
    await store.marks.set('reader-9', 'wantToRead', { book: favoriteBook('wanted') }, room)
    expect((await store.marks.ids('reader-9')).wantToRead).toEqual(['wanted', 'marked-9'])
    await store.close()
  })

  test('a table of many rows is whole', async () => {
    const here = await createInstallation(['Ada'])
    const database = new DatabaseSync(join(here.dataDir, 'readers.db'))
    const add = database.prepare(
      'INSERT INTO favorite_authors (user_id, author, added_at) VALUES (?, ?, 1)',
    )
    database.exec('BEGIN')
    for (let at = 0; at < 3 * BATCH + 7; at++) add.run('reader-0', `Author ${at}`)
    database.exec('COMMIT')
    database.close()
    const target = await createDatabase()
    await move(here, target.url, report)
    // With the two that every reader has.
    const count = 'SELECT count(*)::integer AS n FROM favorite_authors'
    expect(await target.query(count)).toEqual([{ n: 3 * BATCH + 9 }])
  })

  test('refuses a database with readers, and a server on the source', async () => {
    const here = await createInstallation(['Ada', 'Grace'])
    const database = await createDatabase()
    const server = await openStore(here)
    await expect(move(here, database.url, report)).rejects.toThrow(/readers\.db is in use/)
    await server.close()
    await move(here, database.url, report)
    await expect(move(here, database.url, report)).rejects.toThrow(
      /has readers already; nothing there is ever overwritten/,
    )
    expect(await database.query(COUNT)).toEqual([{ n: 2 }])
  })

  test('a move that is stopped, or fails, leaves nothing in the target', async () => {
    const here = await createInstallation(['Ada', 'nul\u0000'])
    const database = await createDatabase()
    await expect(move(here, database.url, report)).rejects.toThrow(/invalid byte sequence.* 0x00/)
    const source = new DatabaseSync(join(here.dataDir, 'readers.db'))
    source.exec(`DELETE FROM users WHERE name <> 'Ada'`)
    source.close()
    const stopped = move(here, database.url, ({ step }) => {
      if (step === 'favorites') throw new DataError('Stopped.')
    })
    await expect(stopped).rejects.toThrow('Stopped.')
    expect(await database.query(COUNT)).toEqual([{ n: 0 }])
    await move(here, database.url, report)
    expect(await database.query(COUNT)).toEqual([{ n: 1 }])
  })
})
