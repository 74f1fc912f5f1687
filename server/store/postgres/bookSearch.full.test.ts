import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { noPostgres, whySkipped, withPostgres, type TestDatabase } from '../../testing/postgres.ts'
import { SearchTooSlow } from '../searchTime.ts'
import type { Store } from '../store.ts'
import { openPostgresStore } from './openPostgresStore.ts'

const postgres = withPostgres()

const BOOKS = 20_000
const WORDS = 20_000
const NAMES = 6_000

// Words of seven letters out of numbers; titles of three, of which few are common and most are rare.
const BOOKS_SQL = `
  CREATE FUNCTION word(kind text, n integer) RETURNS text IMMUTABLE LANGUAGE sql
    AS $$ SELECT left(translate(md5(kind || n), '0123456789', 'ghijklmnop'), 7) $$;
  SELECT setseed(0.5);
  CREATE TABLE made AS
    SELECT n AS pop,
      word('t', (${WORDS} * power(random(), 4))::integer) || ' ' ||
        word('t', (${WORDS} * power(random(), 3))::integer) || ' ' ||
        word('t', (${WORDS} * random())::integer) AS title,
      word('a', (${NAMES} * random())::integer) || ' ' ||
        word('b', (${NAMES} * random())::integer) AS author,
      (ARRAY['Fiction', 'Poetry', 'Travel'])[1 + n % 3] AS category
    FROM generate_series(1, ${BOOKS}) AS n;
  INSERT INTO books (id, pop, source, record)
    SELECT 'b' || pop, pop, 'made', json_build_object('id', 'b' || pop,
      'volumeInfo', json_build_object('title', title, 'authors', json_build_array(author),
        'categories', json_build_array(category), 'description', repeat(title || '. ', 10)),
      'accessInfo', json_build_object('pdf', json_build_object('isAvailable', false)),
      'saleInfo', json_build_object()) FROM made;
  INSERT INTO book_categories SELECT category, pop FROM made;
  INSERT INTO book_authors SELECT author, pop FROM made;
  INSERT INTO book_isbns SELECT '978' || lpad(pop::text, 10, '0'), pop FROM made;
  INSERT INTO book_titles SELECT title, 0, pop FROM made;
  INSERT INTO book_titles SELECT replace(title, ' ', ''), 2, pop FROM made;
  INSERT INTO book_words SELECT pop, array_to_tsvector(array(
      SELECT DISTINCT 't' || w FROM unnest(string_to_array(title, ' ')) AS w UNION
      SELECT DISTINCT 'a' || w FROM unnest(string_to_array(author, ' ')) AS w) ||
      ARRAY['c' || lower(category)]) FROM made;
  INSERT INTO book_text SELECT pop, array_to_tsvector(
      array(SELECT DISTINCT w FROM unnest(string_to_array(title || ' ' || author, ' ')) AS w) ||
      ARRAY[lower(category)]) FROM made;
  INSERT INTO terms (term, books)
    SELECT w, count(*) FROM made, unnest(string_to_array(title || ' ' || author, ' ')) AS w GROUP BY w;
  INSERT INTO term_deletes
    SELECT DISTINCT left(term, n - 1) || substr(term, n + 1), id
    FROM terms, generate_series(1, 7) AS n UNION SELECT term, id FROM terms;
  DROP TABLE made;
  ANALYZE;
`

/** The statements that the work asks, with their values. */
async function statementsOf(work: () => Promise<unknown>): Promise<[string, unknown[]][]> {
  const ask = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    const calls = ask.mock.calls.map((call): unknown[] => call)
    return calls.flatMap(([sql, values]): [string, unknown[]][] =>
      typeof sql === 'string' && /^\(?select/i.test(sql) && Array.isArray(values)
        ? [[sql, values]]
        : [],
    )
  } finally {
    ask.mockRestore()
  }
}

describe.skipIf(noPostgres)(`search in PostgreSQL${whySkipped}`, () => {
  let database: TestDatabase
  let store: Store
  /** Another server, which gives a statement a tenth of this. */
  let hasty: Store

  beforeAll(async () => {
    database = await postgres.createDatabase()
    store = await openPostgresStore(database.url)
    hasty = await openPostgresStore(database.url, { searchTimeout: 20_000 })
    await database.query(BOOKS_SQL)
  })

  afterAll(async () => {
    await store.close()
    await hasty.close()
    await database.drop()
  })

  const word = async (kind: string, number: number): Promise<string> =>
    String((await database.query('SELECT word($1, $2) AS w', [kind, number]))[0]?.['w'])

  const someTitle = async (pop: number): Promise<string> =>
    String(
      (await database.query('SELECT key FROM book_titles WHERE pop = $1 AND kind = 0', [pop]))[0]?.[
        'key'
      ],
    )

  async function scansOf([sql, values]: [string, unknown[]]): Promise<string[]> {
    const plan = await database.query(`EXPLAIN ${sql}`, values)
    return plan
      .map((step) => String(step['QUERY PLAN']))
      .filter((step) => step.includes('Seq Scan'))
  }

  test('of many books, the planner scans no table by its own choice', async () => {
    const [common, usual, rare] = [
      await word('t', 0),
      await word('t', 3000),
      await word('t', 19_000),
    ]
    const title = await someTitle(12_345)
    const surname = await word('b', 77)
    const queries = [
      title,
      title.slice(0, 4),
      title.slice(0, -3),
      common,
      `${common} ${usual}`,
      `${rare} ${common}`,
      `${await word('a', 5)} ${surname}`,
      `${common} ${surname}`,
      `${surname.slice(0, 3)}${surname.slice(4)} ${usual}`,
      title.replace(/.(?=....$)/, ''),
      `${title} paperback`,
      rare.slice(1),
      'zzzzzzz qqqqqqq',
      'poetry',
      '9780000000123',
    ]
    const asked = await statementsOf(async () => {
      for (const query of queries) await store.books.search(query, 20)
      await store.books.byCategory('Poetry', 5000, 10)
      await store.books.byAuthors([`${await word('a', 5)} ${surname}`], 20)
    })
    expect(asked.length).toBeGreaterThan(queries.length * 2)
    expect(await store.books.search(title, 20)).not.toEqual([])
    for (const statement of asked) {
      expect([...statement, await scansOf(statement)]).toEqual([...statement, []])
    }
  })

  test('the check above sees a scan where there is one', async () => {
    expect(await scansOf(['SELECT 1 FROM book_words WHERE pop % 2 = $1', [0]])).toHaveLength(1)
  })

  test('asks no more for those who are gone', async () => {
    const gone = new AbortController()
    gone.abort()
    const asked = await statementsOf(async () => {
      expect(await store.books.search('poetry', 20, gone.signal)).toEqual([])
    })
    expect(asked.filter(([sql]) => /book_|terms/.test(sql))).toEqual([])
  })

  /** Searches while a lock keeps one table from being read for longer than a statement may take. */
  async function searchWhileLocked(table: string, query: string) {
    const client = new Client({ connectionString: database.url })
    await client.connect()
    try {
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
      return (await hasty.books.search(query, 20)).map(({ id }) => id)
    } finally {
      await client.end()
    }
  }

  test('a statement that takes too long ends the search with what it has', async () => {
    const title = await someTitle(12_345)
    const [first] = await searchWhileLocked('terms', title)
    expect(first).toBe('b12345')
    await expect(searchWhileLocked('book_titles', title)).rejects.toThrow(SearchTooSlow)
    expect((await store.books.search(title, 20))[0]?.id).toBe('b12345')
  })
})
