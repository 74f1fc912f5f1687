import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeOnPostgres, withPostgres } from '../../testing/postgres.ts'
import { runCatalogueCommand } from './command.ts'
import { openStore } from '../../store/openStore.ts'
import type { Store } from '../../store/store.ts'
import { isFull } from '../../testing/full.ts'

const COMMAND = join(import.meta.dirname, '../../../scripts/catalogue.ts')

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-command-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function start(settings: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: join(folder, 'data'), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = (async () => {
    await once(child, 'close')
    return { code: child.exitCode, signal: child.signalCode, out, err }
  })()
  return { child, ended }
}

const into = (take: (text: string) => void) =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      take(chunk.toString())
      done()
    },
  })

/** The same in this process, where it is to run to its end, or to be stopped by a signal given last. */
async function command(settings: Record<string, string>, ...given: (string | AbortSignal)[]) {
  const args = given.filter((word) => typeof word === 'string')
  const signal = given.find((word) => typeof word !== 'string')
  let out = ''
  let err = ''
  const code = await runCatalogueCommand(
    args,
    { DATA_DIR: join(folder, 'data'), ...settings },
    {
      out: into((text) => (out += text)),
      err: into((text) => (err += text)),
      signal: signal ?? new AbortController().signal,
    },
  )
  return { code, out, err }
}

const row = (id: number, language: string) => JSON.stringify({ id, title: 'T', language })

const lines = (count: number, title = 'Title') =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: index + 1,
      title: `${title} ${(index * 7919).toString(36)} of the ${index % 97}`,
      authors: [{ name: `Author, ${(index % 300).toString(36)}`, death: 1900 }],
      language: 'en',
      subjects: ['Love stories'],
    }),
  ).join('\n')

