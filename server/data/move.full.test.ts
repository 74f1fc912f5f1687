import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../store/openStore.ts'
import { BATCH, planTransfer, TransferError } from '../store/transfer.ts'
import { noPostgres, whySkipped, withPostgres } from '../testing/postgres.ts'
import { addReaders } from '../testing/readers.ts'
import { backUp } from './backup.ts'
import { carry, isSame } from './carry.ts'
import { DataError } from './dataError.ts'
import { readRows, type Installation } from './installation.ts'
import { move, verify } from './move.ts'
import { restore } from './restore.ts'

// Every test fills databases, which takes long where many tests share few cores.
vi.setConfig({ testTimeout: 120_000 })

const postgres = withPostgres()

const report = (): void => undefined
const quiet = { force: false, report }

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

function namesToCarry(): string[] {
  const naughty: string[] = existsSync(NAUGHTY) ? JSON.parse(readFileSync(NAUGHTY, 'utf8')) : []
  const accepted = naughty.filter(
    (text) => text.length > 0 && text.isWellFormed() && !/\p{Cc}/u.test(text),
  )
  return [...HOSTILE, ...accepted]
}

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-move-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const inFolder = (dataDir: string): Installation => ({ dataDir, databaseUrl: undefined })

const picturesOf = ({ dataDir }: Installation): string[] =>
  readdirSync(join(dataDir, 'pictures')).toSorted()

/** Options of a move that is stopped in a step. */
const stopAt = (step: string) => ({
  force: false,
  report: (progress: { step: string }) => {
    if (progress.step === step) throw new DataError('Stopped.')
  },
})

const table = (name: string, columns: string[], numbered: string[] = []) => ({
  name,
  columns,
  numbered,
})

async function createDatabase() {
  const database = await postgres.createDatabase()
  onTestFinished(() => database.drop())
  return database
}

/** What a reader sees of an installation. */
async function seen(installation: Installation, reader: string) {
  const store = await openStore(installation)
  try {
    return {
      user: await store.users.byId(reader),
      preferences: await store.preferences.list(reader),
      favorites: (await store.favorites.list(reader)).map(({ id }) => id),
      authors: await store.authors.list(reader),
      shelf: await store.books.byCategory('Mystery', 2, 10),
      searches: await Promise.all(
        ['frankenstien', 'jane austen', 'pride', 'sea monster', 'le guin'].map((query) =>
          store.books.search(query, 10),
        ),
      ),
    }
  } finally {
    await store.close()
  }
}

