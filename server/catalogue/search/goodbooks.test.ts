import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Book, SearchResult } from '../../../contract/books.ts'
import { fold } from '../../../contract/fold.ts'
import { runs } from '../../../test/full.ts'
import { mainTitle, misspellings, type Misspelt } from '../../../test/misspellings.ts'
import { openCatalogueFile, type CatalogueFile } from '../catalogueFile.ts'
import { CATALOGUE_FILE, openCatalogueDatabase } from '../catalogueDatabase.ts'
import { createCsv } from '../../../books/formats/csvBooks.ts'
import { importBooks } from '../import/importBooks.ts'
import { findInput } from '../../../books/formats/input.ts'
import { rewriteCatalogue } from '../rewriteCatalogue.ts'
import { searchBooks } from './searchBooks.ts'

// How well search ranks among ten thousand well-known books, asked what patrons of a library asked. The
// data is not part of the repository.

const DATA = join(import.meta.dirname, '../../../../shared/data')
const noData = !existsSync(DATA)

const SHARE = 0.94
const TEN = 10

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const lines = (file: string): Record<string, unknown>[] =>
  noData
    ? []
    : readFileSync(join(DATA, file), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line): unknown => JSON.parse(line))
        .filter(isObject)

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const patrons = lines('search/nypl_goodbooks_qrels.jsonl').map(({ query, relevant }) => ({
  query: String(query),
  ids: new Set(list(relevant).map((number) => `gb_${String(number)}`)),
}))

/** What the library expects of one query: the texts of a title, of an author, or of both. */
const cases = lines('search/nypl_search_cases.jsonl').map(({ query, expect: expected }) => ({
  query: String(query),
  relevant: list(expected)
    .filter(isObject)
    .filter(({ type }) => /^(?:FirstMatch|AtLeastOne|SpecificAuthor)$/.test(String(type)))
    .map(({ title, author, args }) => ({ title, author: author ?? list(args)[0] }))
    .filter(({ title, author }) => title !== undefined || author !== undefined),
}))

const naughty = (
  noData ? [] : list(JSON.parse(readFileSync(join(DATA, 'naughty/blns.json'), 'utf8')))
).map(String)

function fits(relevant: unknown, text: string): boolean {
  if (isObject(relevant)) return new RegExp(String(relevant['regex']), 'i').test(text)
  return typeof relevant !== 'string' || mainTitle(text) === fold(relevant)
}

/** A made-up book. */
const made = (id: string, title: string, author: string): Book => ({
  id,
  volumeInfo: { title, authors: [author], categories: ['Fiction'] },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
})

// What goodbooks-10k lacks, and less known than what it has.
const ODD: readonly Book[] = [
  made('odd_there', 'There There', 'Tommy Orange'),
  made('odd_cpp', 'The C++ Programming Language', 'Bjarne Stroustrup'),
  made('odd_csharp', 'C# in Depth', 'Jon Skeet'),
  made('odd_c', 'The C Programming Language', 'Brian W. Kernighan'),
  made('odd_who', 'The Who', 'Nobody Known'),
  made('odd_a', 'A', 'Louis Zukofsky'),
]

const isMeant = ({ volumeInfo }: SearchResult, { meant }: Misspelt): boolean =>
  mainTitle(volumeInfo.title) === meant

