import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  asOther,
  createBackup,
  createFolder,
  createInstallation,
  emptyPlace,
  favoritesOf,
  forced,
  giveAway,
  inFolder,
  isRoot,
  quiet,
  startWriter,
} from '../../test/backups.ts'
import { READERS_AT_ONCE } from '../../test/readers.ts'
import { spoilPage } from '../../test/spoilPage.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

test('a backup while others write holds every write acknowledged before, whole', async () => {
  const here = await createInstallation()
  const { acknowledged, hasWritten } = startWriter(here.dataDir)
  await hasWritten(40)
  const before = [...acknowledged]
  const file = join(createFolder(), 'backup.tar.gz')
  const summary = await backUp(here, file, quiet)
  expect(summary).toMatchObject({ readers: READERS_AT_ONCE, pictures: READERS_AT_ONCE })
  // They wrote before it and go on after it, so meanwhile, too.
  await hasWritten(0)
  const restored = emptyPlace()
  await restore(restored, file, quiet)
  const found = favoritesOf(restored.dataDir)
  expect(before.filter((favorite) => !found.has(favorite))).toEqual([])
  expect(found.size).toBe(summary.favorites)
})

test('refuses to overwrite, to write nowhere, and to back up nothing', async () => {
  const here = await createInstallation()
  const folder = createFolder()
  const file = join(folder, 'backup.tar.gz')
  writeFileSync(file, 'precious')
  await expect(backUp(here, file, quiet)).rejects.toThrow(/exists already; --force replaces it/)
  expect(readFileSync(file, 'utf8')).toBe('precious')
  await expect(backUp(here, folder, forced)).rejects.toThrow(/exists already\./)
  await expect(backUp(here, join(folder, 'b.zip'), quiet)).rejects.toThrow(
    'A backup is a gzipped tar: name it .tar.gz, not .zip.',
  )
  await expect(backUp(here, join(folder, 'no', 'b'), quiet)).rejects.toThrow(/There is no folder/)
  const nothing = join(folder, 'b')
  await expect(backUp(inFolder(folder), nothing, quiet)).rejects.toThrow(
    /There is no .*readers\.db/,
  )
  rmSync(join(here.dataDir, 'catalogue.db'))
  await expect(backUp(here, nothing, quiet)).rejects.toThrow(/There is no .*catalogue\.db/)
  const postgres = { ...here, databaseUrl: 'postgres://db.example/catchword' }
  await expect(backUp(postgres, nothing, quiet)).rejects.toThrow(/pg_dump/)
  await expect(restore(postgres, file, quiet)).rejects.toThrow(/pg_restore/)
  expect(readdirSync(folder)).toEqual(['backup.tar.gz'])
})

test('what a killed backup left goes with one of a later day; one under way stays', async () => {
  const { here, file } = await createBackup()
  const folder = dirname(file)
  const yesterday = Date.now() / 1000 - 24 * 60 * 60
  for (const name of ['.catchword-backup-old', '.catchword-backup-new']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'readers.db'), 'a copy')
  }
  utimesSync(join(folder, '.catchword-backup-old'), yesterday, yesterday)
  await backUp(here, file, forced)
  expect(readdirSync(folder)).toEqual(['.catchword-backup-new', 'backup.tar.gz'])
})

test.runIf(isRoot)(
  'root leaves nothing that a later one may not remove; what one may not is told (skipped where not root)',
  async () => {
    const here = await createInstallation()
    const file = join(createFolder(), 'backups/backup.tar.gz')
    const folder = dirname(file)
    mkdirSync(folder)
    giveAway(folder)
    giveAway(here.dataDir)
    await backUp(here, file, quiet)
    expect(stagedBy).toEqual(statSync(folder).uid)
    const old = join(folder, '.catchword-backup-old')
    mkdirSync(join(old, 'more'), { recursive: true, mode: 0o700 })
    utimesSync(old, 1, 1)
    const { left } = await asOther(() => backUp(here, file, forced))
    expect(left).toEqual([old])
  },
)

/** Who owned the folder of the last backup while it was made. */
let stagedBy: number | undefined

/** What goes wrong with the copy of a backup. */
let spoiling: 'nothing' | 'the database' | 'the archive' = 'nothing'

vi.mock(import('node:sqlite'), async (original) => {
  const actual = await original()
  return {
    ...actual,
    async backup(...words: Parameters<typeof actual.backup>) {
      const pages = await actual.backup(...words)
      stagedBy = statSync(dirname(String(words[1]))).uid
      if (spoiling === 'the database') spoilPage(String(words[1]), 'sessions')
      return pages
    },
  }
})

vi.mock(import('node:zlib'), async (original) => {
  const actual = await original()
  return {
    ...actual,
    createGzip() {
      const gzip = actual.createGzip()
      let isFirst = true
      const push = gzip.push.bind(gzip)
      gzip.push = (chunk: Buffer | null) => {
        if (spoiling === 'the archive' && chunk && !isFirst) chunk.fill(0, 0, 1)
        isFirst = false
        return push(chunk)
      }
      return gzip
    },
  }
})

test.each([
  ['the database', /^readers\.db is damaged/],
  ['the archive', /incorrect|invalid/],
  ['the catalogue', /^catalogue\.db is damaged/],
] as const)('what is damaged, or as it is copied, %s, is no backup', async (what, message) => {
  const here = await createInstallation()
  const folder = createFolder()
  if (what === 'the catalogue') spoilPage(join(here.dataDir, 'catalogue.db'), 'books')
  else spoiling = what
  onTestFinished(() => void (spoiling = 'nothing'))
  await expect(backUp(here, join(folder, 'a.tar.gz'), quiet)).rejects.toThrow(message)
  expect(readdirSync(folder)).toEqual([])
})
