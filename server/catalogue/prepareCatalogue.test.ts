import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storedBook } from '../../test/catalogues.ts'
import { openCatalogueFile } from './catalogueFile.ts'
import { CATALOGUE_FILE } from './catalogueDatabase.ts'
import { prepareCatalogue } from './bundled.ts'
import { openCatalogue } from './catalogue.ts'
import { rewriteCatalogue } from './rewriteCatalogue.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'catchword-prepare-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

async function prepared(bundledBooks: 'on' | 'off' = 'on') {
  await prepareCatalogue({ catalogueDir: dataDir, bundledBooks })
  using catalogue = openCatalogueFile(join(dataDir, CATALOGUE_FILE))
  return catalogue.sources().map(({ source, books }) => [source, books])
}

const BUNDLED = [['bundled', 2034]]

test('a first start has the bundled books', async () => {
  expect(await prepared()).toEqual(BUNDLED)
  expect(readdirSync(dataDir).toSorted()).toEqual([CATALOGUE_FILE, 'catalogue.lock'])
})

test("a host's own books alone, until the bundled ones are wanted again", async () => {
  expect(await prepared('off')).toEqual([])
  const empty = openCatalogue({ folder: dataDir, log: () => undefined })
  expect((await empty.search('emma', 5)).data).toEqual([])
  expect(await empty.byCategory('Mystery', 0, 5)).toEqual([])
  await empty.close()
  expect(await prepared()).toEqual(BUNDLED)
  await rewriteCatalogue(dataDir, async (writer) =>
    writer.add('own', [{ ...storedBook({ id: 'own' }), source: 'own' }]),
  )
  expect(await prepared('off')).toEqual([['own', 1]])
  expect(await prepared('off')).toEqual([['own', 1]])
  expect(await prepared()).toEqual(expect.arrayContaining([...BUNDLED, ['own', 1]]))
})

test('while an import runs, a start is content with the catalogue as it is', async () => {
  await prepared()
  await rewriteCatalogue(dataDir, async () => {
    expect(await prepared()).toEqual(BUNDLED)
  })
})

test('while an older catalogue is written anew, a start waits for the new one', async () => {
  await prepared()
  const file = join(dataDir, CATALOGUE_FILE)
  const version = () => {
    using database = new DatabaseSync(file)
    return database.prepare('PRAGMA user_version').get()?.['user_version']
  }
  const current = version()
  {
    using database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 3')
  }
  let start: Promise<unknown> | undefined
  await rewriteCatalogue(dataDir, async () => {
    start = prepareCatalogue({ catalogueDir: dataDir, bundledBooks: 'on' }).then(version)
    // Reading the bundled books comes first.
    await Promise.race([start, delay(2000)])
  })
  expect(await start).toBe(current)
})
