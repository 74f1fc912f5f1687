import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Book } from '../../../contract/books.ts'
import type { Store } from '../store.ts'
import { createBookSearch } from './bookSearch.ts'
import { openSqliteStore } from './openSqliteStore.ts'

// What is left unasked must not change the answer (decision page 0022).

let folder: string
let store: Store
let database: DatabaseSync
// What each statement was asked, of all searches.
let statements: { sql: string; mock: { calls: unknown[][] } }[] = []

const made = (id: string, title: string, author: string, description?: string): Book => ({
  id,
  volumeInfo: {
    title,
    authors: [author],
    categories: ['Fiction'],
    ...(description !== undefined && { description }),
  },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

/** A word of three letters for each number: too short to be taken for another. */
const code = (number: number): string =>
  `${String.fromCodePoint(97 + (number % 26))}x${String.fromCodePoint(97 + Math.floor(number / 26))}`

const BOOKS = [
  made('hounds', 'The Hounds of Winter Harbour', 'Ada Quill'),
  made('retold', 'Stories Retold', 'Ben Ink', 'Of hounds in a winter harbour, and what they saw.'),
  made('harbour', 'Harbour', 'Cleo Winter'),
  made('harbor', 'A Winter Harbor', 'Dan Pen'),
  made('gull', 'Gulls', 'Eve Margin'),
  made('gulls', 'Winter: Gulls', 'Fay Spine'),
  made('alone', `${code(7)} Alone`, 'Hal Leaf'),
]
/** Better known than the others, and full of common words. */
const CROWD = Array.from({ length: 60 }, (_, index) =>
  made(`crowd${index}`, `The Winter of ${code(index)}`, `Gus Folio${index % 7}`),
)

/** Of whose descriptions each has fewer of the same words than the one before. */
const LANTERNS = ['lanterns', 'kettle', 'otter', 'winter']
const DESCRIBED = Array.from({ length: 8 }, (_, index) =>
  made(
    `described${index}`,
    `Tale ${code(400 + index)}`,
    'Ivo Plate',
    `Of ${LANTERNS.slice(0, index < 2 ? 4 : index < 4 ? 3 : 2).join(', the ')} and not much else.`,
  ),
)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-search-'))
  store = await openSqliteStore(folder)
  const books = [...CROWD, ...BOOKS, ...DESCRIBED].map((book, index) => ({
    book,
    worth: 90 - index / 10,
    source: 'test',
  }))
  await store.books.replaceSource('test', books, 'made')
  database = new DatabaseSync(join(folder, 'catchword.db'), { readOnly: true })
  const prepare = database.prepare.bind(database)
  database.prepare = (sql) => {
    const statement = prepare(sql)
    const { mock } = vi.spyOn(statement, 'all')
    statements.push({ sql, mock })
    return statement
  }
})

afterAll(async () => {
  database.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

/** The books that a new search finds. */
function find(query: string): string[] {
  statements = []
  return createBookSearch(database)(query, 20).map(({ id }) => id)
}

/** What the last search asked of a table. */
const askedOf = (table: string): string[] =>
  statements
    .filter(({ sql }) => sql.includes(table))
    .flatMap(({ mock }) => mock.calls.map((values) => JSON.stringify(values)))

describe('what is left unasked', () => {
  test('descriptions are taken apart where the rarest words stand in few more than was found', () => {
    expect(find('the hounds of winter harbour')).toEqual(['hounds', 'retold'])
    expect(askedOf('books_text')).toHaveLength(1)
    expect(find('the hound of winters harbour')).toEqual(['hounds', 'retold'])
    expect(find('the hounds of winter harbour crew')).not.toContain('retold')
  })

  test('are asked for more words where the rarest two stand in many, and for all in the end', () => {
    expect(find('winter lantern kettles otters')).toEqual(['described0', 'described1'])
    expect(askedOf('books_text')).toEqual([
      expect.stringContaining('\\"lantern\\" AND \\"kettles\\")'),
      expect.stringContaining('\\"lantern\\" AND \\"kettles\\" AND \\"otters\\")'),
      expect.stringContaining('AND \\"winter\\")'),
    ])
  })

  test('and are not where the rarest words stand in what was found, and nowhere else', () => {
    expect(find(`the winter of ${code(31)} gus`)).toEqual(['crowd31'])
    expect(askedOf('books_text')).toHaveLength(1)
  })

  test('a rare word is asked for alone, and the others are looked for in its books', () => {
    expect(find(`winter ${code(7)} folio0`)).toEqual(['crowd7'])
    expect(askedOf('books_fts').filter((sql) => sql.includes('winter'))).toEqual([])
    expect(find(code(7))).toEqual(['alone', 'crowd7'])
  })

  test('a whole title beside its author comes first, and one that is no whole title does not', () => {
    expect(find('winter harbour')[0]).toBe('harbour')
    expect(find('wintre')[0]).toBe('gulls')
    expect(askedOf('UNION SELECT pop FROM book_titles')).not.toEqual([])
    expect(find('cleo winter harbour')).toEqual(['harbour'])
    expect(find('ada quill hounds winter')).toEqual(['hounds'])
    expect(askedOf('UNION SELECT pop FROM book_titles')).toEqual([])
  })

  test('of corrected books those with the whole title come first, however many are better known', () => {
    const found = find('wintre')
    expect(found).toHaveLength(20)
    expect(found[0]).toBe('gulls')
    expect(found.slice(1)).toEqual(CROWD.slice(0, 19).map(({ id }) => id))
  })

  test('a word that begins others finds them with or without the word itself', () => {
    expect(find('wint')).toHaveLength(20)
    expect(find('gull')).toEqual(['gull', 'gulls'])
    expect(find('harbo winter')).toEqual(expect.arrayContaining(['hounds', 'harbour', 'harbor']))
  })
})