// What is typed, and which book or author is to come first.
const FIRST: readonly (readonly [string, string])[] = [
  ['there there', 'There There'],
  ['1984', '1984'],
  ['978-0-439-02348-1', 'The Hunger Games'],
  ['It!', 'It'],
  ['it stephen king', 'It'],
  ['c++', 'The C++ Programming Language'],
  ['c#', 'C# in Depth'],
  ['the c programming language', 'The C Programming Language'],
  ['the who', 'The Who'],
  ['a', 'A'],
  ['if you give a mouse', 'If You Give a Mouse a Cookie'],
  ['catch22', 'Catch-22'],
  ['11/22/63', '11/22/63'],
  ['LES MISÉRABLES', 'Les Misérables'],
  ['charlottes web', "Charlotte's Web"],
  ['great gatsby, the', 'The Great Gatsby'],
  ['of mice & men', 'Of Mice and Men'],
  ['to kill a mocking bird', 'To Kill a Mockingbird'],
  ['to kill a mockingb', 'To Kill a Mockingbird'],
  ['sense and sens', 'Sense and Sensibility'],
  ['isaac asimov foundation', 'Foundation'],
  ['stephen king the shining', 'The Shining'],
  ['Mockingjay (The Hunger Games, #3)', 'Mockingjay'],
  ['mockingjay book 3', 'Mockingjay'],
  ['100 years of solitude', 'One Hundred Years of Solitude'],
  ['half blood prince', 'Harry Potter and the Half-Blood Prince'],
  ['harry potter', "Harry Potter and the Sorcerer's Stone"],
  ['harry potter 3', 'Harry Potter and the Prisoner of Azkaban'],
  ['hary potter book 3', 'Harry Potter and the Prisoner of Azkaban'],
  ['song of ice and fire 3', 'A Storm of Swords'],
  ['the hunger games #2', 'Catching Fire'],
  ['dune book 2', 'Dune Messiah'],
  ['dork diaries', 'Tales from a Not-So-Fabulous Life'],
  ['le petit prince', 'The Little Prince'],
  ['catch twenty two', 'Catch-22'],
  ['20000 leagues', 'Twenty Thousand Leagues Under the Sea'],
  ['nineteen eighty four', '1984'],
  ['tfios', 'The Fault in Our Stars'],
  ['lotr', 'The Fellowship of the Ring'],
  ['metamorfosis', 'The Metamorphosis'],
]

const BY_AUTHOR: readonly (readonly [string, string])[] = [
  ['tolkien j r r', 'J.R.R. Tolkien'],
  ['Tolkien, J. R. R.', 'J.R.R. Tolkien'],
  ['jk rowling', 'J.K. Rowling'],
  ['cslewis', 'C.S. Lewis'],
  ['garcia marquez', 'Gabriel García Márquez'],
  ['murakami haruki', 'Haruki Murakami'],
  ['agatha cristie', 'Agatha Christie'],
  ['jane austin', 'Jane Austen'],
  ['brontë charlotte', 'Charlotte Brontë'],
]

const STOP_WORDS_ALONE = ['the', 'the the', 'of the', 'and', 'to be or not to be', 'it was']

async function load(folder: string): Promise<void> {
  const input = await findInput(join(DATA, 'goodbooks-10k/books.csv.gz'))
  const format = createCsv('gb')
  await importBooks({ folder, format, input, source: 'gb' })
  const odd = ODD.map((book) => ({ book, popularity: 1, source: 'odd' }))
  await rewriteCatalogue(folder, async (writer) => writer.add('odd', odd))
}

