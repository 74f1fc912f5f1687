import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { rewriteCatalogue } from '../catalogue/rewriteCatalogue.ts'
import { LOCK_FILE } from '../store/sqlite.ts'
import { openStore } from '../store/store.ts'
import {
  asOther,
  contentsOf,
  createBackup,
  createFolder,
  createInstallation,
  emptyPlace,
  forced,
  giveAway,
  inFolder,
  isRoot,
  quiet,
  signal,
  startWriter,
} from '../../test/backups.ts'
import { command } from '../../test/catalogueCommand.ts'
import { favoriteBook, READERS_AT_ONCE } from '../../test/readers.ts'
import { unpackArchive, writeArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { ownFolder } from '../catalogue/ownFolder.ts'
import { restore } from './restore.ts'

/** What stays of a restore that was refused. */
const LOCKS = ['catalogue.lock', LOCK_FILE]

const DATA = join(import.meta.dirname, '../../scripts/data.ts')

vi.setConfig({ testTimeout: 120_000 })

test('restores a data folder exactly, and keeps the old one whole', async () => {
  const { here, file } = await createBackup()
  const then = contentsOf(here.dataDir)
  const store = await openStore(here)
  await store.favorites.add('reader-1', { book: favoriteBook('later') }, 7, 1000)
  await store.pictures.set('reader-1', `${'y'.repeat(26)}.webp`, Buffer.from('a new picture'))
  await store.close()
  writeFileSync(join(here.dataDir, 'catalogue.db'), 'another catalogue')
  const later = contentsOf(here.dataDir)

  await expect(restore(here, file, quiet)).rejects.toThrow(/exists already\. --force/)
  const { replaced } = await restore(here, file, forced)
  expect(contentsOf(here.dataDir)).toEqual(then)
  expect(replaced.map(contentsOf)).toEqual([later])
  expect(readdirSync(here.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  await (await openStore(here)).close()
})

test('the catalogue goes to its own folder', async () => {
  const { here, file } = await createBackup()
  const there = { ...emptyPlace(), catalogueDir: join(createFolder(), 'catalogue') }
  await restore(there, file, quiet)
  expect(readdirSync(there.dataDir).toSorted()).toEqual(['readers.db', LOCK_FILE])
  const { catalogue } = contentsOf(here.dataDir)
  expect(readFileSync(join(there.catalogueDir, 'catalogue.db'), 'hex')).toBe(catalogue)
  rmSync(there.dataDir, { recursive: true })
  await expect(restore(there, file, quiet)).rejects.toThrow(/catalogue\.db exists already/)
  const { replaced } = await restore(there, file, forced)
  expect(readFileSync(join(replaced.join(), 'catalogue.db'), 'hex')).toBe(catalogue)
  const again = join(createFolder(), 'again.tar.gz')
  await expect(backUp(there, again, quiet)).resolves.toMatchObject({ readers: READERS_AT_ONCE })
})

test('is refused while an import is under way, which would take its place', async () => {
  const { here, file } = await createBackup()
  const before = contentsOf(here.dataDir)
  await rewriteCatalogue(here.catalogueDir, async () => {
    await expect(restore(here, file, forced)).rejects.toThrow(/^Another import .* is running\.$/)
  })
  expect(contentsOf(here.dataDir)).toEqual(before)
})

test('is refused while a server runs, and not after it was killed', async () => {
  const { here, file } = await createBackup()
  const { child, hasWritten } = startWriter(here.dataDir)
  await hasWritten(1)
  await expect(restore(here, file, forced)).rejects.toThrow(
    /readers\.db is in use\. First stop its server/,
  )
  child.kill('SIGKILL')
  await once(child, 'exit')
  await restore(here, file, forced)
})

/** Kills its process at a change of names: after `KILL_AFTER` others, or before there is a `KILL_BEFORE`. */
const KILLER = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  let left = Number(process.env.KILL_AFTER)
  for (const name of ['linkSync', 'mkdirSync', 'renameSync', 'rmSync', 'writeFileSync']) {
    const change = fs[name]
    fs[name] = (...words) => {
      if (left-- === 0 || words[1] === process.env.KILL_BEFORE) process.kill(process.pid, 'SIGKILL')
      return change(...words)
    }
  }
  syncBuiltinESMExports()`

/** Runs `data -- restore --force` until it is killed, after so many changes or before that of a file; false where it ends. */
async function restoreUntil(
  kill: number | string,
  { dataDir, catalogueDir }: ReturnType<typeof inFolder>,
  file: string,
): Promise<boolean> {
  const killer = ['--import', `data:text/javascript,${encodeURIComponent(KILLER)}`]
  const child = spawn(process.execPath, [...killer, DATA, 'restore', '--force', file], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      CATALOGUE_DIR: catalogueDir,
      [typeof kill === 'number' ? 'KILL_AFTER' : 'KILL_BEFORE']: String(kill),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
  return child.signalCode === 'SIGKILL'
}

/** Opens a folder as a server does that starts. */
async function opened(there: ReturnType<typeof inFolder>): Promise<void> {
  using _ = ownFolder(there)
  await (await openStore(there)).close()
}

test('killed at any change, as root too, it leaves the old installation or the new one, and a start ends it', async () => {
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
    const isKilled = await restoreUntil(changes, there, file)
    await asOther(() => opened(there))
    expect(readdirSync(there.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
    const contents = contentsOf(there.dataDir)
    const isOld = isDeepStrictEqual(contents, before)
    left.push(isOld ? 'old' : contents)
    const kept = readdirSync(there.dataDir).filter((name) => name.startsWith('replaced-'))
    expect(kept.map((name) => contentsOf(join(there.dataDir, name)))).toEqual(isOld ? [] : [before])
    if (!isKilled) break
  }
  const news = left.filter((contents) => contents !== 'old')
  expect(news).toEqual(news.map(() => backedUp))
  expect([news.length > 2, left.length - news.length > 2]).toEqual([true, true])
})

test('killed in a folder without readers, no start begins an empty server, and another restore ends it', async () => {
  const { here, file } = await createBackup()
  const there = emptyPlace()
  expect(await restoreUntil(join(there.dataDir, 'readers.db'), there, file)).toBe(true)
  await expect(opened(there)).rejects.toThrow(
    /readers\.db is missing, but .*\.restore-\w+\. A restore was interrupted: run it again/,
  )
  await restore(there, file, quiet)
  await opened(there)
  expect(contentsOf(there.dataDir)).toEqual(contentsOf(here.dataDir))
  expect(readdirSync(there.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
})

test('killed between readers and catalogue, it is ended by an import, whose books stay', async () => {
  const { here, file } = await createBackup()
  const backedUp = contentsOf(here.dataDir)
  const table = join(createFolder(), 'books.csv')
  writeFileSync(table, 'title,author\nA Book,Ann Other\n')
  expect(await restoreUntil(join(here.catalogueDir, 'catalogue.db'), here, file)).toBe(true)
  const settings = { DATA_DIR: here.dataDir }
  expect(await command(settings, 'import', 'csv', table)).toMatchObject({ code: 0 })
  await opened(here)
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
  expect(await restoreUntil(catalogue, here, file)).toBe(true)
  await opened(there)
  expect(readFileSync(catalogue, 'hex')).toBe(later)
  const settings = { DATA_DIR: there.dataDir, CATALOGUE_DIR: there.catalogueDir }
  const { code, err } = await command(settings, 'remove', '--source', 'later')
  expect([code, err]).toEqual([1, expect.stringMatching(/^A restore was interrupted before its/)])
  await opened(here)
  expect(readFileSync(catalogue, 'hex')).toBe(backedUp)
})

test.runIf(isRoot)(
  'what a start may not look at stops it, and it says what to do (skipped where not root)',
  async () => {
    const here = await createInstallation()
    const before = contentsOf(here.dataDir)
    writeFileSync(join(here.dataDir, '.catalogue.db-killed'), 'of a backup')
    giveAway(here.dataDir)
    const staged = join(here.dataDir, '.restore-killed')
    mkdirSync(staged, { mode: 0o700 })
    writeFileSync(join(staged, 'readers.db'), 'of a backup')
    const remedy = ['-R', `--reference=${here.dataDir}`, staged]
    await expect(asOther(() => opened(here))).rejects.toThrow(`chown ${remedy.join(' ')}`)
    expect(contentsOf(here.dataDir)).toEqual(before)
    execFileSync('chown', remedy)
    await asOther(() => opened(here))
    expect(contentsOf(here.dataDir)).toEqual(before)
    expect(readdirSync(here.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  },
)

test('the catalogue of an earlier restore, whose readers were moved away, takes no place', async () => {
  const { here, file } = await createBackup()
  const there = emptyPlace()
  mkdirSync(join(there.dataDir, '.restore-earlier'), { recursive: true })
  writeFileSync(join(there.dataDir, '.catalogue.db-earlier'), 'of another backup')
  await restore(there, file, quiet)
  await opened(there)
  expect(contentsOf(there.dataDir)).toEqual(contentsOf(here.dataDir))
  expect(readdirSync(there.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
})

test.runIf(isRoot)(
  'folders that root makes for it belong to the owner of the data folder (skipped where not root)',
  async () => {
    const { file } = await createBackup()
    const there = { ...emptyPlace(), catalogueDir: join(createFolder(), 'books/ours') }
    mkdirSync(there.dataDir)
    giveAway(there.dataDir)
    await restore(there, file, quiet)
    const owned = [dirname(there.catalogueDir), there.catalogueDir]
    const files = readdirSync(there.catalogueDir).map((name) => join(there.catalogueDir, name))
    const { uid } = statSync(there.dataDir)
    expect([...owned, ...files].map((path) => statSync(path).uid)).toEqual([uid, uid, uid, uid])
    const more = join(there.dataDir, 'more/books')
    await rewriteCatalogue(more, async () => undefined)
    expect([dirname(more), more].map((path) => statSync(path).uid)).toEqual([uid, uid])
  },
)

test.runIf(isRoot)(
  'as root it leaves every file to the owner of its folder, and so does an import',
  async () => {
    const { file } = await createBackup()
    const there = emptyPlace()
    mkdirSync(there.dataDir)
    chownSync(there.dataDir, 1234, 1234)
    await restore(there, file, quiet)
    await restore(there, file, forced)
    await rewriteCatalogue(there.dataDir, async (writer) => writer.removeSource('test'))
    const names = readdirSync(there.dataDir, { recursive: true, encoding: 'utf8' })
    expect(names.toSorted()).toEqual([
      'catalogue.db',
      'catalogue.lock',
      'readers.db',
      'readers.lock',
      expect.stringMatching(/^replaced-[^/]+$/),
      expect.stringMatching(/^replaced-.+\/catalogue\.db$/),
      expect.stringMatching(/^replaced-.+\/readers\.db$/),
    ])
    const owners = names.map((name) => statSync(join(there.dataDir, name)).uid)
    expect(owners).toEqual(names.map(() => 1234))
  },
)

test('a database that is beyond opening is set aside as it is', async () => {
  const { here, file } = await createBackup()
  const then = contentsOf(here.dataDir)
  const database = join(here.dataDir, 'readers.db')
  writeFileSync(database, 'This was a database once.'.padEnd(8192, '.'))
  await expect(backUp(here, join(createFolder(), 'b'), quiet)).rejects.toThrow(/is damaged/)
  const { replaced } = await restore(here, file, forced)
  expect(readFileSync(join(replaced.join(), 'readers.db'), 'utf8')).toMatch(/^This was/)
  expect(contentsOf(here.dataDir)).toEqual(then)
})

test('a file that is no whole backup changes nothing', async () => {
  const { file } = await createBackup()
  const bytes = readFileSync(file)
  const flipped = Buffer.from(bytes)
  const middle = Math.floor(bytes.length / 2)
  flipped[middle] = (flipped[middle] ?? 0) ^ 1
  const there = emptyPlace()
  const spoilt = join(createFolder(), 'spoilt.tar.gz')
  for (const contents of [
    ...[0, 5, Math.floor(bytes.length / 3), bytes.length - 1].map((end) => bytes.subarray(0, end)),
    Buffer.from('no archive at all'),
    flipped,
    gzipSync(Buffer.alloc(1024)),
    gzipSync(Buffer.alloc(4096, 'noise')),
  ]) {
    writeFileSync(spoilt, contents)
    await expect(restore(there, spoilt, quiet)).rejects.toThrow(/no(?:t a whole)? backup/)
  }
  await expect(restore(there, `${file}.absent`, quiet)).rejects.toThrow(
    /absent is not a whole backup/,
  )
  expect(readdirSync(there.dataDir)).toEqual(LOCKS)
  await restore(there, file, quiet)
})

test('a backup that holds something else than it says changes nothing', async () => {
  const { here, file } = await createBackup()
  const folder = createFolder()
  const names: string[] = []
  const placeOf = ({ name }: { name: string }) => join(folder, names[names.push(name) - 1] ?? '')
  await unpackArchive(file, placeOf, signal)
  const manifest: object = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const there = emptyPlace()
  const restored = async (facts: object, without = '') => {
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...manifest, ...facts }))
    const made = join(folder, 'made.tar.gz')
    rmSync(made, { force: true })
    await writeArchive(
      made,
      folder,
      names.filter((name) => name !== without),
      signal,
    )
    return restore(there, made, quiet)
  }
  const differs = /does not hold what it says/
  for (const fact of ['readers', 'favorites', 'pictures']) {
    await expect(restored({ [fact]: 99 })).rejects.toThrow(differs)
  }
  await expect(restored({}, 'readers.db')).rejects.toThrow(differs)
  for (const format of [1, 3]) {
    await expect(restored({ format })).rejects.toThrow(/another version/)
  }
  await expect(restored({}, 'manifest.json')).rejects.toThrow(/is no backup/)
  expect(readdirSync(there.dataDir)).toEqual(LOCKS)
  await restored({})
  expect(contentsOf(there.dataDir)).toEqual(contentsOf(here.dataDir))
})

test('a database with what no migration makes is refused; one that ANALYZE looked through is restored', async () => {
  const { file } = await createBackup()
  const folder = createFolder()
  const names: string[] = []
  const placeOf = ({ name }: { name: string }) => join(folder, names[names.push(name) - 1] ?? '')
  await unpackArchive(file, placeOf, signal)
  const there = emptyPlace()
  const readers = join(folder, 'readers.db')
  const original = readFileSync(readers)
  const made = join(folder, 'made.tar.gz')
  const restored = async (statements: string) => {
    writeFileSync(readers, original)
    const database = new DatabaseSync(readers)
    database.exec(statements)
    database.close()
    rmSync(made, { force: true })
    await writeArchive(made, folder, names, signal)
    return restore(there, made, quiet)
  }
  for (const [statements, foreign] of [
    [
      "CREATE TRIGGER theft AFTER INSERT ON users BEGIN UPDATE users SET password_hash = 'mine'; END",
      'trigger theft',
    ],
    ['CREATE TABLE mine (a)', 'table mine'],
    ['CREATE VIEW mine AS SELECT * FROM users', 'view mine'],
    ['CREATE UNIQUE INDEX mine ON users (name)', 'index mine'],
    ['ALTER TABLE users ADD COLUMN mine text', 'table users'],
    ['DROP INDEX favorites_of_book', 'index favorites_of_book'],
    ['DROP TABLE readers_migration', 'table readers_migration'],
  ] as const) {
    await expect(restored(statements)).rejects.toThrow(`The ${foreign} in its readers.db is not`)
  }
  expect(readdirSync(there.dataDir)).toEqual(LOCKS)
  await restored('ANALYZE')
  await (await openStore(there)).close()
})

/** Writes an archive with a file of each name, one byte long. */
async function writeArchiveOf(file: string, ...names: string[]): Promise<void> {
  const { pack } = await import('tar-stream')
  const tar = pack()
  for (const name of names) tar.entry({ name }, 'x')
  tar.finalize()
  const chunks: Buffer[] = []
  for await (const chunk of tar) chunks.push(Buffer.from(String(chunk), 'latin1'))
  writeFileSync(file, gzipSync(Buffer.concat(chunks)))
}

test('an archive that reaches outside the folder, adds to it, or repeats is refused', async () => {
  const folder = createFolder()
  const file = join(folder, 'hostile.tar.gz')
  const there = inFolder(join(folder, 'data'))
  for (const name of ['../escaped', 'pictures/../../escaped', '/tmp/escaped', 'config.json']) {
    await writeArchiveOf(file, name)
    await expect(restore(there, file, quiet)).rejects.toThrow(`${file} is no backup of Catchword.`)
  }
  await writeArchiveOf(file, 'manifest.json', 'manifest.json')
  await expect(restore(there, file, quiet)).rejects.toThrow(`${file} holds manifest.json twice.`)
  expect(readdirSync(there.dataDir)).toEqual(LOCKS)
  expect(existsSync(join(folder, 'escaped'))).toBe(false)
})
