import {
  copyFileSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestCatalogue, storedBook, type TestCatalogue } from '../../test/catalogues.ts'
import { spoilPage } from '../../test/spoilPage.ts'
import { openCatalogue, type Catalogue } from './catalogue.ts'
import { CATALOGUE_FILE } from './catalogueDatabase.ts'
import { CatalogueBusy, rewriteCatalogue } from './rewriteCatalogue.ts'

let opened: TestCatalogue
let books: Catalogue
let file: string

beforeEach(async () => {
  opened = await createTestCatalogue()
  books = opened.catalogue
  file = join(opened.folder, CATALOGUE_FILE)
})
afterEach(() => opened.close())

const idsOn = async (...query: Parameters<Catalogue['byCategory']>) =>
  (await books.byCategory(...query)).map(({ id }) => id)
const idsBy = async (authors: string[]) => (await books.byAuthors(authors, 20)).map(({ id }) => id)
const find = async (query: string) => (await books.search(query, 20)).data.map(({ id }) => id)
/** Waits until the search thread has a new file: then everybody has. */
const followed = () => find('anything')

/** How many rows each table has, and the rows of those that are small. */
function tables(): Record<string, unknown> {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = (sql: string) => database.prepare(sql).all()
  const found = {
    books: rows('SELECT * FROM books'),
    categories: rows('SELECT * FROM book_categories'),
    authors: rows('SELECT * FROM book_authors'),
    isbns: rows('SELECT * FROM book_isbns'),
    titles: rows('SELECT * FROM book_titles'),
    terms: rows('SELECT term, books FROM terms ORDER BY term'),
    deletes: rows('SELECT count(*) AS n FROM term_deletes'),
    fts: rows('SELECT rowid FROM books_fts'),
    text: rows('SELECT rowid FROM books_text'),
  }
  database.close()
  return found
}

describe('byId and byIds', () => {
  test('answer the record as it was given, and nothing for an unknown id', async () => {
    await opened.load([
      { id: 'emma', title: 'Emma', description: 'A & <b>b</b> "q" ☃' },
      { id: 'b' },
    ])
    const stored = storedBook({ id: 'emma', title: 'Emma', description: 'A & <b>b</b> "q" ☃' })
    const book = { ...stored.book, workId: expect.stringMatching(/^w/) }
    expect(await books.byId('emma')).toEqual({ book })
    expect(await books.byId('nemo')).toBeUndefined()
    expect(await books.byIds(['nemo', 'emma'])).toEqual([book])
  })

  test('the remote cover is no part of the record', async () => {
    await opened.load([{ id: 'a', picture: 'https://books.google.com/x' }])
    const found = await books.byId('a')
    expect(found?.picture).toBe('https://books.google.com/x')
    expect(JSON.stringify(found?.book)).not.toContain('google')
  })
})

const write = (...input: Parameters<typeof storedBook>[0][]) =>
  rewriteCatalogue(opened.folder, async (writer) => writer.add('test', input.map(storedBook)))

describe('what an import changes', () => {
  test('new, changed and unchanged books, and those of another source, are counted', async () => {
    await opened.load([{ id: 'theirs', title: 'Theirs' }], 'other')
    expect(await write({ id: 'amber' }, { id: 'birch' }, { id: 'theirs' })).toEqual({
      added: 2,
      changed: 0,
      unchanged: 0,
      fromOthers: ['theirs'],
    })
    const before = tables()
    expect(await write({ id: 'amber' }, { id: 'birch' })).toMatchObject({ added: 0, unchanged: 2 })
    expect(tables()).toEqual(before)
    expect(await write({ id: 'birch', title: 'Larch' })).toMatchObject({ changed: 1 })
    expect(await find('larch')).toEqual(['birch'])
    expect(await find('birch')).toEqual([])
    expect(await idsOn('Fiction', 0, 9)).toEqual(['amber', 'birch', 'theirs'])
    await write({ id: 'birch', title: 'Larch', popularity: 90 })
    await followed()
    expect(await idsOn('Fiction', 0, 9)).toEqual(['birch', 'amber', 'theirs'])
  })

  test('after changes and removals the tables are those of a catalogue with these books alone', async () => {
    const stays = {
      id: 'stays',
      title: 'Constant Stars',
      isbn: '0141439513',
      description: 'A mill.',
    }
    await opened.load([stays])
    const alone = tables()
    await opened.load([stays, { id: 'goes', title: 'Zanzibar Nights', categories: ['Travel'] }])
    await rewriteCatalogue(opened.folder, async (writer) => {
      writer.add('test', [storedBook({ ...stays, title: 'Changed', description: 'A lighthouse.' })])
      expect(writer.removeOthers('test', new Set(['stays']))).toBe(1)
      writer.add('test', [storedBook(stays)])
    })
    expect(tables()).toEqual(alone)
    for (const query of ['zanzibar', 'zanzibr', 'changed', 'lighthouse']) {
      expect(await find(query)).toEqual([])
    }
    expect(await find('0141439513')).toEqual(['stays'])
    await rewriteCatalogue(opened.folder, async (writer) => writer.removeSource('test'))
    expect(Object.values(tables()).flat()).toEqual([{ n: 0 }])
  })

  test('a failure changes nothing, and leaves nothing behind', async () => {
    await opened.load([{ id: 'a', title: 'Before' }])
    const halfway = rewriteCatalogue(opened.folder, async (writer) => {
      writer.add('test', [storedBook({ id: 'b', title: 'New' })])
      throw new Error('halfway')
    })
    await expect(halfway).rejects.toThrow('halfway')
    expect(await find('before')).toEqual(['a'])
    expect(await books.byId('b')).toBeUndefined()
    expect(readdirSync(opened.folder).toSorted()).toEqual([CATALOGUE_FILE, 'catalogue.lock'])
  })

  test('one at a time; the copy of a killed import goes with the next', async () => {
    writeFileSync(`${file}.new`, 'half of an import')
    await rewriteCatalogue(opened.folder, async (writer) => {
      await expect(opened.load([])).rejects.toThrow(CatalogueBusy)
      writer.add('test', [storedBook({ id: 'a' })])
    })
    expect(existsSync(`${file}.new`)).toBe(false)
    expect(opened.catalogue.file().booksOf('test').toArray()).toHaveLength(1)
  })
})