function testCommand(settings: () => Record<string, string>): void {
  const run = (...args: string[]) => command(settings(), ...args)

  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openStore({
      databaseUrl: settings()['DATABASE_URL'],
      dataDir: join(folder, 'data'),
    })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }

  test('imports, tells, exports, removes, and takes the export again', async () => {
    const path = join(folder, 'rows.jsonl')
    writeFileSync(path, `${lines(300)}\n{"id": 5\n{"id": 1}\n`)
    const first = await run('import', 'gutenberg', path)
    expect(first).toMatchObject({ code: 0 })
    expect(first.out).toMatch(/rows\.jsonl is in the catalogue, as gutenberg\.\n +300 added\n/)
    expect(first.out).toMatch(/2 skipped:\n +1 broken JSON\n +such as \{"id": 5\n/)

    const again = await run('import', 'gutenberg', path)
    expect(again.out).toMatch(/0 added\n +0 changed\n +300 unchanged/)
    expect(again.out).toContain('Nothing has changed.')

    const told = await run('status')
    expect(told.out).toMatch(/^gutenberg +300 books {2}rows\.jsonl, imported \d{4}-\d\d-\d\d/)

    const out = join(folder, 'all.jsonl')
    expect(await run('export', '--source', 'gutenberg', out)).toMatchObject({
      code: 0,
      err: '300 books exported.\n',
    })
    const exported = readFileSync(out, 'utf8')
    const removed = await run('remove', '--source', 'gutenberg')
    expect(removed.out).toBe('300 books of gutenberg left the catalogue.\n')
    expect((await run('status')).out).toContain('The catalogue is empty')

    const back = await run('import', 'catchword', out, '--source', 'gutenberg')
    expect(back.out).toMatch(/300 added/)
    expect((await run('export')).out).toBe(exported)
  })

  test('one book is a book', async () => {
    const path = join(folder, 'rows.jsonl')
    writeFileSync(path, lines(1))
    await run('import', 'gutenberg', path)
    expect((await run('status')).out).toMatch(/^gutenberg +1 book {2}rows.*\nall +1 book\n$/)
    expect((await run('export', join(folder, 'one.jsonl'))).err).toBe('1 book exported.\n')
    expect((await run('remove', '--source', 'gutenberg')).out).toBe(
      '1 book of gutenberg left the catalogue.\n',
    )
  })

  test.skipIf(!existsSync('/dev/full'))(
    'an export to a full disk says what to do, and nothing of imports',
    async () => {
      const path = join(folder, 'rows.jsonl')
      writeFileSync(path, lines(20))
      await run('import', 'gutenberg', path)
      const { code, err } = await run('export', '/dev/full')
      expect(code).toBe(1)
      expect(err).toMatch(
        /^The disk is full or cannot be written to \([^)]+\)\. Make room and try again\.\n$/,
      )
    },
  )

  test('an export that is stopped leaves the file that was there, and no other', async () => {
    const path = join(folder, 'rows.jsonl')
    writeFileSync(path, lines(600))
    await run('import', 'gutenberg', path)
    const out = join(folder, 'all.jsonl')
    writeFileSync(out, 'an earlier one')
    const files = readdirSync(folder)
    const stopped = await command(settings(), 'export', out, AbortSignal.abort())
    expect(stopped).toMatchObject({ code: 130, err: 'Stopped.\n' })
    expect(readFileSync(out, 'utf8')).toBe('an earlier one')
    expect(await run('export', out)).toMatchObject({ code: 0, err: '600 books exported.\n' })
    expect(readFileSync(out, 'utf8').split('\n')).toHaveLength(601)
    expect(readdirSync(folder)).toEqual(files)
  })

  test.runIf(isFull)('killed in the middle it goes on, and every index agrees', async () => {
    const path = join(folder, 'rows.jsonl.gz')
    writeFileSync(path, gzipSync(lines(12_000)))
    const { child, ended } = start(settings(), 'import', 'gutenberg', path)
    await withStore(async ({ books }) => {
      for (;;) {
        const [state] = await books.imports()
        if ((state?.records ?? 0) > 0 || child.exitCode !== null) break
        await wait(5)
      }
    })
    child.kill('SIGKILL')
    expect((await ended).signal).toBe('SIGKILL')
    const status = await run('status')
    expect(status.out).toMatch(/rows\.jsonl\.gz is not finished: [\d,]+ records done/)

    const rest = await run('import', 'gutenberg', path)
    expect(rest.out).toMatch(/as gutenberg \(went on after [\d,]+\)\.\n +12,000 added\n/)
    await withStore(async ({ books }) => {
      expect(await books.count()).toBe(12_000)
      // None was counted twice: the next run that goes on would leave as many out.
      expect(await books.imports()).toMatchObject([{ records: 12_000 }])
      for (const index of [1, 2500, 2501, 6000, 11_999]) {
        const title = `Title ${(index * 7919).toString(36)} of the ${index % 97}`
        const [found] = await books.search(title, 5)
        expect(found).toMatchObject({ id: `pg_${index + 1}` })
      }
    })
  })

  test.runIf(isFull)('stopped, it says so, keeps what it has and goes on', async () => {
    const path = join(folder, 'rows.jsonl')
    writeFileSync(path, lines(20_000))
    const { child, ended } = start(settings(), 'import', 'gutenberg', path)
    await withStore(async ({ books }) => {
      while ((await books.imports()).length === 0 && child.exitCode === null) await wait(5)
    })
    child.kill('SIGINT')
    const stopped = await ended
    expect(stopped.code).toBe(130)
    expect(stopped.out).toContain('The same command goes on from there.')
    expect((await run('import', 'gutenberg', path)).out).toMatch(/20,000 added/)
  })

  test('a file that is cut short leaves what it had, and exits with 1', async () => {
    const whole = gzipSync(lines(8000))
    const path = join(folder, 'rows.jsonl.gz')
    writeFileSync(path, whole.subarray(0, whole.length - 4000))
    const cut = await run('import', 'gutenberg', path)
    expect(cut.code).toBe(1)
    expect(cut.err.trim().split('\n').at(-1)).toMatch(/ends too early: the compressed file was cut/)
    const count = await withStore(({ books }) => books.count())
    expect(count).toBeGreaterThan(1000)
    writeFileSync(path, whole)
    expect((await run('import', 'gutenberg', path)).out).toMatch(
      new RegExp(`${new Intl.NumberFormat('en').format(8000 - count)} added`),
    )
  })

  test('prunes where asked', async () => {
    const path = join(folder, 'rows.jsonl')
    writeFileSync(path, lines(20))
    await run('import', 'gutenberg', path)
    writeFileSync(path, lines(10))
    await run('import', 'gutenberg', path)
    expect(await withStore(({ books }) => books.count())).toBe(20)
    expect((await run('import', 'gutenberg', path, '--prune')).out).toMatch(
      /10 removed: no longer in the file/,
    )
    expect(await withStore(({ books }) => books.count())).toBe(10)
  })

  test('a file without a book takes nothing out, and leaves no source behind', async () => {
    const path = join(folder, 'rows.jsonl')
    const bad = join(folder, 'bad.jsonl')
    writeFileSync(path, lines(20))
    await run('import', 'gutenberg', path)
    for (const [content, skipped] of [
      ['', ''],
      ['{"message": "Service Unavailable"}\n', '1 no ebook number'],
    ] as const) {
      writeFileSync(bad, content)
      for (const options of [['--prune'], ['--source', 'typo']]) {
        const { code, out } = await run('import', 'gutenberg', bad, ...options)
        expect(code).toBe(1)
        expect(out).toMatch(/^bad\.jsonl holds no book for \w+\.\n/)
        expect(out).toContain(skipped)
        expect(out).toContain('Nothing has changed.')
      }
    }
    writeFileSync(bad, 'ISBN\n9780140449334\n')
    expect(await run('import', 'csv', bad)).toMatchObject({ code: 1 })
    expect((await run('status')).out).toMatch(/^gutenberg +20 books .*\nall +20 books\n$/)
    expect(await withStore(({ books }) => books.count())).toBe(20)

    // The books that are there stay where the newer file cannot be read.
    expect((await run('import', 'csv', bad, '--source', 'gutenberg')).code).toBe(1)
    expect((await run('status')).out).toMatch(
      /^gutenberg +20 books {2}bad\.jsonl was begun .* none/,
    )
  })

  test('only the languages asked for', async () => {
    const path = join(folder, 'rows.jsonl')
    writeFileSync(path, [row(1, 'en'), row(2, 'fi'), row(3, 'de')].join('\n'))
    const { out } = await run('import', 'gutenberg', path, '--language', 'en,de')
    expect(out).toMatch(/2 added/)
    expect(out).toMatch(/1 in another language \(fi\)/)
  })
}

