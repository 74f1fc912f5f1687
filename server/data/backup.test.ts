import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../store/openStore.ts'
import { spawnServer } from '../testing/process.ts'
import type { FavoriteMessage } from '../testing/favoritesWriter.ts'
import { addReaders } from '../testing/readers.ts'
import { readArchive, writeArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { checkDatabase, picturesIn } from './checkDatabase.ts'
import { isSame } from './carry.ts'
import type { Installation } from './installation.ts'
import { verify } from './move.ts'
import { restore } from './restore.ts'
import { isFull } from '../testing/full.ts'

vi.setConfig({ testTimeout: 120_000 })

const DATA = join(import.meta.dirname, '../../scripts/data.ts')
const WRITER = join(import.meta.dirname, '../testing/favoritesWriter.ts')
const READERS = 8

const report = (): void => undefined
const quiet = { force: false, report }
const forced = { force: true, report }

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const inFolder = (dataDir: string): Installation => ({ dataDir, databaseUrl: undefined })

async function createInstallation(): Promise<Installation> {
  const here = inFolder(join(createFolder(), 'data'))
  await addReaders(
    here,
    Array.from({ length: READERS }, (_, at) => `Reader ${at}`),
  )
  return here
}

const favoritesOf = (folder: string): Set<string> => {
  const database = new DatabaseSync(join(folder, 'catchword.db'), { readOnly: true })
  const rows = database.prepare('SELECT user_id, book_id FROM favorites').all()
  database.close()
  return new Set(rows.map((row) => `${String(row['user_id'])} ${String(row['book_id'])}`))
}

/** A process that adds and removes favorites and replaces pictures; says what is acknowledged. */
function startWriter({ dataDir }: Installation) {
  const child = fork(WRITER, [dataDir], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const acknowledged: string[] = []
  child.on('message', (message: FavoriteMessage) => acknowledged.push(message))
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return { child, acknowledged }
}

test.runIf(isFull)(
  'a backup while others write holds every write acknowledged before, whole',
  async () => {
    const here = await createInstallation()
    const { child, acknowledged } = startWriter(here)
    const backups = createFolder()
    for (let round = 0; round < 4; round++) {
      const seen = acknowledged.length
      await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(seen + 40), 30_000)
      const before = [...acknowledged]
      const file = join(backups, `${round}.tar.gz`)
      const summary = await backUp(here, file, quiet)
      expect(summary).toMatchObject({ readers: READERS, pictures: READERS, lostPictures: 0 })
      expect(acknowledged.length).toBeGreaterThan(before.length)

      const restored = inFolder(join(createFolder(), 'data'))
      await restore(restored, file, quiet)
      const kept = favoritesOf(restored.dataDir)
      expect(before.filter((favorite) => !kept.has(favorite))).toEqual([])
      const facts = checkDatabase(join(restored.dataDir, 'catchword.db'))
      expect(facts.favorites).toBe(summary.favorites)
      const named = [...picturesIn(join(restored.dataDir, 'catchword.db'))].toSorted()
      expect(readdirSync(join(restored.dataDir, 'pictures')).toSorted()).toEqual(named)
    }
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(checkDatabase(join(here.dataDir, 'catchword.db')).readers).toBe(READERS)
  },
)

test.runIf(isFull)('kill -9 of a backup leaves nothing that looks like one', async () => {
  const here = await createInstallation()
  const backups = createFolder()
  const file = join(backups, 'backup.tar.gz')
  let unfinished = 0
  for (let wait = 150; wait <= 1500; wait += 150) {
    const backup = spawn(process.execPath, [DATA, 'backup', file, '--force'], {
      env: { PATH: process.env['PATH'], DATA_DIR: here.dataDir },
      stdio: 'ignore',
    })
    const ended = once(backup, 'exit')
    await Promise.race([delay(wait), ended])
    backup.kill('SIGKILL')
    await ended
    if (backup.signalCode === 'SIGKILL') unfinished += 1
    // Either there is none, or it is whole.
    const names = readdirSync(backups).filter((name) => !name.startsWith('.catchword-backup-'))
    expect(names.length === 0 || names.join() === 'backup.tar.gz').toBe(true)
    if (names.length === 0) continue
    const restored = inFolder(join(createFolder(), 'data'))
    await restore(restored, file, quiet)
    expect((await verify(here, restored, report)).every(isSame)).toBe(true)
  }
  expect(unfinished).toBeGreaterThan(0)
  // What an interrupted one leaves does not hinder the next.
  await backUp(here, file, forced)
})

test('restores a data folder exactly, keeps the old one whole, and a server starts on it', async () => {
  const here = await createInstallation()
  const file = join(createFolder(), 'backup.tar.gz')
  await backUp(here, file, quiet)
  const then = inFolder(join(createFolder(), 'data'))
  await restore(then, file, quiet)
  expect((await verify(here, then, report)).every(isSame)).toBe(true)

  const store = await openStore(here)
  await store.favorites.add('reader-1', 'emma', 7, 1000)
  const picture = `${'y'.repeat(26)}.webp`
  writeFileSync(join(here.dataDir, 'pictures', picture), 'a new picture')
  await store.users.setPicture('reader-1', picture)
  await store.close()
  const later = [...favoritesOf(here.dataDir)].toSorted()

  await expect(restore(here, file, quiet)).rejects.toThrow(/is not empty\. --force/)
  const { replaced } = await restore(here, file, forced)
  expect((await verify(here, then, report)).every(isSame)).toBe(true)
  expect(readdirSync(join(here.dataDir, 'pictures'))).not.toContain(picture)
  // The old one is an installation of its own.
  expect([...favoritesOf(replaced ?? '')].toSorted()).toEqual(later)
  expect(readFileSync(join(replaced ?? '', 'pictures', picture), 'utf8')).toBe('a new picture')
  expect(readdirSync(join(replaced ?? '', 'pictures'))).toHaveLength(READERS + 1)
  expect(readdirSync(here.dataDir).filter((name) => name.startsWith('.'))).toEqual([])

  const server = spawnServer({ DATA_DIR: here.dataDir })
  onTestFinished(() => {
    server.child.kill('SIGKILL')
  })
  await server.ready
  await expect(restore(here, file, forced)).rejects.toThrow(
    /catchword\.db is in use\. Stop the server/,
  )
  server.child.kill('SIGKILL')
  await server.exit
  // A server that was killed holds nothing any more.
  await restore(here, file, forced)
})

test('a database that is beyond opening is set aside as it is', async () => {
  const here = await createInstallation()
  const file = join(createFolder(), 'backup.tar.gz')
  await backUp(here, file, quiet)
  const database = join(here.dataDir, 'catchword.db')
  writeFileSync(database, 'This was a database once.'.padEnd(8192, '.'))
  await expect(backUp(here, join(createFolder(), 'b'), quiet)).rejects.toThrow(/is damaged/)
  const { replaced } = await restore(here, file, forced)
  expect(readFileSync(join(replaced ?? '', 'catchword.db'), 'utf8')).toMatch(/^This was/)
  expect(checkDatabase(database).readers).toBe(READERS)
})

test('a picture that is missing is a reader without one, and is said', async () => {
  const here = await createInstallation()
  const [first = '', second = ''] = readdirSync(join(here.dataDir, 'pictures'))
  rmSync(join(here.dataDir, 'pictures', first))
  copyFileSync(
    join(here.dataDir, 'pictures', second),
    join(here.dataDir, 'pictures', `${'x'.repeat(26)}.webp`),
  )
  const file = join(createFolder(), 'backup.tar.gz')
  expect(await backUp(here, file, quiet)).toMatchObject({ pictures: READERS - 1, lostPictures: 1 })
  const restored = inFolder(join(createFolder(), 'data'))
  await restore(restored, file, quiet)
  // Pictures that nobody has are left out.
  expect(readdirSync(join(restored.dataDir, 'pictures'))).toHaveLength(READERS - 1)
})

test('refuses to overwrite, to write nowhere, and to back up nothing', async () => {
  const here = await createInstallation()
  const folder = createFolder()
  const file = join(folder, 'backup.tar.gz')
  writeFileSync(file, 'precious')
  await expect(backUp(here, file, quiet)).rejects.toThrow(/is there already; --force replaces it/)
  expect(readFileSync(file, 'utf8')).toBe('precious')
  await expect(backUp(here, folder, forced)).rejects.toThrow(/is there already\./)
  await expect(backUp(here, join(folder, 'no', 'b'), quiet)).rejects.toThrow(/There is no folder/)
  await expect(backUp(inFolder(folder), join(folder, 'b'), quiet)).rejects.toThrow(
    /There is no database in/,
  )
  expect(readdirSync(folder)).toEqual(['backup.tar.gz'])
})

test('a file that is no whole backup changes nothing', async () => {
  const here = await createInstallation()
  const folder = createFolder()
  const whole = join(folder, 'whole.tar.gz')
  await backUp(here, whole, quiet)
  const bytes = readFileSync(whole)
  const spoil = (name: string, contents: Buffer): string => {
    const file = join(folder, name)
    writeFileSync(file, contents)
    return file
  }
  const cut = (length: number): string => {
    const file = spoil(`cut-${length}`, bytes)
    truncateSync(file, length)
    return file
  }
  const flipped = Buffer.from(bytes)
  const middle = Math.floor(bytes.length / 2)
  flipped[middle] = (flipped[middle] ?? 0) ^ 1
  const target = inFolder(join(createFolder(), 'data'))
  const files = [
    cut(0),
    cut(5),
    cut(Math.floor(bytes.length / 3)),
    cut(bytes.length - 1),
    spoil('text', Buffer.from('no archive at all')),
    spoil('flipped', flipped),
    spoil('empty', gzipSync(Buffer.alloc(1024))),
    spoil('noise', gzipSync(Buffer.alloc(4096, 'noise'))),
  ]
  for (const file of files) {
    await expect(restore(target, file, quiet)).rejects.toThrow(/no(?:t a whole)? backup/)
  }
  await expect(restore(target, join(folder, 'absent'), quiet)).rejects.toThrow(/cannot be read/)
  expect(existsSync(target.dataDir) ? readdirSync(target.dataDir) : []).toEqual([])
  await restore(target, whole, quiet)
})

test('a backup that holds something else than it says changes nothing', async () => {
  const here = await createInstallation()
  const folder = createFolder()
  const whole = join(folder, 'whole.tar.gz')
  await backUp(here, whole, quiet)
  const files = new Map<string, Buffer>()
  for await (const { name, content } of readArchive(whole)) {
    const chunks: Buffer[] = []
    for await (const chunk of content) chunks.push(chunk)
    files.set(name, Buffer.concat(chunks))
  }
  const text = files.get('manifest.json')?.toString() ?? ''
  const manifest: Record<string, unknown> = JSON.parse(text)
  const [picture = ''] = [...files.keys()].filter((name) => name.startsWith('pictures/'))
  const target = inFolder(join(createFolder(), 'data'))
  const restored = async (what: string, contents: ReadonlyMap<string, Buffer>) => {
    const file = join(folder, `${what}.tar.gz`)
    async function* entries() {
      for (const [name, bytes] of contents) yield { name, bytes }
    }
    await writeArchive(file, entries())
    return restore(target, file, quiet)
  }
  const saying = (facts: object) =>
    new Map([...files, ['manifest.json', Buffer.from(JSON.stringify({ ...manifest, ...facts }))]])
  for (const fact of ['readers', 'favorites', 'pictures']) {
    await expect(restored(fact, saying({ [fact]: Number(manifest[fact]) + 1 }))).rejects.toThrow(
      /does not hold what it says/,
    )
  }
  const without = (name: string) => new Map([...files].filter(([other]) => other !== name))
  await expect(restored('lost', without(picture))).rejects.toThrow(/does not hold what it says/)
  await expect(restored('blank', without('manifest.json'))).rejects.toThrow(/is no backup/)
  await expect(restored('newer', saying({ format: 2 }))).rejects.toThrow(/another version/)
  expect(readdirSync(target.dataDir)).toEqual([])
  await restored('same', files)
  expect(favoritesOf(target.dataDir)).toEqual(favoritesOf(here.dataDir))
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

test('an archive that reaches outside the folder, or adds to it, is refused', async () => {
  const folder = createFolder()
  const file = join(folder, 'hostile.tar.gz')
  for (const name of ['../escaped', 'pictures/../../escaped', '/tmp/escaped', 'config.json']) {
    await writeArchiveOf(file, name)
    await expect(restore(inFolder(join(folder, 'data')), file, quiet)).rejects.toThrow(
      /is no backup of Catchword/,
    )
  }
  expect(readdirSync(join(folder, 'data'))).toEqual([])
  expect(existsSync(join(folder, 'escaped'))).toBe(false)
})

test('an archive with a file twice is refused in one line', async () => {
  const folder = createFolder()
  const file = join(folder, 'twice.tar.gz')
  await writeArchiveOf(file, 'manifest.json', 'manifest.json')
  await expect(restore(inFolder(join(folder, 'data')), file, quiet)).rejects.toThrow(
    `${file} holds manifest.json twice.`,
  )
})
