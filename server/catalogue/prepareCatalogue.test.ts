import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BookReader } from './bookReader.ts'
import { CATALOGUE_FILE } from './catalogueFile.ts'
import { prepareCatalogue } from './prepareCatalogue.ts'
import { rewriteCatalogue } from './rewriteCatalogue.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'catchword-prepare-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const record = (id: string, title: string) =>
  JSON.stringify({
    id,
    volumeInfo: { title, authors: ['Ann Author'], categories: ['Fiction'] },
    accessInfo: { pdf: { isAvailable: false } },
    saleInfo: {},
  })

/** A rank as it was made until version 2 of the catalogue. */
const oldRank = (popularity: number, slot: number, place: number): number =>
  ((100 - popularity) * 1000 * 2 ** 8 + slot) * 2 ** 28 + place + 1

/** The books of a catalogue as it was until version 2: bundled, imported, and one that had been removed. */
const OLD_BOOKS = `
  CREATE TABLE book_sources (
    source text PRIMARY KEY, slot integer NOT NULL, fingerprint text NOT NULL, places integer NOT NULL
  );
  INSERT INTO book_sources VALUES ('bundled', 0, 'old', 581), ('csv', 1, '', 2);
  CREATE TABLE books (
    pop bigint PRIMARY KEY, id text NOT NULL UNIQUE, source text NOT NULL, record text NOT NULL, picture text
  );
  INSERT INTO books VALUES
    (${oldRank(90, 0, 0)}, 'gone-with-an-update', 'bundled', '${record('gone-with-an-update', 'Gone')}', NULL),
    (${oldRank(50, 1, 1)}, 'csv_2', 'csv', '${record('csv_2', 'Second')}', 'https://covers.example/2.jpg'),
    (${oldRank(50, 1, 0)}, 'csv_1', 'csv', '${record('csv_1', 'First')}', NULL),
    (-1, 'csv_3', 'csv', '${record('csv_3', 'Removed')}', NULL)`

async function prepared() {
  await prepareCatalogue({ catalogueDir: dataDir })
  using reader = new BookReader(join(dataDir, CATALOGUE_FILE))
  return {
    sources: reader.sources().map(({ source, books }) => [source, books]),
    imported: reader
      .booksOf('csv', 0, 10)
      .books.map(({ book, popularity }) => [book.id, popularity]),
    second: reader.byId('csv_2'),
    gone: reader.byId('gone-with-an-update'),
  }
}

const BUNDLED = ['bundled', 1342]
const MIGRATED = {
  sources: [BUNDLED, ['csv', 2]],
  imported: [
    ['csv_1', 50],
    ['csv_2', 50],
  ],
  second: {
    book: { ...JSON.parse(record('csv_2', 'Second')), workId: expect.stringMatching(/^w/) },
    picture: 'https://covers.example/2.jpg',
  },
  gone: undefined,
}

test('a first start has the bundled books', async () => {
  expect(await prepared()).toMatchObject({ sources: [BUNDLED], imported: [] })
  expect(readdirSync(dataDir).toSorted()).toEqual([CATALOGUE_FILE, 'catalogue.lock'])
})

test('writes a catalogue of an older version anew, with all of its books', async () => {
  const old = new DatabaseSync(join(dataDir, CATALOGUE_FILE))
  old.exec(OLD_BOOKS)
  old.exec('PRAGMA application_id = 1131692916; PRAGMA user_version = 1')
  old.close()
  expect(await prepared()).toEqual(MIGRATED)
})

test('while an import runs, a start is content with the catalogue as it is', async () => {
  await prepared()
  await rewriteCatalogue(dataDir, async () => {
    expect(await prepared()).toMatchObject({ sources: [BUNDLED] })
  })
})
