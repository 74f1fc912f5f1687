import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
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
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
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
  openAsServer,
  quiet,
  signal,
  startWriter,
} from '../../test/backups.ts'
import { favoriteBook, READERS_AT_ONCE } from '../../test/readers.ts'
import { unpackArchive, writeArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

/** What stays of a restore that was refused. */
const LOCKS = ['catalogue.lock', LOCK_FILE]

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
  await openAsServer(here)
  expect(readdirSync(here.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
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
    await expect(asOther(() => openAsServer(here))).rejects.toThrow(`chown ${remedy.join(' ')}`)
    expect(contentsOf(here.dataDir)).toEqual(before)
    execFileSync('chown', remedy)
    await asOther(() => openAsServer(here))
    expect(contentsOf(here.dataDir)).toEqual(before)
    expect(readdirSync(here.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  },
)

test.runIf(isRoot)(
  'as root it leaves every file and folder to the owner of the data folder, and so does an import',
  async () => {
    const { file } = await createBackup()
    const there = { ...emptyPlace(), catalogueDir: join(createFolder(), 'books/ours') }
    mkdirSync(there.dataDir)
    giveAway(there.dataDir)
    await restore(there, file, quiet)
    await restore(there, file, forced)
    const more = join(there.dataDir, 'more/books')
    for (const folder of [there.catalogueDir, more]) {
      await rewriteCatalogue(folder, async (writer) => writer.removeSource('test'))
    }
    const names = [there.dataDir, dirname(there.catalogueDir)].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    const { uid } = statSync(there.dataDir)
    expect(names.filter((name) => statSync(name).uid !== uid)).toEqual([])
    expect(names.filter((name) => name.endsWith('.db'))).toHaveLength(5)
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
    ...[0, Math.floor(bytes.length / 3), bytes.length - 1].map((end) => bytes.subarray(0, end)),
    Buffer.from('no archive at all'),
    flipped,
    gzipSync(Buffer.alloc(1024)),
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

/** The files of a backup, and a restore of them as they are by then, but for one. */
async function unpacked() {
  const { here, file } = await createBackup()
  const folder = createFolder()
  const names: string[] = []
  const placeOf = ({ name }: { name: string }) => join(folder, names[names.push(name) - 1] ?? '')
  await unpackArchive(file, placeOf, signal)
  const there = emptyPlace()
  const restored = async (without = '') => {
    const made = join(folder, 'made.tar.gz')
    rmSync(made, { force: true })
    const rest = names.filter((name) => name !== without)
    await writeArchive(made, folder, rest, signal)
    return restore(there, made, quiet)
  }
  return { here, there, folder, restored }
}

test('a backup that holds something else than it says changes nothing', async () => {
  const { here, there, folder, restored } = await unpacked()
  const file = join(folder, 'manifest.json')
  const manifest: object = JSON.parse(readFileSync(file, 'utf8'))
  const saying = (facts: object, without?: string) => {
    writeFileSync(file, JSON.stringify({ ...manifest, ...facts }))
    return restored(without)
  }
  const differs = /does not hold what it says/
  for (const fact of ['readers', 'favorites', 'pictures']) {
    await expect(saying({ [fact]: 99 })).rejects.toThrow(differs)
  }
  await expect(saying({ format: 3 })).rejects.toThrow(/another version/)
  await expect(saying({}, 'readers.db')).rejects.toThrow(differs)
  await expect(saying({}, 'manifest.json')).rejects.toThrow(/is no backup/)
  expect(readdirSync(there.dataDir)).toEqual(LOCKS)
  await saying({})
  expect(contentsOf(there.dataDir)).toEqual(contentsOf(here.dataDir))
})

test('a database with what no migration makes is refused; one that ANALYZE looked through is restored', async () => {
  const { there, folder, restored } = await unpacked()
  const readers = join(folder, 'readers.db')
  const original = readFileSync(readers)
  const changedBy = (statements: string) => {
    writeFileSync(readers, original)
    const database = new DatabaseSync(readers)
    database.exec(statements)
    database.close()
    return restored()
  }
  for (const [statements, foreign] of [
    [
      "CREATE TRIGGER theft AFTER INSERT ON users BEGIN UPDATE users SET password_hash = 'mine'; END",
      'trigger theft',
    ],
    ['CREATE VIEW mine AS SELECT * FROM users', 'view mine'],
    ['CREATE UNIQUE INDEX mine ON users (name)', 'index mine'],
    ['ALTER TABLE users ADD COLUMN mine text', 'table users'],
    ['DROP INDEX favorites_of_book', 'index favorites_of_book'],
    ['DROP TABLE readers_migration', 'table readers_migration'],
  ] as const) {
    await expect(changedBy(statements)).rejects.toThrow(`The ${foreign} in its readers.db is not`)
  }
  expect(readdirSync(there.dataDir)).toEqual(LOCKS)
  await changedBy('ANALYZE')
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
