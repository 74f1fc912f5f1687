import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createPasswordResets } from './accounts/passwordResets.ts'
import { READERS_FILE } from './store/sqlite.ts'
import { describeOnPostgres, withPostgres, type TestDatabase } from '../test/postgres.ts'
import { createTestServer, register, type TestReader, type TestServer } from '../test/testServer.ts'
import { isFull } from '../test/full.ts'

// After a deletion nothing of the reader is found, wherever one looks.

const postgres = withPostgres()

/** Everything by which somebody could be known again, as text and as bytes. */
interface Traces {
  texts: string[]
  secrets: Buffer[]
  /** What of these had ended before, as it is found. */
  gone: string[]
}

/** The rows of a query on the readers' database. */
type Query = (sql: string) => Promise<Record<string, unknown>[]>

const querySqlite =
  ({ config }: TestServer): Query =>
  async (sql) => {
    using database = new DatabaseSync(join(config.dataDir, READERS_FILE), { readOnly: true })
    return database.prepare(sql).all()
  }

/** Lists the tables, and those that have a `user_id`, as `name`. */
const SQLITE = {
  tables: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'",
  readerTables: `SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c
    WHERE t.type = 'table' AND c.name = 'user_id'`,
}
const POSTGRES = {
  tables: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  readerTables: `SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'user_id'`,
}

/** What of the traces is among the values. */
function found(values: readonly unknown[], { texts, secrets }: Traces): string[] {
  const all = values
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value))
    .join('\n')
  return [
    ...texts.filter((text) => all.includes(text)),
    ...secrets.map((bytes) => bytes.toString('hex')).filter((hex) => all.includes(hex)),
  ]
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