const open = () => openCatalogue({ folder: opened.folder, log: () => undefined })

function alter(sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

describe('the file', () => {
  test('replaced while searches run: each sees the old or the new books', async () => {
    await opened.load([{ id: 'old', title: 'Harbour' }])
    const found = new Set<string>()
    const searching = (async () => {
      for (let count = 0; count < 200; count++) found.add(String(await find('harbour')))
    })()
    await opened.load([{ id: 'new', title: 'Harbour' }])
    await searching
    expect([...found].filter((ids) => ids !== 'old' && ids !== 'new')).toEqual([])
    expect(await find('harbour')).toEqual(['new'])
  })

  test('of version 2, where ranks had another name, is taken over whole', async () => {
    await opened.load([
      { id: 'a', title: 'Harbour', categories: ['Travel'], isbn: '0141439513' },
      { id: 'b', title: 'Harbour Lights', picture: 'https://covers.example/b.jpg' },
    ])
    const before = tables()
    for (const table of ['books', 'book_categories', 'book_authors', 'book_isbns', 'book_titles']) {
      alter(`ALTER TABLE ${table} RENAME COLUMN rank TO pop`)
    }
    // What names a work is another in each version.
    alter("DELETE FROM work_titles; UPDATE books SET work = 'w1'; PRAGMA user_version = 2")
    await rewriteCatalogue(opened.folder, async () => undefined)
    expect(tables()).toEqual(before)
    expect(await find('harbour')).toEqual(['a', 'b'])
    expect(opened.logged).toEqual([])
  })

  describe.each(['before the first search', 'after one'])('a damaged one, renamed %s,', (when) => {
    test.each<[string, (bad: string) => void]>([
      ['no database', (bad) => writeFileSync(bad, 'not a database, but long'.repeat(50))],
      ['cut short', (bad) => truncateSync(bad, 40_000)],
      ['damaged within', (bad) => spoilPage(bad, 'books_by_work')],
    ])('is logged once, and the one before serves all: %s', async (_, spoil) => {
      await opened.load([{ id: 'a', title: 'Harbour' }])
      expect((await books.byId('a'))?.book.id).toBe('a')
      if (when === 'after one') await find('harbour')
      const bad = `${file}.bad`
      copyFileSync(file, bad)
      spoil(bad)
      renameSync(bad, file)
      for (let round = 0; round < 2; round++) {
        expect((await books.byId('a'))?.book.id).toBe('a')
        expect(await idsBy(['Ann Author'])).toEqual(['a'])
        expect(await find('harbour')).toEqual(['a'])
      }
      expect(opened.logged).toEqual([expect.stringMatching(/^The catalogue .* is damaged/)])
      rmSync(file)
      await opened.load([{ id: 'b' }])
      await followed()
      expect(await books.byId('a')).toBeUndefined()
    })
  })

  test.each([
    ['is damaged', () => truncateSync(file, 8192), /is damaged \(.*It was left as it is/],
    ['is empty', () => truncateSync(file, 0), /is damaged \(it is empty\)\. It was left as it is/],
    ['is foreign', () => alter('PRAGMA application_id = 7'), /is not a catalogue of Catchword/],
    ['is newer', () => alter('PRAGMA user_version = 99'), /has version 99, newer than this/],
    ['is older', () => alter('PRAGMA user_version = 3'), /from an older Catchword: start this one/],
    ['is missing', () => rmSync(file), /cannot be opened/],
  ])('that %s cannot be opened, and one line says why', (_, spoil, message) => {
    spoil()
    expect(open).toThrow(message)
  })
})
