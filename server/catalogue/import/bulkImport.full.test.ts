import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSqliteStore } from '../../store/sqlite/openSqliteStore.ts'
import type { Store } from '../../store/store.ts'
import { catchword } from './catchword.ts'
import { importBooks, type ImportResult } from './importBooks.ts'
import { findInput } from './input.ts'

// What workers bring in must be what comes in without them, wherever it was cut off.

const COMMAND = join(import.meta.dirname, '../../../scripts/catalogue.ts')
// Two runs, the second of several tasks.
const COUNT = 7000

/** Whether a process can be kept from letting its files grow, as on a full disk. */
const CAN_LIMIT = spawnSync('prlimit', ['--version']).status === 0

const STEMS = 'amber birch cedar dill élan fjord garden harbour isle jasmine kelp lantern'.split(
  ' ',
)
const ISBNS = ['9780140449334', '9780140447934', '9780141439518']

function line(number: number, title?: string): string {
  const stem = (at: number) => STEMS[(number * 7 + at * 5 + (number >> at)) % STEMS.length] ?? ''
  const book = {
    id: `made_${number}`,
    volumeInfo: {
      title: title ?? `The ${stem(1)} & ${stem(2)}${number % 500}: a ${stem(3)}’s tale`,
      authors: [`Ann ${stem(4)}`, ...(number % 9 === 0 ? [`J. R. ${stem(5)}${number % 40}`] : [])],
      categories: [number % 3 === 0 ? 'Fiction' : 'Travel'],
      ...(number % 4 === 0 && {
        description: `About ${stem(6)} and ${stem(7)}, number ${number}.`,
      }),
      industryIdentifiers: [{ type: 'ISBN_13', identifier: ISBNS[number % ISBNS.length] }],
    },
    accessInfo: { pdf: { isAvailable: false } },
    saleInfo: {},
  }
  return JSON.stringify({ worth: (number * 7919) % 100, book })
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => line(index + 1))

let folder: string
let path: string

async function importInto(
  data: string,
  { bytes = 0, source = 'made' }: { bytes?: number; source?: string } = {},
): Promise<ImportResult> {
  const store = await openSqliteStore(data)
  try {
    return await importBooks({
      books: store.books,
      format: catchword,
      input: await findInput(path),
      source,
      folder: data,
      bulk: { format: 'catchword', bytes },
    })
  } finally {
    await store.close()
  }
}

