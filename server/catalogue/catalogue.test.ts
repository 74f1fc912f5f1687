import { copyFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Category } from '../../contract/categories.ts'
import { createTestCatalogue, storedBook } from '../../test/catalogues.ts'
import { spoilPage } from '../../test/spoilPage.ts'
import { openCatalogueFile } from './catalogueFile.ts'
import { CATALOGUE_FILE } from './catalogueDatabase.ts'
import { rewriteCatalogue } from './rewriteCatalogue.ts'

const opened = await createTestCatalogue()
const { catalogue: books, find, load, logged } = opened
const file = join(opened.folder, CATALOGUE_FILE)
afterAll(opened.close)
beforeEach(() => load([]))

const idsOf = async (category: Category) =>
  (await books.byCategory(category, 0, 9)).map(({ id }) => id)

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

test('answers the record as it was given, without the remote cover, and nothing for an unknown id', async () => {
  const description = 'A & <b>b</b> "q" ☃'
  const picture = 'https://covers.example/emma.jpg'
  await load([{ id: 'emma', description, picture }, { id: 'b' }])
  const stored = storedBook({ id: 'emma', description })
  const book = { ...stored.book, workId: expect.stringMatching(/^w/) }
  expect(await books.byId('emma')).toEqual({ book, picture })
  expect(await books.byId('nemo')).toBeUndefined()
  expect(await books.byIds(['nemo', 'emma'])).toEqual([book])
})

const write = (...input: Parameters<typeof storedBook>[0][]) =>
  rewriteCatalogue(opened.folder, async (writer) => writer.add('test', input.map(storedBook)))

describe('what an import changes', () => {
  test('new, changed and unchanged books, and those of another source, are counted', async () => {
    await load([{ id: 'theirs', title: 'Theirs' }], 'other')
    const twoBooks = [{ id: 'amber' }, { id: 'birch' }]
    const counts = { added: 2, changed: 0, unchanged: 0, fromOthers: ['theirs'] }
    expect(await write(...twoBooks, { id: 'theirs' })).toEqual(counts)
    const before = tables()
    expect(await write(...twoBooks)).toMatchObject({ added: 0, unchanged: 2 })
    expect(tables()).toEqual(before)
    expect(await write({ id: 'birch', title: 'Larch' })).toMatchObject({ changed: 1 })
    expect(find('larch')).toEqual(['birch'])
    expect(find('birch')).toEqual([])
    expect(await idsOf('Fiction')).toEqual(['amber', 'birch', 'theirs'])
    await write({ id: 'birch', title: 'Larch', popularity: 90 })
    expect(await idsOf('Fiction')).toEqual(['birch', 'amber', 'theirs'])
    await load([], 'other')
  })

  test('after changes and removals the tables are those of a catalogue with these books alone', async () => {
    const stays = {
      id: 'stays',
      title: 'Constant Stars',
      isbn: '0141439513',
      description: 'A mill.',
    }
    await load([stays])
    const alone = tables()
    await load([stays, { id: 'goes', title: 'Zanzibar Nights', categories: ['Travel'] }])
    await rewriteCatalogue(opened.folder, async (writer) => {
      writer.add('test', [storedBook({ ...stays, title: 'Changed', description: 'A lighthouse.' })])
      expect(writer.removeOthers('test', new Set(['stays']))).toBe(1)
      writer.add('test', [storedBook(stays)])
    })
    expect(tables()).toEqual(alone)
    for (const query of ['zanzibar', 'zanzibr', 'changed', 'lighthouse']) {
      expect(find(query)).toEqual([])
    }
    expect(find('0141439513')).toEqual(['stays'])
    await rewriteCatalogue(opened.folder, async (writer) => writer.removeSource('test'))
    expect(Object.values(tables()).flat()).toEqual([{ n: 0 }])
  })

  test('a failure changes nothing, and leaves nothing behind, nor what a killed import left', async () => {
    writeFileSync(`${file}.new`, 'half of an import')
    await load([{ id: 'a', title: 'Before' }])
    const halfway = rewriteCatalogue(opened.folder, async (writer) => {
      writer.add('test', [storedBook({ id: 'b', title: 'New' })])
      throw new Error('halfway')
    })
    await expect(halfway).rejects.toThrow('halfway')
    expect(find('before')).toEqual(['a'])
    expect(await books.byId('b')).toBeUndefined()
    expect(readdirSync(opened.folder).toSorted()).toEqual([CATALOGUE_FILE, 'catalogue.lock'])
  })
})

function alter(sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
}

describe('the file', () => {
  test('of version 2, where ranks had another name, is taken over whole', async () => {
    await load([
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
    expect(find('harbour')).toEqual(['a', 'b'])
    expect(logged).toEqual([])
  })

  test.each<[string, (bad: string) => void]>([
    ['no database', (bad) => writeFileSync(bad, 'not a database, but long'.repeat(50))],
    ['cut short', (bad) => truncateSync(bad, 40_000)],
    ['damaged within', (bad) => spoilPage(bad, 'books_by_work')],
  ])('that is damaged is logged once, and the one before serves all: %s', async (_, spoil) => {
    const { catalogue, ...other } = await createTestCatalogue()
    onTestFinished(other.close)
    await other.load([{ id: 'a', title: 'Harbour' }])
    const search = async () => (await catalogue.search('harbour', 9)).data.map(({ id }) => id)
    const path = join(other.folder, CATALOGUE_FILE)
    const bad = `${path}.bad`
    copyFileSync(path, bad)
    spoil(bad)
    await catalogue.byId('a')
    renameSync(bad, path)
    // The thread for searches starts behind it.
    for (let round = 0; round < 2; round++) {
      expect((await catalogue.byId('a'))?.book.id).toBe('a')
      expect(await catalogue.byAuthors(['Ann Author'], 9)).toHaveLength(1)
      expect(await search()).toEqual(['a'])
    }
    expect(other.logged).toEqual([expect.stringMatching(/^The catalogue .* is damaged/)])
    rmSync(path)
    await other.load([{ id: 'b' }])
    await search()
    expect(await catalogue.byId('a')).toBeUndefined()
    copyFileSync(path, bad)
    spoil(bad)
    renameSync(bad, path)
    // The thread has it open.
    expect(await search()).toEqual([])
    expect((await catalogue.byId('b'))?.book.id).toBe('b')
  })

  test.each([
    ['is empty', () => truncateSync(file, 0), /is damaged \(it is empty\)\. It was left as it is/],
    ['is foreign', () => alter('PRAGMA application_id = 7'), /is not a catalogue of Catchword/],
    ['is newer', () => alter('PRAGMA user_version = 99'), /has version 99, newer than this/],
    ['is older', () => alter('PRAGMA user_version = 3'), /from an older Catchword: start this one/],
    ['is missing', () => rmSync(file), /cannot be opened/],
  ])('that %s cannot be opened, and one line says why', (_, spoil, message) => {
    onTestFinished(() => copyFileSync(`${file}.kept`, file))
    copyFileSync(file, `${file}.kept`)
    spoil()
    expect(() => openCatalogueFile(file)).toThrow(message)
  })
})
