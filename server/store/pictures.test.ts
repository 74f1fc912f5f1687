import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnPostgres, withPostgres } from '../../test/postgres.ts'
import { testUser } from '../../test/stores.ts'
import { unpackArchive, writeArchive } from '../data/archive.ts'
import { backUp } from '../data/backup.ts'
import { restore } from '../data/restore.ts'
import { LOCK_FILE } from './sqlite.ts'
import { openStore, type Store } from './store.ts'

// A backup of the last version that had pictures in files: Ada and Bob have one, Eve has none.
const BACKUP = join(import.meta.dirname, '../../test/fixtures/pictures-as-files.tar.gz')
const ADAS = '2tlqzgvgnvse5vdizp2zbmuur4.webp'
const BOBS = 'fakqvj4jassxtpqh63dyfcu7o4.webp'

const { signal } = new AbortController()
const options = { force: false, report: () => undefined, signal }

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The data folder of that version, and the names of its files. */
async function unpack() {
  const folder = createFolder()
  mkdirSync(join(folder, 'pictures'))
  const names: string[] = []
  const placeOf = ({ name }: { name: string }) => join(folder, names[names.push(name) - 1] ?? '')
  await unpackArchive(BACKUP, placeOf, signal)
  return { folder, names }
}

const open = async (dataDir: string, databaseUrl?: string): Promise<Store> => {
  const store = await openStore({ dataDir, databaseUrl })
  onTestFinished(() => store.close())
  return store
}

/** The picture of each reader, as the store has it. */
const picturesIn = async ({ pictures }: Store) =>
  Promise.all(
    ['ada', 'bob', 'eve'].map(async (id) => {
      const name = await pictures.nameOf(id)
      const bytes = name === undefined ? undefined : await pictures.read(name)
      return [name, bytes && Buffer.from(bytes).toString('hex')]
    }),
  )

/** The same of the folder. */
const picturesOf = (folder: string) =>
  [ADAS, BOBS].map((name) => [name, readFileSync(join(folder, 'pictures', name), 'hex')])

const NONE = [undefined, undefined]

test('pictures in files are taken over, once, and the files stay', async () => {
  const { folder } = await unpack()
  const here = { dataDir: folder, catalogueDir: folder, databaseUrl: undefined }
  const backup = backUp(here, join(folder, 'backup.tar.gz'), options)
  await expect(backup).rejects.toThrow(/earlier version\. Start this version once before\.$/)
  const before = picturesOf(folder)
  const first = await open(folder)
  expect(await picturesIn(first)).toEqual([...before, NONE])
  await first.pictures.set('ada', `${'n'.repeat(26)}.webp`, Buffer.from('new'))
  await first.close()
  const second = await open(folder)
  expect((await picturesIn(second))[0]).toEqual([`${'n'.repeat(26)}.webp`, '6e6577'])
  expect(picturesOf(folder)).toEqual(before)
})

test('what has no file, or a name that leads elsewhere, is a reader without a picture', async () => {
  const { folder } = await unpack()
  const [, bobs = NONE] = picturesOf(folder)
  rmSync(join(folder, 'pictures', ADAS))
  const database = new DatabaseSync(join(folder, 'readers.db'))
  database.exec("UPDATE users SET picture = '../catalogue.db' WHERE id = 'eve'")
  database.close()
  expect(await picturesIn(await open(folder))).toEqual([NONE, bobs, NONE])
})

test('a folder that is not there is refused, and nothing is lost when it is back', async () => {
  const { folder } = await unpack()
  const before = picturesOf(folder)
  rmSync(join(folder, 'pictures'), { recursive: true })
  await expect(open(folder)).rejects.toThrow(/^Readers have pictures \(2\), and there is no folder/)
  mkdirSync(join(folder, 'pictures'))
  for (const [name = '', bytes = ''] of before) {
    writeFileSync(join(folder, 'pictures', name), bytes, 'hex')
  }
  expect(await picturesIn(await open(folder))).toEqual([...before, NONE])
})

test('a backup with pictures in files is restored whole, and not without one', async () => {
  const { folder, names } = await unpack()
  const dataDir = join(createFolder(), 'data')
  const there = { dataDir, catalogueDir: dataDir, databaseUrl: undefined }
  const incomplete = join(folder, 'incomplete.tar.gz')
  const others = names.filter((name) => !name.endsWith(BOBS))
  await writeArchive(incomplete, folder, others, signal)
  await expect(restore(there, incomplete, options)).rejects.toThrow(/does not hold what it says/)
  expect(readdirSync(dataDir)).toEqual(['catalogue.lock', LOCK_FILE])
  expect(await restore(there, BACKUP, options)).toMatchObject({ readers: 3, pictures: 2 })
  expect(readdirSync(dataDir).toSorted()).toEqual([
    'catalogue.db',
    'catalogue.lock',
    'readers.db',
    LOCK_FILE,
  ])
  expect(await picturesIn(await open(dataDir))).toEqual([...picturesOf(folder), NONE])
})

const postgres = withPostgres()

describeOnPostgres('PostgreSQL', () => {
  test('pictures in files are taken over, once, by servers that start together', async () => {
    const { folder } = await unpack()
    const database = await postgres.createDatabase()
    onTestFinished(() => database.drop())
    const former = await open(folder, database.url)
    for (const id of ['ada', 'bob', 'eve']) await former.users.add(testUser(id))
    // As that version had it.
    await database.query(`
      DROP TABLE pictures, host_secrets, marks, imports, wish_orders, ended_books;
      DROP INDEX favorites_by_time;
      ALTER TABLE users ADD COLUMN picture text, DROP COLUMN disabled_at, DROP COLUMN language;
      ALTER TABLE sessions DROP COLUMN browser, DROP COLUMN system;
      CREATE TABLE left_pictures (name text NOT NULL PRIMARY KEY);
      DELETE FROM readers_migration WHERE name >= '0005';
      UPDATE users SET picture = CASE id WHEN 'ada' THEN '${ADAS}' WHEN 'bob' THEN '${BOBS}' END`)
    const stores = await Promise.all([1, 2].map(() => open(folder, database.url)))
    for (const store of stores) {
      expect(await picturesIn(store)).toEqual([...picturesOf(folder), NONE])
    }
  })
})
