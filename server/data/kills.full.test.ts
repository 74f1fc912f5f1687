import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { rewriteCatalogue } from '../catalogue/rewriteCatalogue.ts'
import { openStore } from '../store/store.ts'
import {
  asOther,
  contentsOf,
  createBackup,
  createFolder,
  createInstallation,
  DATA,
  emptyPlace,
  forced,
  giveAway,
  type inFolder,
  openAsServer,
  quiet,
} from '../../test/backups.ts'
import { command } from '../../test/catalogueCommand.ts'
import { killAt } from '../../test/killAt.ts'
import { favoriteBook } from '../../test/readers.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

/** Runs `npm run data` until it is killed, after so many changes or before that of a file; false where it ends. */
async function isKilled(
  kill: number | string,
  { dataDir, catalogueDir }: ReturnType<typeof inFolder>,
  ...words: string[]
): Promise<boolean> {
  const child = spawn(process.execPath, [DATA, ...words, '--force'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      CATALOGUE_DIR: catalogueDir,
      ...killAt(kill),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
  return child.signalCode === 'SIGKILL'
}

test('a backup that is killed at any change leaves nothing that looks like one, and does not hinder the next', async () => {
  const here = await createInstallation()
  const folder = createFolder()
  const file = join(folder, 'backup.tar.gz')
  let changes = 0
  for (; await isKilled(changes, here, 'backup', file); changes++) {
    // Either there is none, or it is whole.
    const names = readdirSync(folder).filter((name) => !name.startsWith('.catchword-backup-'))
    if (names.length === 0) continue
    expect(names).toEqual(['backup.tar.gz'])
    const there = emptyPlace()
    await restore(there, file, quiet)
    expect(contentsOf(there.dataDir)).toEqual(contentsOf(here.dataDir))
  }
  expect(changes).toBeGreaterThan(2)
  await backUp(here, file, forced)
})

test('a restore that is killed at any change, as root too, leaves the old installation or the new one, and a start ends it', async () => {
  const { here, file } = await createBackup()
  const backedUp = contentsOf(here.dataDir)
  const store = await openStore(here)
  await store.favorites.add('reader-1', { book: favoriteBook('later') }, 7, 1000)
  await store.close()
  writeFileSync(join(here.dataDir, 'catalogue.db'), 'another catalogue')
  const before = contentsOf(here.dataDir)
  const left: unknown[] = []
  for (let changes = 0; ; changes++) {
    const there = emptyPlace()
    cpSync(here.dataDir, there.dataDir, { recursive: true })
    giveAway(there.dataDir)
    const hasEnded = !(await isKilled(changes, there, 'restore', file))
    await asOther(() => openAsServer(there))
    expect(readdirSync(there.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
    const contents = contentsOf(there.dataDir)
    const isOld = isDeepStrictEqual(contents, before)
    left.push(isOld ? 'old' : contents)
    const kept = readdirSync(there.dataDir).filter((name) => name.startsWith('replaced-'))
    expect(kept.map((name) => contentsOf(join(there.dataDir, name)))).toEqual(isOld ? [] : [before])
    if (hasEnded) break
  }
  const news = left.filter((contents) => contents !== 'old')
  expect(news).toEqual(news.map(() => backedUp))
  expect([news.length > 2, left.length - news.length > 2]).toEqual([true, true])
}, 600_000)

test('where a restore was killed in a folder without readers no start begins an empty server, and another restore ends it', async () => {
  const { here, file } = await createBackup()
  const there = emptyPlace()
  expect(await isKilled(join(there.dataDir, 'readers.db'), there, 'restore', file)).toBe(true)
  await expect(openAsServer(there)).rejects.toThrow(
    /readers\.db is missing, but .*\.restore-\w+\. A restore was interrupted: run it again/,
  )
  await restore(there, file, quiet)
  await openAsServer(there)
  expect(contentsOf(there.dataDir)).toEqual(contentsOf(here.dataDir))
  expect(readdirSync(there.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
})

test('a restore that was killed between readers and catalogue is ended by an import, whose books stay', async () => {
  const { here, file } = await createBackup()
  const backedUp = contentsOf(here.dataDir)
  const table = join(createFolder(), 'books.csv')
  writeFileSync(table, 'title,author\nA Book,Ann Other\n')
  expect(await isKilled(join(here.catalogueDir, 'catalogue.db'), here, 'restore', file)).toBe(true)
  const settings = { DATA_DIR: here.dataDir }
  expect(await command(settings, 'import', 'csv', table)).toMatchObject({ code: 0 })
  await openAsServer(here)
  expect((await command(settings, 'status')).out).toMatch(/^csv +1 book /m)
  expect(contentsOf(here.dataDir).readers).toEqual(backedUp.readers)
})

test('a catalogue that waits for the readers of another folder is left alone', async () => {
  const { here, file } = await createBackup()
  const backedUp = contentsOf(here.dataDir).catalogue
  const there = { ...(await createInstallation()), catalogueDir: here.catalogueDir }
  const catalogue = join(here.catalogueDir, 'catalogue.db')
  await rewriteCatalogue(here.catalogueDir, async (writer) => {
    const fileOf = { name: 'later', importedAt: 1 }
    writer.add('later', [])
    writer.setFile('later', fileOf)
  })
  const later = readFileSync(catalogue, 'hex')
  expect(await isKilled(catalogue, here, 'restore', file)).toBe(true)
  await openAsServer(there)
  expect(readFileSync(catalogue, 'hex')).toBe(later)
  const settings = { DATA_DIR: there.dataDir, CATALOGUE_DIR: there.catalogueDir }
  const { code, err } = await command(settings, 'remove', '--source', 'later')
  expect([code, err]).toEqual([1, expect.stringMatching(/^A restore was interrupted before its/)])
  await openAsServer(here)
  expect(readFileSync(catalogue, 'hex')).toBe(backedUp)
})
