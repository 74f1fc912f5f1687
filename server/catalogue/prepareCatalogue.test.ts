import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BookReader } from './bookReader.ts'
import { CATALOGUE_FILE } from './catalogueFile.ts'
import { prepareCatalogue } from './bundled.ts'
import { rewriteCatalogue } from './rewriteCatalogue.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'catchword-prepare-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

async function prepared() {
  await prepareCatalogue({ catalogueDir: dataDir })
  using reader = new BookReader(join(dataDir, CATALOGUE_FILE))
  return reader.sources().map(({ source, books }) => [source, books])
}

const BUNDLED = [['bundled', 2034]]

test('a first start has the bundled books', async () => {
  expect(await prepared()).toEqual(BUNDLED)
  expect(readdirSync(dataDir).toSorted()).toEqual([CATALOGUE_FILE, 'catalogue.lock'])
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
    start = prepareCatalogue({ catalogueDir: dataDir }).then(version)
    // Reading the bundled books comes first.
    await Promise.race([start, delay(2000)])
  })
  expect(await start).toBe(current)
})