async function send<Body>(
  { app }: TestServer,
  { id, bearer: headers }: Pick<TestReader, 'id' | 'bearer'>,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
): Promise<Body> {
  const url = `/api/user/${path.replace(':id', id)}`
  const response = await app.inject({ method, url, headers, ...(payload && { payload }) })
  if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.body}`)
  return response.json()
}

async function sendPicture({ app }: TestServer, reader: TestReader, red: number): Promise<string> {
  const background = { r: red, g: 99, b: 20 }
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('profileImage', new Blob([new Uint8Array(png)]), 'me.png')
  const encoded = new Response(form)
  const response = await app.inject({
    method: 'POST',
    url: '/api/profile/upload',
    headers: { ...reader.bearer, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  const { profileImageUrl } = response.json<{ profileImageUrl: string }>()
  return profileImageUrl.replace('/media/', '')
}

/** A reader who has done everything that one can do, undone some of it, and signed in twice. */
async function livedIn(server: TestServer, number: number): Promise<[TestReader, Traces]> {
  const name = `Ottoline Wexworth-Quillfeather ${number}`
  const email = `Ottoline.${number}@Quillfeather.example`
  const reader = await register(server.app, { name, email })
  const login = { email, password: reader.password }
  const logIn = () => send<{ token: string }>(server, reader, 'POST', 'login', login)
  await expect(
    send(server, reader, 'POST', 'login', { ...login, password: 'not the password' }),
  ).rejects.toThrow('Invalid email or password.')
  const [{ token }, { token: ended }] = [await logIn(), await logIn()]
  const bearer = { authorization: `Bearer ${ended}` }
  await send(server, { ...reader, bearer }, 'POST', 'logout')
  await send(server, reader, 'PUT', ':id', { preferences: ['Poetry', 'Travel'] })
  await send(server, reader, 'PUT', ':id', { preferences: ['Horror'] })
  const books = await server.catalogue.byCategory('Poetry', 0, 12)
  for (const { id } of books) {
    await send(server, reader, 'POST', ':id/favoriteBook', { bookId: id })
  }
  for (const { id } of books.slice(0, 6)) {
    await send(server, reader, 'DELETE', `:id/favoriteBook/${id}`)
  }
  for (const { id } of books.slice(4, 8)) {
    await send(server, reader, 'PUT', `:id/mark/${id}`, { mark: 'notForMe' })
  }
  await send(server, reader, 'DELETE', `:id/mark/${books[7]?.id}`)
  const program = `Program ${number} of Quillfeather`
  const wanted = (await server.catalogue.byCategory('Horror', 0, 3)).map(({ id }) => id)
  await send(server, reader, 'PUT', ':id/library', { program, wantToRead: wanted })
  const author = `Imaginary Author ${number} of Quillfeather`
  await send(server, reader, 'PUT', ':id/favoriteAuthors', { author })
  const subject = `google-subject-of-quillfeather-${number}`
  await server.store.identities.add({
    provider: 'google',
    subject,
    userId: reader.id,
    createdAt: 1,
  })
  const resets = createPasswordResets(server.store, server.config)
  const reset = (await resets.createLink(reader.id)).slice(-43)
  const before = await sendPicture(server, reader, 250)
  const picture = await sendPicture(server, reader, number * 20)
  const { rawPayload } = await server.app.inject(`/media/${picture}`)
  return [
    reader,
    {
      texts: [reader.id, name, email, email.toLowerCase(), program, author, subject].concat(
        before,
        picture,
      ),
      secrets: [rawPayload, ...[reader.token, reader.cookie, token, reset, ended].map(sha256)],
      gone: [before, sha256(ended).toString('hex')],
    },
  ]
}

async function remove(server: TestServer, reader: TestReader): Promise<void> {
  await send(server, reader, 'DELETE', ':id', { password: reader.password })
}

/** The files of a data folder as they stand. */
function rawFiles({ config }: TestServer): Buffer[] {
  return readdirSync(config.dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(config.dataDir, name)))
}

/** What of the traces stands in files, whether a row points there or not. */
function foundIn(files: readonly Buffer[], { texts, secrets }: Traces): string[] {
  const has = (bytes: Buffer) => files.some((file) => file.includes(bytes))
  return [
    ...texts.filter((text) => has(Buffer.from(text))),
    ...secrets.filter(has).map((bytes) => bytes.toString('hex')),
  ]
}

function testDeletion(createDatabase?: () => Promise<TestDatabase>): void {
  let server: TestServer
  let database: TestDatabase | undefined
  let query: Query
  const { tables, readerTables } = createDatabase ? POSTGRES : SQLITE

  beforeAll(async () => {
    const created = await createDatabase?.()
    database = created
    server = await createTestServer(created && { databaseUrl: created.url })
    query = created ? (sql) => created.query(sql) : querySqlite(server)
  })
  afterAll(async () => {
    await server.close()
    await database?.drop()
  })

  /** Every value of every table. */
  const dump = async () => {
    const rows = []
    for (const { name } of await query(tables))
      rows.push(...(await query(`SELECT * FROM "${String(name)}"`)))
    return rows.flatMap((row) => Object.values(row))
  }

  test('from every table', async () => {
    const [reader, traces] = await livedIn(server, 1)
    const [, stays] = await livedIn(server, 2)
    // The search finds what is there.
    const there = [...traces.texts, ...traces.secrets.map((bytes) => bytes.toString('hex'))]
    expect(found(await dump(), traces)).toEqual(there.filter((one) => !traces.gone.includes(one)))

    await remove(server, reader)
    const values = await dump()
    expect(found(values, traces)).toEqual([])
    expect(found(values, stays)).not.toEqual([])
    // Also under the hash of the email, by which failed logins are counted.
    expect(await server.store.loginThrottles.removeStale(Number.MAX_SAFE_INTEGER)).toBe(1)
  })

  test('as every table that knows a reader is known to the export', async () => {
    // Counted here, so that whoever adds a table thinks of the export and of this test.
    const named = (await query(readerTables)).map(({ name }) => name)
    expect(new Set(named)).toEqual(
      new Set([
        // An hour at most, and not in the export, which has what the reader has.
        'ended_books',
        'favorite_authors',
        'favorites',
        'identities',
        'imports',
        'login_devices',
        'marks',
        // An hour at most, and not in the export: a hash says nothing to a reader.
        'password_resets',
        'pictures',
        'preferences',
        'sessions',
        'wish_orders',
      ]),
    )
  })
}

describe('a deleted account on SQLite is gone', () => {
  testDeletion()
})
describeOnPostgres('a deleted account on PostgreSQL is gone', () => {
  testDeletion(() => postgres.createDatabase())
})

describe('the files of SQLite', () => {
  test.runIf(isFull)(
    'hold nothing of a deleted reader, not even in pages that are free',
    async () => {
      const server = await createTestServer()
      onTestFinished(() => server.close())
      const lives: [TestReader, Traces][] = []
      for (let number = 0; number < 12; number += 1) lives.push(await livedIn(server, number))
      const [first] = lives
      expect(first && foundIn(rawFiles(server), first[1])).toContain(first?.[0].id)

      // The middle goes, so that what stays is moved together; nobody closes the database.
      const leaving = lives.slice(2, 10)
      for (const [reader] of leaving) await remove(server, reader)
      const files = rawFiles(server)
      for (const [, traces] of leaving) expect(foundIn(files, traces)).toEqual([])
      for (const [{ id }, traces] of lives.filter((life) => !leaving.includes(life)))
        expect(foundIn(files, traces)).toContain(id)
    },
    120_000,
  )
})
