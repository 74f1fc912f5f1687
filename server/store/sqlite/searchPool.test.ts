import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Book } from '../../../contract/books.ts'
import { GateFull } from '../../lib/gate.ts'
import type { Statement } from '../searchIndex.ts'
import { SearchTooSlow } from '../searchTime.ts'
import { isStorageBusy } from '../errors.ts'
import type { Store } from '../store.ts'
import { createBookSearch } from './bookSearch.ts'
import { openSqliteStore } from './openSqliteStore.ts'
import { createSearchPool, type SearchPool } from './searchPool.ts'

/** How long the slow ones below may take, in ms. */
const TIMEOUT_MS = 200

let folder: string
let store: Store
let pool: SearchPool

const made = (id: string, title: string): Book => ({
  id,
  volumeInfo: { title, authors: ['Ann Author'], categories: ['Fiction'] },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

const file = () => join(folder, 'catchword.db')

const keep = (id: string, title: string) =>
  store.books.keep({ book: made(id, title), worth: 1, source: 'test' })

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-pool-'))
  store = await openSqliteStore(folder)
  await keep('one', 'The Lighthouse')
  pool = createSearchPool(file())
})

afterEach(async () => {
  await pool.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

const ids = async (query: string, signal?: AbortSignal) =>
  (await pool.search(query, 20, signal)).map(({ id }) => id)

describe('the pool', () => {
  test('finds what was written before, and writes nothing', async () => {
    expect(await ids('lighthouse')).toEqual(['one'])
    await keep('two', 'Lighthouses')
    expect(await ids('lighthouse')).toEqual(['one', 'two'])
    await pool.close()
    await store.close()
    // A connection left open would have kept the log.
    expect(readdirSync(folder)).toEqual(['catchword.db'])
    store = await openSqliteStore(folder)
  })

  test('answers many at once, each its own', async () => {
    const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet'.split(' ')
    for (const word of words) await keep(word, word)
    const queries = Array.from({ length: 60 }, (_, index) => words[index % words.length] ?? '')
    const found = await Promise.all(queries.map((query) => ids(query)))
    expect(found).toEqual(queries.map((query) => [query]))
    expect(pool.load()).toEqual({ running: 0, waiting: 0 })
  })

  test('refuses those for whom there is no room to wait, and serves the others', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 400 }, () => ids('lighthouse')))
    const refused = answers.filter(
      (answer) => answer.status === 'rejected' && answer.reason instanceof GateFull,
    )
    const served = answers.filter((answer) => answer.status === 'fulfilled')
    expect(refused.length).toBeGreaterThan(200)
    expect(served.length).toBeGreaterThan(90)
    expect(refused.length + served.length).toBe(400)
    expect(served.map((answer) => answer.value)).toEqual(served.map(() => ['one']))
    expect(await ids('lighthouse')).toEqual(['one'])
  })

  test('does nothing for those who are gone, and goes on with the others', async () => {
    expect(await ids('lighthouse', AbortSignal.abort())).toEqual([])
    const gone = new AbortController()
    const waiting = Array.from({ length: 30 }, () => ids('lighthouse', gone.signal))
    gone.abort()
    const found = await Promise.all(waiting)
    // Those that were under way may have been too fast to be stopped.
    expect(found.filter((books) => books.length === 0).length).toBeGreaterThan(20)
    expect(await ids('lighthouse')).toEqual(['one'])
  })

  test('answers errors of the database as the store does', async () => {
    const database = new DatabaseSync(file())
    database.exec('ALTER TABLE book_titles RENAME TO elsewhere')
    await expect(ids('lighthouse')).rejects.toThrow(/no such table: book_titles/)
    database.exec('ALTER TABLE elsewhere RENAME TO book_titles')
    database.close()
    expect(await ids('lighthouse')).toEqual(['one'])
  })

  test('where the database cannot be opened, every search says so, and later ones are tried', async () => {
    const missing = createSearchPool(join(folder, 'missing.db'))
    await expect(missing.search('a', 20)).rejects.toThrow(/unable to open/)
    await expect(missing.search('a', 20)).rejects.toThrow(/unable to open/)
    await missing.close()
  })

  test('searches no more once it is closed', async () => {
    await pool.close()
    await expect(ids('lighthouse')).rejects.toThrow(/not open/)
  })
})

describe('the thread of a search', () => {
  let started = 0
  const count = () => {
    started += 1
  }

  beforeEach(() => {
    started = 0
    process.on('worker', count)
    // As if nothing took any time, however busy the machine is.
    vi.spyOn(performance, 'now').mockReturnValue(0)
  })

  afterEach(() => {
    process.off('worker', count)
    vi.restoreAllMocks()
  })

  test('is the own one where it is alone and the catalogue is small', async () => {
    expect(await ids('lighthouse')).toEqual(['one'])
    expect(await ids('lighthuose')).toEqual(['one'])
    expect(started).toBe(0)
    const together = await Promise.all([ids('lighthouse'), ids('author'), ids('lighthuose')])
    expect(together).toEqual([['one'], ['one'], ['one']])
    expect(started).toBeGreaterThan(0)
  })

  test('is another one where the catalogue is large, soon after the import that made it so', async () => {
    expect(await ids('lighthouse')).toEqual(['one'])
    expect(started).toBe(0)
    const database = new DatabaseSync(file())
    database.exec('UPDATE book_sources SET places = 100001')
    database.close()
    expect(await ids('lighthouse')).toEqual(['one'])
    expect(started).toBe(0)
    vi.spyOn(performance, 'now').mockReturnValue(1001)
    expect(await ids('lighthouse')).toEqual(['one'])
    expect(started).toBe(1)
  })

  test('is another one, from the beginning, once the own one was held for too long', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 3
      return now
    })
    expect(await ids('lighthuose')).toEqual(['one'])
    expect(started).toBe(1)
  })
})

/** Searches while every statement for which `isSlow` takes longer than a search may. */
function searchSlowly(query: string, isSlow: (sql: Statement['sql']) => boolean) {
  const database = new DatabaseSync(file())
  const asked: string[] = []
  database.function('dawdle', () => {
    const end = performance.now() + TIMEOUT_MS * 1.1
    while (performance.now() < end);
    return 1
  })
  const prepare = database.prepare.bind(database)
  database.prepare = (sql) => {
    asked.push(sql)
    const slow = `SELECT * FROM (SELECT dawdle() AS slow) CROSS JOIN (${sql}) WHERE slow = 1`
    return prepare(isSlow(sql) ? slow : sql)
  }
  try {
    return {
      found: createBookSearch(database, { searchTimeout: TIMEOUT_MS })(query, 20).map(
        ({ id }) => id,
      ),
      asked,
    }
  } finally {
    database.close()
  }
}

describe('a search that takes too long', () => {
  test('ends with what it has', async () => {
    await keep('two', 'A Lighthouse Beyond')
    const whole = searchSlowly('lighthouse', () => false)
    expect(whole.found).toEqual(['one', 'two'])
    // The title without its article is found by then; words of titles would be asked next.
    const cut = searchSlowly('lighthouse', (sql) => sql.includes('book_authors'))
    expect(cut.found).toEqual(['one'])
    expect(cut.asked.length).toBeLessThan(whole.asked.length)
    expect(cut.asked.filter((sql) => sql.includes('books_fts'))).toEqual([])
  })

  test('is no answer where it has nothing', () => {
    expect(() => searchSlowly('lighthouses', (sql) => sql.includes('book_titles'))).toThrow(
      SearchTooSlow,
    )
    // Which is answered as 503 with Retry-After.
    expect(isStorageBusy(new SearchTooSlow())).toBe(true)
  })
})
