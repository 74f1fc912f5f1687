import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectOldReaders, makeOldSqlite, type OldVersion } from '../../test/oldDatabase.ts'
import { testUser } from '../../test/stores.ts'
import { spoilPage } from '../../test/spoilPage.ts'
import { openStore } from './store.ts'

let folder: string
let old: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-old-'))
  old = join(folder, 'catchword.db')
})

afterEach(() => rmSync(folder, { recursive: true }))

const open = () => openStore({ dataDir: folder, databaseUrl: undefined })

describe("a folder of an earlier version's", () => {
  test.each<OldVersion>([2, 41, 42])('is taken over (version %i)', async (version) => {
    makeOldSqlite(old, version).close()
    const before = readFileSync(old)
    const store = await open()
    await expectOldReaders(store, version)
    await store.close()
    expect(readdirSync(folder).toSorted()).toEqual(['catchword.db', 'readers.db'])
    expect(readFileSync(old)).toEqual(before)
  })

  test('is taken over with what is still in its WAL, which stays there', async () => {
    const running = makeOldSqlite(old, 42)
    const crashed = mkdtempSync(join(tmpdir(), 'catchword-crashed-'))
    for (const name of ['catchword.db', 'catchword.db-wal']) {
      copyFileSync(join(folder, name), join(crashed, name))
    }
    running.close()
    rmSync(folder, { recursive: true })
    folder = crashed
    const bytes = () => [
      readFileSync(join(folder, 'catchword.db')),
      readFileSync(join(folder, 'catchword.db-wal')),
    ]
    const before = bytes()
    expect(before[1]?.length).toBeGreaterThan(1000)
    const store = await open()
    await expectOldReaders(store, 42)
    await store.close()
    expect(bytes()).toEqual(before)
  })

  test('is taken over once: what is changed afterwards stays', async () => {
    makeOldSqlite(old, 42).close()
    const first = await open()
    await first.users.add(testUser('new'))
    await first.close()
    const second = await open()
    expect(await second.users.byId('new')).toBeDefined()
    await second.close()
  })

  test('is taken over from the beginning where that was interrupted', async () => {
    makeOldSqlite(old, 42).close()
    writeFileSync(join(folder, 'readers.db.new-1'), 'half a database')
    writeFileSync(join(folder, 'readers.db.new-1-wal'), 'and its log')
    const store = await open()
    await expectOldReaders(store, 42)
    await store.close()
    expect(readdirSync(folder).toSorted()).toEqual(['catchword.db', 'readers.db'])
  })
})

function change(sql: string): void {
  const database = new DatabaseSync(old)
  database.exec(sql)
  database.close()
}

describe('an old database that cannot be taken over is told in one line', () => {
  test.each<[string, string, RegExp, () => void]>([
    [
      'damaged readers',
      'damaged',
      /catchword\.db is damaged .*restore a backup/,
      () => spoilPage(old, 'users'),
    ],
    ['damaged books', 'damaged', /catchword\.db is damaged/, () => spoilPage(old, 'books')],
    ['emptied', 'damaged', /catchword\.db is empty/, () => writeFileSync(old, '')],
    [
      'no database',
      'damaged',
      /is damaged \(file is not a database\)/,
      () => writeFileSync(old, 'x'.repeat(5000)),
    ],
    [
      'of a newer version',
      'newer',
      /is of version 43, newer than this Catchword/,
      () => change('PRAGMA user_version = 43'),
    ],
    [
      "another program's",
      'foreign',
      /is not a Catchword database/,
      () => change('PRAGMA application_id = 7'),
    ],
  ])('%s', async (_what, code, message, spoil) => {
    makeOldSqlite(old, 42).close()
    spoil()
    await expect(open()).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    expect(readdirSync(folder)).toEqual(['catchword.db'])
  })
})

test.each<[string, boolean]>([
  ['an empty folder', false],
  ['an old folder', true],
])(
  'several servers that start at once in %s all open it',
  async (_what, isOld) => {
    if (isOld) makeOldSqlite(old, 42).close()
    const script = `
    const { openStore } = await import(${JSON.stringify(join(import.meta.dirname, 'store.ts'))})
    const store = await openStore({ dataDir: ${JSON.stringify(folder)} })
    await store.authors.list('ada')
    await store.close()`
    const ends = Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let errors = ''
      child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
      const [code] = await once(child, 'close')
      return { code, errors: code === 0 ? '' : errors }
    })
    for (const end of await Promise.all(ends)) expect(end).toEqual({ code: 0, errors: '' })
    const store = await open()
    expect(await store.authors.list('ada')).toEqual(isOld ? ['Ann', 'Zoë'] : [])
    await store.close()
    expect(readdirSync(folder).filter((name) => name.includes('.new-'))).toEqual([])
  },
  30_000,
)
