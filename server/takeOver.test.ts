import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { describeOnPostgres, withPostgres } from '../test/postgres.ts'
import { MINUTE_MS } from '../contract/units.ts'
import { buildApp } from './app.ts'
import { openCatalogue } from './catalogue/catalogue.ts'
import { prepareCatalogue } from './catalogue/bundled.ts'
import { readConfig } from './config.ts'
import { unpackArchive } from './data/archive.ts'
import { move } from './data/move.ts'
import { restore } from './data/restore.ts'
import { openStore } from './store/store.ts'

// A data folder of November 2026, a backup of it, and the same readers in a dump of PostgreSQL. Ada has a password,
// interests, two favorites, a favorite author more and a picture; Bea signs in with Google. Both books came by an
// import. A sign-in, a link that sets a password, failed logins and a picture to be deleted are under way.
const FIXTURES = join(import.meta.dirname, '../test/fixtures/2026-11')
const fixture = (name: string): string => join(FIXTURES, name)

/** What Ada's browser holds, and what her picture is. */
const ada: {
  id: string
  token: string
  cookie: string
  pictureSha256: string
  takenAt: number
} = JSON.parse(readFileSync(fixture('reader.json'), 'utf8'))

const { signal } = new AbortController()
const report = () => undefined

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-taken-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The data folder, as the host moves it to a new version. */
async function unpackFolder(): Promise<string> {
  const folder = createFolder()
  mkdirSync(join(folder, 'pictures'))
  await unpackArchive(fixture('dataFolder.tar.gz'), ({ name }) => join(folder, name), signal)
  return folder
}

/** What a server on the folder has of Ada, Bea and the books, soon after they were left. */
async function found(dataDir: string, databaseUrl?: string) {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' })
  const store = await openStore(config)
  await prepareCatalogue(config)
  const local = openCatalogue({ folder: dataDir, log: report })
  const app = await buildApp({ config, store, local, now: () => ada.takenAt + MINUTE_MS })
  const bearer = { authorization: `Bearer ${ada.token}` }
  const cookie = { cookie: `sid=${ada.cookie}`, 'sec-fetch-site': 'same-origin' }
  const get = async <T>(url: string, headers: Record<string, string> = bearer) =>
    (await app.inject({ url, headers })).json<T>()
  try {
    const { profileImage, ...profile } = await get<{ profileImage: string }>('/api/profile')
    const { rawPayload: picture } = await app.inject(profileImage)
    const login = await app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { email: 'ada@example.com', password: 'correct horse battery' },
    })
    return {
      profile,
      pictureSha256: createHash('sha256').update(picture).digest('hex'),
      loginStatus: login.statusCode,
      interests: await get(`/api/user/${ada.id}/preferences`),
      favorites: await get(`/api/user/${ada.id}/favoriteBooks`, cookie),
      authors: await store.authors.list(ada.id),
      coverOfFavorite: (await store.kept.recordOf('csv_1'))?.picture,
      atGoogle: await store.identities.readerOf('google', '1085'),
      book: await get('/api/book/detail/csv_1', {}),
    }
  } finally {
    await app.close()
    await local.close()
    await store.close()
  }
}

const EVERYTHING = {
  profile: { id: ada.id, name: 'Ada Lovelace', email: 'Ada@Example.com', hasPassword: true },
  pictureSha256: ada.pictureSha256,
  loginStatus: 200,
  interests: { preferences: ['Poetry', 'Horror'] },
  favorites: [
    { id: 'csv_2', volumeInfo: { title: 'Puck of Pook’s Hill' } },
    { id: 'csv_1', volumeInfo: { title: 'Kim', authors: ['Rudyard Kipling'] } },
  ],
  authors: ['Zoë Akins'],
  coverOfFavorite: 'https://covers.example/1.jpg',
  atGoogle: { name: 'Bea', email: 'bea@bücher.example', emailKey: 'bea@xn--bcher-kva.example' },
  book: { volumeInfo: { title: 'Kim', description: '<p>All of Kim.</p>' } },
}

test('a data folder of the version before is opened with all that is in it', async () => {
  const folder = await unpackFolder()
  expect(await found(folder)).toMatchObject(EVERYTHING)
  // And once more, now that it is of this version.
  expect(await found(folder)).toMatchObject(EVERYTHING)
})

test('a backup of the version before is restored with all that is in it', async () => {
  const dataDir = createFolder()
  const to = { dataDir, catalogueDir: dataDir, databaseUrl: undefined }
  const restored = await restore(to, fixture('backup.tar.gz'), { force: false, report, signal })
  expect(restored).toMatchObject({ readers: 2, favorites: 2, pictures: 1 })
  expect(await found(dataDir)).toMatchObject(EVERYTHING)
})

const server = withPostgres()

describeOnPostgres('PostgreSQL', () => {
  test('a database of the version before is opened with all that is in it', async () => {
    const database = await server.createDatabase()
    await database.query(gunzipSync(readFileSync(fixture('postgres.sql.gz'))).toString())
    expect(await found(await unpackFolder(), database.url)).toMatchObject(EVERYTHING)
    await database.drop()
  })

  test('a data folder of the version before moves there with all that is in it', async () => {
    const database = await server.createDatabase()
    const dataDir = await unpackFolder()
    await move({ dataDir, catalogueDir: dataDir, databaseUrl: undefined }, database.url, report)
    expect(await found(dataDir, database.url)).toMatchObject(EVERYTHING)
    await database.drop()
  })
})
