import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CATEGORIES } from '../../contract/categories.ts'
import { fold } from '../../contract/fold.ts'
import { openPostgresStore } from '../store/postgres/openPostgresStore.ts'
import { openSqliteStore } from '../store/sqlite/openSqliteStore.ts'
import type { Store } from '../store/store.ts'
import { noPostgres, whySkipped, withPostgres, type TestDatabase } from '../testing/postgres.ts'
import { loadBundledBooks, readBundledFiles } from './bundled.ts'
import { bundledBooks } from './bundledBook.ts'

// Both engines find the same books in the same order, whatever is asked.

const books = bundledBooks(await readBundledFiles(), 'test').map(({ book }) => book.volumeInfo)

const postgres = withPostgres()

let folder: string
let database: TestDatabase
let one: Store
let other: Store

/** Every n-th of a list, from the n-th on, so that lists of queries take different books. */
const every = <T>(items: readonly T[], step: number): T[] =>
  items.filter((_, index) => index % step === step - 1)

/** The word without, with a doubled, and with swapped letters at its middle. */
function misspelt(word: string): string[] {
  const at = Math.floor(word.length / 2)
  const [before, letter, next, after] = [
    word.slice(0, at),
    word.charAt(at),
    word.charAt(at + 1),
    word.slice(at + 2),
  ]
  return [
    before + next + after,
    before + letter + letter + next + after,
    before + next + letter + after,
  ]
}

const longest = (words: readonly string[]): string =>
  words.toSorted((one, other) => other.length - one.length)[0] ?? ''

const words = (text: string): string[] => fold(text).split(' ')

const find = async ({ books }: Store, query: string) =>
  (await books.search(query, 20)).map(({ id }) => id)

// One on a line, as the formatter would have it, they would fill two pages.
const HOSTILE = [
  ..." |\"|'|*|()|a*|:*|!|&|<->|a & b|<1>|a:b|'a':*|title : x|NEAR(a b)|AND|a AND|%|_|\\|'\\".split(
    '|',
  ),
  ...'$1|{a,b}|NULL|c++|1984|qxzjk|wvbnm qxzjk|Война|紅樓夢|👩‍👩‍👧|\0|a\0b|\uD800|\u{10FFFF}'.split(
    '|',
  ),
  "'; DROP TABLE books; --",
  'a | b',
  'a'.repeat(5000),
  'ab '.repeat(900),
  'ﷺ'.repeat(99),
]

const QUERIES: [string, string[]][] = [
  ['titles', every(books, 6).map(({ title }) => title)],
  [
    'beginnings of titles',
    every(books, 7).flatMap(({ title }) => [fold(title).slice(0, 3), fold(title).slice(0, 9)]),
  ],
  ['words of titles', every(books, 8).map(({ title }) => longest(words(title)))],
  ['first and last words', every(books, 9).map(({ title }) => words(title).at(-1) ?? '')],
  [
    'authors',
    every(books, 8).flatMap(({ authors: [name = ''] }) => [name, name.split(' ').at(-1) ?? '']),
  ],
  [
    'a word of the title and the author',
    every(books, 9).map(({ title, authors: [name = ''] }) => `${words(name).at(-1)} ${title}`),
  ],
  [
    'typos',
    every(books, 11).flatMap(({ title }) => {
      const long = longest(words(title))
      return misspelt(long).map((wrong) =>
        words(title)
          .map((word) => (word === long ? wrong : word))
          .join(' '),
      )
    }),
  ],
  ['typos alone', every(books, 13).flatMap(({ title }) => misspelt(longest(words(title))))],
  [
    'words of descriptions, in other forms too',
    every(books, 10).flatMap(({ description = '' }) => {
      const [first = '', second = ''] = words(description)
        .toSorted()
        .filter((word) => word.length > 5)
      return [first, `${first} ${second}`, `${second}s`, `${first}ing`]
    }),
  ],
  [
    'one word too many',
    every(books, 17).flatMap(({ title, description = '' }) => [
      `${title} paperback`,
      `${words(description).slice(3, 7).join(' ')} zzzyx`,
    ]),
  ],
  [
    'interests and numbers',
    [
      ...CATEGORIES,
      ...every(books, 20).flatMap(
        ({ industryIdentifiers }) => industryIdentifiers?.map(({ identifier }) => identifier) ?? [],
      ),
      'science fiction',
      'cookbook',
      'ya',
    ],
  ],
  ['common words', ['the', 'a', 'it', 'of the', 'love', 'life', 'in', 'i', 'king it', 'the the']],
  ['nonsense and hostile texts', HOSTILE],
]

describe.skipIf(noPostgres)(`search on SQLite and PostgreSQL${whySkipped}`, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catchword-equality-'))
    database = await postgres.createDatabase()
    one = await openSqliteStore(folder)
    other = await openPostgresStore(database.url)
    await loadBundledBooks(one)
    await loadBundledBooks(other)
  })

  afterAll(async () => {
    await one.close()
    await other.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  test.each(QUERIES)('%s: the same books in the same order', async (_, queries) => {
    expect(queries.length).toBeGreaterThan(9)
    for (const query of queries) {
      expect([query, await find(other, query)]).toEqual([query, await find(one, query)])
    }
  })

  test('a few hundred queries were asked, and most found something', async () => {
    const all = QUERIES.flatMap(([, queries]) => queries)
    expect(all.length).toBeGreaterThan(600)
    let found = 0
    for (const query of all) if ((await find(one, query)).length > 0) found += 1
    expect(found).toBeGreaterThan(all.length * 0.8)
  })

  test('shelves and authors are the same too', async () => {
    for (const category of CATEGORIES) {
      for (const start of [0, 7, 1000]) {
        const shelf = await one.books.byCategory(category, start, 10)
        expect(shelf).toHaveLength(10)
        expect(await other.books.byCategory(category, start, 10)).toEqual(shelf)
      }
    }
    for (const { authors } of every(books, 5)) {
      expect(await other.books.byAuthors(authors, 20)).toEqual(
        await one.books.byAuthors(authors, 20),
      )
    }
    expect(await other.books.count()).toBe(await one.books.count())
  })
})
