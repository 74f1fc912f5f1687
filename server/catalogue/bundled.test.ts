import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bundledBooks } from '../../books/bundled/bundledBook.ts'
import { readBundledRecords } from '../../books/bundled/bundledFiles.ts'
import { openCatalogueFile } from './catalogueFile.ts'
import { loadBundledBooks } from './bundled.ts'
import { CATALOGUE_FILE } from './catalogueDatabase.ts'

const bytesIn = (folder: string) => readFileSync(join(folder, CATALOGUE_FILE))

describe('loadBundledBooks', () => {
  let folder: string
  let bundled: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'catchword-bundled-'))
    bundled = join(folder, 'bundled')
    mkdirSync(bundled)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const record = {
    id: 'emma',
    title: 'Emma',
    authors: ['Jane Austen'],
    publishedDate: '1815',
    categories: ['Romance', 'Fiction'],
    subjects: ['love story', 'England', '19th century', 'classic', 'adult'],
    description: 'Handsome, clever and rich.',
    popularity: 80,
  }
  const write = (...records: unknown[]) =>
    writeFileSync(join(bundled, 'romance.json'), JSON.stringify(records))

  test('brings every bundled book into the catalogue', async () => {
    await loadBundledBooks(folder)
    using catalogue = openCatalogueFile(join(folder, CATALOGUE_FILE))
    const { length } = bundledBooks(await readBundledRecords())
    expect(catalogue.booksOf('bundled').toArray()).toHaveLength(length)
    const book = catalogue.byId('pride-and-prejudice')?.book
    expect(book?.accessInfo.webReaderLink).toBe('https://www.gutenberg.org/ebooks/1342')
    expect(book?.volumeInfo.imageLinks?.thumbnail).toMatch(
      /^\/covers\/pride-and-prejudice\?v=[0-9a-f]{8}$/,
    )
  })

  /** Loads the books; answers which file the catalogue is. */
  const load = async () => {
    await loadBundledBooks(folder, bundled)
    return statSync(join(folder, CATALOGUE_FILE)).ino
  }

  test('writes only when the files have changed', async () => {
    write(record)
    const first = await load()
    expect(await load()).toBe(first)
    write({ ...record, popularity: 81 })
    expect(await load()).not.toBe(first)
  })

  test('a first catalogue is a copy of the one that the build made of the same books', async () => {
    write(record)
    await load()
    const first = join(folder, 'first')
    await loadBundledBooks(first, bundled, folder)
    expect(bytesIn(first)).toEqual(bytesIn(folder))
    write({ ...record, title: 'Persuasion' })
    const other = join(folder, 'other')
    await loadBundledBooks(other, bundled, folder)
    expect(bytesIn(other)).not.toEqual(bytesIn(folder))
  })

  test.each([
    ['an unknown category', { ...record, categories: ['Westerns'] }, /categories/],
    ['a field too many', { ...record, price: 3 }, /additional/i],
    ['markup', { ...record, description: 'A <b>bold</b> one' }, /description/],
    ['a popularity out of range', { ...record, popularity: 201 }, /popularity/],
    ['no author', { ...record, authors: [] }, /authors/],
    ['no record', 'Emma', /object/],
  ])('refuses %s, and names file and record', async (_, broken, rule) => {
    write({ ...record, title: 'First' }, broken)
    const loading = loadBundledBooks(folder, bundled)
    await expect(loading).rejects.toThrow(/^romance\.json: record 2/)
    await expect(loading).rejects.toThrow(rule)
    expect(existsSync(join(folder, CATALOGUE_FILE))).toBe(false)
  })
})