describe('on SQLite', () => {
  testCommand(() => ({}))
})

const server = withPostgres()

describeOnPostgres('on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof server.createDatabase>>

  beforeEach(async () => {
    database = await server.createDatabase()
  })
  afterEach(() => database.drop())
  testCommand(() => ({ DATABASE_URL: database.url }))
})

test.each(['--help', '-h'])('%s says how it is used, and does nothing', async (word) => {
  const { code, out, err } = await command({}, 'remove', '--source', 'gutenberg', word)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^Usage: npm run catalogue/)
  expect(readdirSync(folder)).toEqual([])
})

describe('what makes no sense', () => {
  test.each([
    [[], 'What is to be done?'],
    [['sing'], '"sing" is no command.'],
    [['import'], 'Which format? One of gutenberg'],
    [['import', 'amazon', 'x'], '"amazon" is none of gutenberg'],
    [['import', 'csv'], 'Which file or folder'],
    [['import', 'csv', 'a', 'b'], 'One file or folder at a time, not also "b".'],
    [['import', 'csv', 'a', '--source', 'My Books'], '"My Books" is no name'],
    [['import', 'csv', 'a', '--source', 'bundled'], 'the books that ship'],
    [['import', 'csv', 'a', '--language', 'english'], '"english" is no language'],
    [['status', '--prune'], '--prune and --language belong to import.'],
    [['remove'], 'Which source is to be removed?'],
    [['remove', '--source', 'bundled'], 'the books that ship'],
    [['export', '--nonsense'], "Unknown option '--nonsense'"],
  ])('%j is answered with one line and the usage', async (args, line) => {
    const { code, err } = await command({}, ...args)
    expect(code).toBe(2)
    expect(err.split('\n')[0]).toContain(line)
    expect(err).toContain('Usage: npm run catalogue')
  })

  test.each([
    [['import', 'csv', '/nowhere/books.csv'], /^\/nowhere\/books\.csv does not exist\.\n$/],
    [['import', 'csv', process.execPath], /is not a text file\.\n$/],
    [['remove', '--source', 'nobody'], /^There is no source "nobody"\.\n$/],
    [
      ['export', '--source', 'nobody'],
      /^There are no books of "nobody"; there are none at all\.\n$/,
    ],
    [['export', '/nowhere/all.jsonl'], /^There is no folder \/nowhere\.\n$/],
    [['export', tmpdir()], / is a folder; please name a file\.\n$/],
  ])('%j fails with one line', async (args, line) => {
    const { code, err } = await command({}, ...args)
    expect(code).toBe(1)
    expect(err).toMatch(line)
  })
})