/** The command that imports the file, as a process of its own; `under`: the program that starts it. */
function spawnImport(data: string, under: readonly string[] = []) {
  const [program, ...words] = [...under, process.execPath]
  return spawn(program, [...words, COMMAND, 'import', 'catchword', path, '--source', 'made'], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: data },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

const SLOWLY = { bytes: Infinity }

/** All that a catalogue holds and all that finds it, of each how many rows and their hash. */
function contentOf(data: string): Record<string, string> {
  const database = new DatabaseSync(join(data, 'catchword.db'))
  const all = (...queries: string[]): string => {
    const hash = createHash('sha256')
    let rows = 0
    for (const row of queries.flatMap((sql) => database.prepare(sql).all())) {
      hash.update(`${Object.values(row).join(' | ')}\n`)
      rows += 1
    }
    return rows === 0 ? 'nothing' : `${rows} rows, ${hash.digest('hex')}`
  }
  const vocabulary = (table: string) => {
    database.exec(
      `CREATE VIRTUAL TABLE temp.${table}_words USING fts5vocab (main, ${table}, instance)`,
    )
    database.exec(`INSERT INTO ${table} (${table}) VALUES ('integrity-check')`)
    return all(`SELECT term, doc, col FROM temp.${table}_words ORDER BY 1, 2, 3`)
  }
  try {
    return {
      books: all('SELECT pop, id, source, record, picture FROM books ORDER BY pop'),
      categories: all('SELECT category, pop FROM book_categories ORDER BY 1, 2'),
      authors: all('SELECT author, pop FROM book_authors ORDER BY 1, 2'),
      isbns: all('SELECT isbn13, pop FROM book_isbns ORDER BY 1, 2'),
      titles: all('SELECT key, kind, pop FROM book_titles ORDER BY 1, 2, 3'),
      terms: all('SELECT term, books FROM terms ORDER BY term'),
      rests: all(
        'SELECT key >> 25 AS rest, term FROM term_deletes ' +
          'LEFT JOIN terms ON terms.id = key & ((1 << 25) - 1) ORDER BY 1, 2',
      ),
      words: vocabulary('books_fts'),
      text: vocabulary('books_text'),
      sizes: all(
        'SELECT id, hex(sz) FROM books_fts_docsize ORDER BY id',
        'SELECT id, hex(sz) FROM books_text_docsize ORDER BY id',
      ),
      totals: all(
        'SELECT hex(block) FROM books_fts_data WHERE id = 1',
        'SELECT hex(block) FROM books_text_data WHERE id = 1',
      ),
      sources: all('SELECT source, slot FROM book_sources'),
      imports: all(
        'SELECT records, added, changed, unchanged, repeated, held, notes, run_from, run_to ' +
          'FROM book_imports',
      ),
      seen: all('SELECT * FROM book_imports_seen'),
    }
  } finally {
    database.close()
  }
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-bulk-'))
  path = join(folder, 'books.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = () =>
  writeFileSync(path, `${[...lines(COUNT), '{"no": "book"}', 'broken'].join('\n')}\n`)

describe('a large import', () => {
  let reference: string
  let expected: Record<string, string>

  beforeAll(async () => {
    reference = mkdtempSync(join(tmpdir(), 'catchword-bulk-reference-'))
    path = join(reference, 'books.jsonl')
    write()
    await importInto(join(reference, 'data'), SLOWLY)
    expected = contentOf(join(reference, 'data'))
  }, 120_000)
  afterAll(() => rmSync(reference, { recursive: true }))

  test('brings what comes in book by book, row for row; a second time it changes nothing', async () => {
    write()
    const data = join(folder, 'data')
    const { state, skipped } = await importInto(data)
    expect(state).toMatchObject({ added: COUNT, records: COUNT + 2, changed: 0 })
    expect(skipped).toEqual({
      'no book of an export': { count: 1, examples: ['{"no":"book"}'] },
      'broken JSON': { count: 1, examples: ['broken'] },
    })
    expect(contentOf(data)).toEqual(expected)
    expect(readdirSync(data).filter((name) => name.startsWith('import-'))).toEqual([])

    const again = await importInto(data)
    expect(again.state).toMatchObject({ added: 0, changed: 0, unchanged: COUNT })
    const { imports, ...rest } = contentOf(data)
    expect({ ...rest, imports: expected['imports'] }).toEqual(expected)
    expect(imports).not.toBe(expected['imports'])
  }, 120_000)

  test.each([
    ['books', 'run_from < run_to'],
    ['term_deletes', 'run_from = run_to AND finished_at IS NULL'],
  ])(
    'killed while it brings %s, it goes on, and nothing is there twice or missing',
    async (table, moment) => {
      write()
      const data = join(folder, 'data')
      await (await openSqliteStore(data)).close()
      const child = spawnImport(data)
      const ended = once(child, 'exit')
      const database = new DatabaseSync(join(data, 'catchword.db'), { readOnly: true })
      const isThere = database.prepare(
        `SELECT 1 FROM ${table}, (SELECT 1 FROM book_imports WHERE ${moment}) LIMIT 1`,
      )
      while (!isThere.get() && child.exitCode === null) await wait(1)
      child.kill('SIGKILL')
      await ended
      expect(child.signalCode).toBe('SIGKILL')
      database.close()

      const { state } = await importInto(data)
      expect(state).toMatchObject({ added: COUNT, changed: 0, unchanged: 0, repeated: 0 })
      // FTS5 forgets what was deleted, but counts it on.
      expect({ ...contentOf(data), totals: '' }).toEqual({ ...expected, totals: '' })
      expect(readdirSync(data).filter((name) => name.startsWith('import-'))).toEqual([])
    },
    120_000,
  )

  // A worker's file comes first to 3 MB, the catalogue's log to 10.
  test.skipIf(!CAN_LIMIT).each([3, 10])(
    'a disk with no more than %i MB: it says so, keeps what it has, and goes on with room',
    async (megabytes) => {
      write()
      const data = join(folder, 'data')
      await (await openSqliteStore(data)).close()
      const child = spawnImport(data, ['prlimit', `--fsize=${megabytes * 1_000_000}`])
      let told = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => (told += text))
      const [code]: unknown[] = await once(child, 'close')
      expect(told).toMatch(
        /^The disk is full or cannot be written to \([^)]+\)\. What was imported stays; make room, and the same command goes on\.$/m,
      )
      expect(code).toBe(1)

      const { state } = await importInto(data)
      expect(state).toMatchObject({ added: COUNT, changed: 0, unchanged: 0, repeated: 0 })
      expect({ ...contentOf(data), totals: '' }).toEqual({ ...expected, totals: '' })
      expect(readdirSync(data).filter((name) => name.startsWith('import-'))).toEqual([])
    },
    120_000,
  )
})

test('the run at which an import was cut off is taken back, with a reader’s favorite kept', async () => {
  writeFileSync(path, lines(3000).join('\n'))
  const store: Store = await openSqliteStore(join(folder, 'data'))
  try {
    const { books } = store
    const { ImportStage } = await import('../../store/sqlite/importStage.ts')
    await books.beginImport('made', 'x', 'x', 0)
    const bulk = await books.openBulk('made')
    if (!bulk) throw new Error('SQLite takes books in bulk')
    const stage = new ImportStage(bulk.settings)
    const file = join(bulk.folder, 'one.db')
    const records = []
    for (const [index, text] of lines(3000).entries()) {
      const mapped = await catchword.map(text, '')
      if (!('book' in mapped)) throw new Error(mapped.skipped)
      const stored = { book: mapped.book, worth: mapped.worth, source: 'made' }
      records.push({ number: index + 1, place: index, stored })
    }
    const { counts } = stage.add(file, records)
    stage.seal(file)
    stage.close()
    const run = { from: 0, records: 3000, notes: '', files: [file], place: 0, counts }
    let steps = 0
    const pause = async () => {
      steps += 1
      if (steps === 4) throw new Error('cut off')
    }
    await expect(bulk.write(run, 0, pause)).rejects.toThrow('cut off')
    bulk.close()
    expect(await books.count()).toBe(3000)
    const user = { id: 'u', name: 'U', email: 'u', passwordHash: '', picture: null, createdAt: 0 }
    await store.users.add({ ...user, emailKey: 'u' })
    expect(await store.favorites.add('u', 'made_7', 0, 10)).toBe('ok')

    expect(await books.beginImport('made', 'x', 'x', 1)).toMatchObject({ records: 0, added: 0 })
    expect(await books.count()).toBe(0)
    expect((await store.favorites.list('u')).map(({ id }) => id)).toEqual(['made_7'])
    await books.removeSource('made')
  } finally {
    await store.close()
  }
  const { books, totals, ...empty } = contentOf(join(folder, 'data'))
  expect(books).toMatch(/^1 rows/)
  expect(totals).toMatch(/^2 rows/)
  expect(new Set(Object.values(empty))).toEqual(new Set(['nothing']))
})

test('changed, repeated and foreign books are as they are book by book', async () => {
  const data = ['slow', 'bulk'].map((name) => join(folder, name))
  for (const [index, dataDir] of data.entries()) {
    const speed = index === 0 ? SLOWLY : {}
    writeFileSync(path, lines(200).join('\n'))
    await importInto(dataDir, { source: 'other' })
    writeFileSync(path, lines(3000).slice(200).join('\n'))
    await importInto(dataDir, speed)
    const again = lines(3500)
    again[1000] = line(1001, 'A wholly new title')
    again[1500] = line(1001, 'A title too late')
    again[3400] = line(2, 'Held by another')
    writeFileSync(path, again.join('\n'))
    const { state } = await importInto(dataDir, speed)
    expect(state).toMatchObject({ added: 499, changed: 1, repeated: 1, held: 201 })
  }
  const [slow = {}, bulk = {}] = data.map(contentOf)
  expect(bulk).toEqual(slow)
}, 60_000)

test('records of a megabyte come in, however many', async () => {
  const description = 'A very long word. '.repeat(60_000)
  for (let number = 1; number <= 60; number++) {
    const book: { book: { volumeInfo: object } } = JSON.parse(line(number))
    Object.assign(book.book.volumeInfo, { description })
    appendFileSync(path, `${JSON.stringify(book)}\n`)
  }
  const { state, skipped } = await importInto(join(folder, 'data'))
  expect(state).toMatchObject({ added: 60, records: 60 })
  expect(skipped).toEqual({})
}, 60_000)

test('a server reads and writes meanwhile', async () => {
  writeFileSync(path, lines(8000).join('\n'))
  const data = join(folder, 'data')
  const server = await openSqliteStore(data)
  const user = { id: 'u', name: 'U', email: 'u', passwordHash: '', picture: null, createdAt: 0 }
  await server.users.add({ ...user, emailKey: 'u' })
  try {
    const child = spawnImport(data)
    const ended = once(child, 'exit')
    let writes = 0
    while (child.exitCode === null) {
      expect(await server.authors.add('u', `Author ${writes}`, writes, 1e9)).toBe('ok')
      writes += 1
      for (const { id } of await server.books.byCategory('Fiction', 0, 10)) {
        expect((await server.books.byId(id))?.id).toBe(id)
      }
      for (const { id } of await server.books.search('amber tale', 20)) {
        expect((await server.books.byId(id))?.id).toBe(id)
      }
      await wait(2)
    }
    await ended
    expect(child.exitCode).toBe(0)
    expect(writes).toBeGreaterThan(10)
    expect(await server.authors.list('u')).toHaveLength(writes)
    expect(await server.books.count()).toBe(8000)
  } finally {
    await server.close()
  }
}, 120_000)
