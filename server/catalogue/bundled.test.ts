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
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storedBook } from '../../test/catalogues.ts'
import { loadBundledBooks, prepareCatalogue } from './bundled.ts'
import { CATALOGUE_FILE } from './catalogueDatabase.ts'
import { openCatalogueFile } from './catalogueFile.ts'
import { rewriteCatalogue } from './rewriteCatalogue.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchword-bundled-'))
  file = join(folder, CATALOGUE_FILE)
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

/** The folder of bundled books that are these. */
function bundle(...records: unknown[]): string {
  const bundled = join(folder, 'bundled')
  mkdirSync(bundled, { recursive: true })
  writeFileSync(join(bundled, 'romance.json'), JSON.stringify(records))
  return bundled
}

/** What the catalogue has after a start with this setting. */
async function prepared(bundledBooks: 'on' | 'off') {
  await prepareCatalogue({ catalogueDir: folder, bundledBooks })
  using catalogue = openCatalogueFile(file)
  return catalogue.sources().map(({ source, books }) => [source, books])
}

test("a host's own books alone, until the bundled ones are wanted again", async () => {
  await loadBundledBooks(folder, bundle(record))
  expect(await prepared('off')).toEqual([])
  await rewriteCatalogue(folder, async (writer) =>
    writer.add('own', [{ ...storedBook({ id: 'own' }), source: 'own' }]),
  )
  expect(await prepared('off')).toEqual([['own', 1]])
  expect(await prepared('on')).toEqual([
    ['bundled', 2034],
    ['own', 1],
  ])
  using catalogue = openCatalogueFile(file)
  const book = catalogue.byId('pride-and-prejudice')?.book
  expect(book?.accessInfo.webReaderLink).toBe('https://www.gutenberg.org/ebooks/1342')
  expect(book?.volumeInfo.imageLinks?.thumbnail).toMatch(
    /^\/covers\/pride-and-prejudice\?v=[0-9a-f]{8}$/,
  )
})

test('while an import runs, a start is content with the catalogue as it is', async () => {
  await loadBundledBooks(folder, bundle(record))
  await rewriteCatalogue(folder, async () =>
    expect(await prepared('off')).toEqual([['bundled', 1]]),
  )
})

const version = (set = '') => {
  using database = new DatabaseSync(file)
  database.exec(set)
  return database.prepare('PRAGMA user_version').get()?.['user_version']
}
test('while an older catalogue is written anew, a start waits for the new one', async () => {
  await prepared('off')
  const current = version()
  version('PRAGMA user_version = 3')
  let start: Promise<unknown> | undefined
  await rewriteCatalogue(folder, async () => {
    start = prepared('off').then(() => version())
    // One that does not wait ends by then.
    await Promise.race([start, delay(100)])
  })
  expect(await start).toBe(current)
})

test('a catalogue is written only when the books have changed; a first one is copied from that of the build', async () => {
  const load = async (popularity: number, to = folder, built?: string) => {
    await loadBundledBooks(to, bundle({ ...record, popularity }), built)
    return join(to, CATALOGUE_FILE)
  }
  const { ino } = statSync(await load(80))
  expect(statSync(await load(80)).ino).toBe(ino)
  expect(readFileSync(await load(80, join(folder, 'copy'), folder))).toEqual(readFileSync(file))
  const other = await load(81, join(folder, 'other'), folder)
  expect(readFileSync(other)).not.toEqual(readFileSync(file))
  expect(statSync(await load(81)).ino).not.toBe(ino)
})

test.each([
  ['an unknown category', { ...record, categories: ['Westerns'] }, /categories/],
  ['markup', { ...record, description: 'A <b>bold</b> one' }, /description/],
  ['no record', 'Emma', /object/],
])('refuses %s, and names file and record', async (_, broken, rule) => {
  const loading = loadBundledBooks(folder, bundle({ ...record, title: 'First' }, broken))
  await expect(loading).rejects.toThrow(/^romance\.json: record 2/)
  await expect(loading).rejects.toThrow(rule)
  expect(existsSync(file)).toBe(false)
})