describe.skipIf(noPostgres)(`moving between engines${whySkipped}`, () => {
  test('to PostgreSQL and back: the same rows, whatever the texts, and the same answers', async () => {
    const here = inFolder(createFolder())
    const readers = await addReaders(here, namesToCarry())
    const database = await createDatabase()
    const { url } = database
    const there = { ...here, databaseUrl: url }

    const moved = await move(here, there, quiet)
    const rows = Object.fromEntries(moved.tables.map(({ table, rows }) => [table, rows]))
    expect(rows['users']).toBe(readers.length)
    expect(rows['sessions']).toBe(readers.length * 2)
    expect(rows['identities']).toBeGreaterThan(5)
    expect(rows['google_sign_ins']).toBe(rows['identities'])
    // With the first of them, those with an identity, one to ten each (addReaders).
    const given = Array.from({ length: rows['identities'] ?? 0 }, (_, at) => 1 + (at % 10))
    expect(rows['favorites']).toBe(given.reduce((sum, count) => sum + count, 0))
    expect(rows['books']).toBeGreaterThan(500)
    const [hostile] = await database.query('SELECT name FROM users WHERE id = $1', ['reader-0'])
    expect(hostile).toEqual({ name: HOSTILE[0] })

    const back = inFolder(createFolder())
    const returned = await move(there, back, quiet)
    expect(returned.tables).toEqual(moved.tables)
    expect((await verify(here, back, report)).every(isSame)).toBe(true)
    for (const reader of ['reader-0', 'reader-5']) {
      const before = await seen(here, reader)
      expect(before.favorites.length).toBeGreaterThan(0)
      expect(await seen(there, reader)).toEqual(before)
      expect(await seen(back, reader)).toEqual(before)
    }
    expect(picturesOf(back)).toEqual(picturesOf(here))

    // What comes next goes behind what was brought.
    for (const installation of [there, back]) {
      const store = await openStore(installation)
      await store.favorites.add('reader-9', 'emma', 9, 1000)
      expect((await store.favorites.list('reader-9'))[0]?.id).toBe('emma')
      await store.close()
    }
    const differing = (await verify(here, there, report)).filter((table) => !isSame(table))
    expect(differing.map(({ table }) => table)).toEqual(['favorites'])
  })

  test('memory stays flat: rows go in batches, and a table of many is whole', async () => {
    const here = inFolder(createFolder())
    await addReaders(here, ['Ada'])
    const database = new DatabaseSync(join(here.dataDir, 'catchword.db'))
    const add = database.prepare(
      'INSERT INTO favorite_authors (user_id, author, added_at) VALUES (?, ?, 1)',
    )
    database.exec('BEGIN')
    for (let at = 0; at < 3 * BATCH + 7; at++) add.run('reader-0', `Author ${at}`)
    database.exec('COMMIT')
    database.close()
    const { url } = await createDatabase()
    await move(here, { ...here, databaseUrl: url }, quiet)
    const largest = await readRows({ ...here, databaseUrl: url }, { alone: true }, async (rows) => {
      const sizes: number[] = []
      for await (const batch of rows.read('favorite_authors', ['author'])) sizes.push(batch.length)
      return sizes
    })
    expect(largest).toEqual([BATCH, BATCH, BATCH, 9])
  })

  test('refuses a database with readers, and leaves it as it is', async () => {
    const here = inFolder(createFolder())
    await addReaders(here, ['Ada', 'Grace'])
    const database = await createDatabase()
    const { url } = database
    const there = { ...here, databaseUrl: url }
    await move(here, there, quiet)
    await expect(move(here, there, { force: true, report })).rejects.toThrow(
      /has readers already; nothing there is ever overwritten/,
    )
    expect(await database.query('SELECT count(*)::integer AS n FROM users')).toEqual([{ n: 2 }])
  })

  test('refuses while a server runs on either side', async () => {
    const here = inFolder(createFolder())
    await addReaders(here, ['Ada'])
    const { url } = await createDatabase()
    const there = { ...here, databaseUrl: url }
    for (const [used, message] of [
      [here, /catchword\.db is in use/],
      [there, /Servers are connected/],
    ] as const) {
      const server = await openStore(used)
      await server.check()
      await expect(move(here, there, quiet)).rejects.toThrow(message)
      await server.close()
    }
    await move(here, there, quiet)
  })

  test('waits for a server that is just being stopped', async () => {
    const here = inFolder(createFolder())
    await addReaders(here, ['Ada'])
    const database = await createDatabase()
    const there = { ...here, databaseUrl: database.url }
    const server = await openStore(there)
    await server.check()
    const stopped = delay(500).then(() => server.close())
    await move(here, there, quiet)
    await stopped
    expect(await database.query('SELECT count(*)::integer AS n FROM users')).toEqual([{ n: 1 }])
  })

  test('a move that fails half-way leaves nothing: neither rows nor files', async () => {
    const here = inFolder(createFolder())
    await addReaders(here, ['Ada'])
    const database = await createDatabase()
    const { url } = database
    const there = { ...here, databaseUrl: url }
    for (const step of ['books', 'terms', 'comparing']) {
      await expect(move(here, there, stopAt(step))).rejects.toThrow('Stopped.')
    }
    expect(await database.query('SELECT count(*)::integer AS n FROM users')).toEqual([{ n: 0 }])

    await move(here, there, quiet)
    const folder = createFolder()
    await expect(move(there, inFolder(folder), stopAt('terms'))).rejects.toThrow('Stopped.')
    expect(readdirSync(folder)).toEqual([])
  })

  test('a row that the target does not give back as it was is noticed', async () => {
    const here = inFolder(createFolder())
    await addReaders(here, ['Ada'])
    const other = inFolder(createFolder())
    await addReaders(other, ['Ada'])
    await readRows(here, { alone: true }, (rows) =>
      readRows(other, { alone: true }, async (others) => {
        const forgetful = {
          ...others,
          write: async () => undefined,
          indexBooks: async () => undefined,
          countIndexed: async () => 0,
        }
        await expect(carry(rows, forgetful, report)).rejects.toThrow(
          /^users is not the same after it was written|^sessions is not the same/,
        )
      }),
    )
  })

  test('a text with U+0000 stops the move with one line that names the table', async () => {
    const here = inFolder(createFolder())
    await addReaders(here, ['nul\u0000'])
    const { url } = await createDatabase()
    await expect(move(here, { ...here, databaseUrl: url }, quiet)).rejects.toThrow(
      'A text in users holds the character U+0000, which PostgreSQL cannot keep.',
    )
  })

  test('a backup taken on either engine is restored on either', async () => {
    const here = inFolder(createFolder())
    await addReaders(here, HOSTILE)
    const { url } = await createDatabase()
    const there = { ...here, databaseUrl: url }
    await move(here, there, quiet)
    const fromPostgres = join(createFolder(), 'postgres.tar.gz')
    const fromSqlite = join(createFolder(), 'sqlite.tar.gz')
    const taken = await backUp(there, fromPostgres, quiet)
    expect(taken).toMatchObject({ readers: HOSTILE.length, pictures: HOSTILE.length })
    await backUp(here, fromSqlite, quiet)

    const { url: empty } = await createDatabase()
    const targets = [
      [fromPostgres, inFolder(createFolder())],
      [fromSqlite, { dataDir: createFolder(), databaseUrl: empty }],
    ] as const
    for (const [file, target] of targets) {
      await restore(target, file, quiet)
      expect((await verify(here, target, report)).filter((table) => !isSame(table))).toEqual([])
      expect(readdirSync(join(target.dataDir, 'pictures'))).toHaveLength(HOSTILE.length)
      expect(await seen(target, 'reader-3')).toEqual(await seen(here, 'reader-3'))
    }
    await expect(restore(targets[1][1], fromSqlite, quiet)).rejects.toThrow(/has readers already/)
  })
})

test('a table or column that only one engine has is refused, not forgotten', () => {
  const users = table('users', ['id', 'name'])
  expect(() => planTransfer([users, table('notes', ['id'])], [users])).toThrow(TransferError)
  expect(() => planTransfer([users], [users, table('notes', ['id'])])).toThrow(/table notes/)
  expect(() => planTransfer([users], [table('users', ['id', 'name', 'age'])])).toThrow(/users\.age/)
  expect(planTransfer([users], [table('users', ['seq', 'name', 'id'], ['seq'])])).toEqual([
    { name: 'users', columns: ['id', 'name'] },
  ])
})