describe.skipIf(noData)(`search among goodbooks-10k (skipped without ${DATA})`, () => {
  let folder: string
  let catalogue: CatalogueFile
  let books: Book[]

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catchword-quality-'))
    await load(folder)
    catalogue = openCatalogueFile(join(folder, CATALOGUE_FILE))
    books = Array.from(catalogue.booksOf('gb'), ({ book }) => book)
  })

  afterAll(() => {
    catalogue.close()
    rmSync(folder, { recursive: true })
  })

  const search = (query: string): SearchResult[] => searchBooks(catalogue, query, 20).data

  const titles = () =>
    misspellings(
      books.slice(0, runs(100, 300)).map(({ volumeInfo }) => volumeInfo.title),
      5,
    )

  const authors = () =>
    misspellings(
      [
        ...new Set(
          books.slice(0, runs(100, 500)).map(({ volumeInfo }) => volumeInfo.authors[0] ?? ''),
        ),
      ],
      7,
    )

  /** The queries whose response is not among the first `places`, with what came first instead. */
  function missed<T extends { query: string }>(
    requested: readonly T[],
    places: number,
    isRight: (result: SearchResult, item: T) => boolean,
  ): string[] {
    const all: string[] = []
    for (const item of requested) {
      const found = search(item.query)
      if (found.slice(0, places).some((result) => isRight(result, item))) continue
      all.push(`${item.query} → ${found[0]?.volumeInfo.title}`)
    }
    return all
  }

  test('what patrons asked: the right book is among the first ten, and no response is empty', () => {
    expect([books.length, patrons.length > 20]).toEqual([10_000, true])
    expect(missed(patrons, TEN, ({ id }, { ids }) => ids.has(id))).toEqual([])
    for (const { query } of patrons) {
      expect([query, search(query).length]).not.toEqual([query, 0])
    }
  })

  test('what the library expects of queries whose response is here', () => {
    const usable = cases.flatMap(({ query, relevant }) => {
      const right = ({ volumeInfo }: Pick<SearchResult, 'volumeInfo'>) =>
        relevant.some(
          ({ title, author }) =>
            fits(title, volumeInfo.title) &&
            (author === undefined || volumeInfo.authors.some((name) => fits(author, name))),
        )
      return books.some(right) ? [{ query, right }] : []
    })
    expect(usable.length).toBeGreaterThan(30)
    const wrong = missed(usable, TEN, (result, { right }) => right(result))
    expect(wrong.slice(Math.floor(usable.length * (1 - SHARE)))).toEqual([])
  })

  test('letters at random find nothing', () => {
    expect(search('rguhriregiuh43pn5rtsadpfnsadfausdfhaspdiufnhwe42uhdsaipfh')).toEqual([])
    expect(search('asdfza oiagher ofnalqk')).toEqual([])
  })

  test.each([
    ['dune', /Dune|Herbert/],
    ['saga', /Saga/],
  ])('%j finds no neighbours of the word', (query, has) => {
    for (const { id } of search(query)) {
      const { title, series, originalTitle, authors } =
        books.find((book) => book.id === id)?.volumeInfo ?? {}
      expect([title, series?.name, originalTitle, ...(authors ?? [])].join(' ')).toMatch(has)
    }
  })

  test('of misspelt titles, 99 of 100 come first, and all but one are among the first ten', () => {
    const requested = titles()
    expect(requested.length).toBeGreaterThan(runs(50, 200))
    expect(missed(requested, 1, isMeant).slice(Math.ceil(requested.length / 100))).toEqual([])
    expect(missed(requested, TEN, isMeant).slice(1)).toEqual([])
  })

  test('of misspelt authors, 99 of 100 have their books first', () => {
    const requested = authors()
    expect(requested.length).toBeGreaterThan(runs(50, 200))
    const wrong = missed(requested, 1, ({ volumeInfo }, { meant }) =>
      volumeInfo.authors.some((name) => fold(name) === meant),
    )
    expect(wrong.slice(Math.ceil(requested.length / 100))).toEqual([])
  })

  test.each(FIRST)('%j finds %j first', (query, title) => {
    const [first] = search(query)
    expect(first?.volumeInfo.title).toBe(title)
  })

  test.each(BY_AUTHOR)('%j finds books by %s first', (query, author) => {
    const [first] = search(query)
    expect(first?.volumeInfo.authors).toContain(author)
  })

  test('stop words alone find something', () => {
    for (const query of STOP_WORDS_ALONE) expect(search(query)).not.toEqual([])
  })

  /** Everything that this file asks. */
  const everything = (): string[] => [
    ...patrons.map(({ query }) => query),
    ...cases.map(({ query }) => query),
    ...titles()
      .slice(0, 120)
      .map(({ query }) => query),
    ...authors()
      .slice(0, 60)
      .map(({ query }) => query),
    ...[...FIRST, ...BY_AUTHOR].map(([query]) => query),
    ...STOP_WORDS_ALONE,
    ...naughty,
  ]

  test('no text fails, the naughtiest neither, and no table is scanned', () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
    const fresh = openCatalogueFile(join(folder, CATALOGUE_FILE))
    for (const query of everything()) searchBooks(fresh, query, 20)
    fresh.close()
    const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))]
    prepare.mockRestore()
    expect(statements.length).toBeGreaterThan(8)
    const database = openCatalogueDatabase(join(folder, CATALOGUE_FILE))
    const steps = statements.flatMap((sql) =>
      database
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail)),
    )
    database.close()
    expect(
      steps.filter((step) => /^SCAN (?!sqlite_schema|.*VIRTUAL TABLE INDEX|\(subquery)/.test(step)),
    ).toEqual([])
  })

  // What is not among them is not looked for.
  test('the words that typos are corrected to are all the words of titles, series and authors', () => {
    const database = openCatalogueDatabase(join(folder, CATALOGUE_FILE))
    try {
      database.exec(
        "CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab('main', 'books_fts', 'col')",
      )
      const list = (sql: string) => database.prepare(sql).all()
      const indexed = "SELECT term FROM vocabulary WHERE col IN ('title', 'series', 'author')"
      expect(list('SELECT term FROM terms WHERE books > 0').length).toBeGreaterThan(10_000)
      expect(list(`${indexed} EXCEPT SELECT term FROM terms WHERE books > 0`)).toEqual([])
      expect(list(`SELECT term FROM terms WHERE books > 0 EXCEPT ${indexed}`)).toEqual([])
    } finally {
      database.close()
    }
  })
})
