import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
}

/** Every value of every table of a database. */
type Dump = () => Promise<unknown[]>

function dumpSqlite(server: TestServer): Dump {
  return async () => {
    const database = new DatabaseSync(join(server.config.dataDir, READERS_FILE), {
      readOnly: true,
    })
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
      .all()
    const values = tables.flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM "${String(name)}"`)
        .all()
        .flatMap((row) => Object.values(row)),
    )
    database.close()
    return values
  }
}

function dumpPostgres(database: TestDatabase): Dump {
  return async () => {
    const tables = await database.query(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    )
    const values: unknown[] = []
    for (const { name } of tables) {
      const rows = await database.query(`SELECT * FROM "${String(name)}"`)
      values.push(...rows.flatMap((row) => Object.values(row)))
    }
    return values
  }
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

async function send(
  { app }: TestServer,
  reader: TestReader,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
): Promise<void> {
  const response = await app.inject({
    method,
    url: url.replace(':id', reader.id),
    headers: reader.bearer,
    ...(payload && { payload }),
  })
  if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.body}`)
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
  for (const password of [reader.password, 'not the password']) {
    await server.app.inject({
      method: 'POST',
      url: '/api/user/login',
      payload: { ...login, password },
    })
  }
  const second = await server.app.inject({ method: 'POST', url: '/api/user/login', payload: login })
  const { token } = second.json<{ token: string }>()
  const other = await server.app.inject({ method: 'POST', url: '/api/user/login', payload: login })
  const ended = other.json<{ token: string }>().token
  await server.app.inject({
    method: 'POST',
    url: '/api/user/logout',
    headers: { authorization: `Bearer ${ended}` },
  })
  await send(server, reader, 'PUT', '/api/user/:id', { preferences: ['Poetry', 'Travel'] })
  await send(server, reader, 'PUT', '/api/user/:id', { preferences: ['Horror'] })
  const books = await server.catalogue.byCategory('Poetry', 0, 12)
  for (const { id } of books) {
    await send(server, reader, 'POST', '/api/user/:id/favoriteBook', { bookId: id })
  }
  for (const { id } of books.slice(0, 6)) {
    await send(server, reader, 'DELETE', `/api/user/:id/favoriteBook/${id}`)
  }
  for (const { id } of books.slice(4, 8)) {
    await send(server, reader, 'PUT', `/api/user/:id/mark/${id}`, { mark: 'notForMe' })
  }
  await send(server, reader, 'DELETE', `/api/user/:id/mark/${books[7]?.id}`)
  const program = `Program ${number} of Quillfeather`
  const wanted = (await server.catalogue.byCategory('Horror', 0, 3)).map(({ id }) => id)
  await send(server, reader, 'PUT', '/api/user/:id/library', { program, wantToRead: wanted })
  const author = `Imaginary Author ${number} of Quillfeather`
  await send(server, reader, 'PUT', '/api/user/:id/favoriteAuthors', { author })
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
      texts: [
        reader.id,
        name,
        email,
        email.toLowerCase(),
        program,
        author,
        subject,
        before,
        picture,
      ],
      secrets: [
        rawPayload,
        ...[reader.token, reader.cookie, token, reset, ended].map((text) => sha256(text)),
      ],
    },
  ]
}

async function remove(server: TestServer, reader: TestReader): Promise<void> {
  await send(server, reader, 'DELETE', '/api/user/:id', { password: reader.password })
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
  let dump: Dump

  beforeAll(async () => {
    database = await createDatabase?.()
    server = await createTestServer(database && { databaseUrl: database.url })
    dump = database ? dumpPostgres(database) : dumpSqlite(server)
  })
  afterAll(async () => {
    await server.close()
    await database?.drop()
  })

  test('from every table', async () => {
    const [reader, traces] = await livedIn(server, 1)
    const [, stays] = await livedIn(server, 2)
    // The search finds what is there: all but the secret that ended, and the picture replaced.
    const gone = new Set([traces.texts.at(-2), traces.secrets.at(-1)?.toString('hex')])
    const there = [...traces.texts, ...traces.secrets.map((bytes) => bytes.toString('hex'))]
    expect(found(await dump(), traces)).toEqual(there.filter((trace) => !gone.has(trace)))

    await remove(server, reader)
    const values = await dump()
    expect(found(values, traces)).toEqual([])
    expect(found(values, stays)).not.toEqual([])
    // Also under the hash of the email, by which failed logins are counted.
    expect(await server.store.loginThrottles.removeStale(Number.MAX_SAFE_INTEGER)).toBe(1)
  })

  test('as every table that knows a reader is known to the export', async () => {
    // Counted here, so that whoever adds a table thinks of the export and of this test.
    const columns =
      database === undefined
        ? readerColumns(server)
        : (
            await database.query(
              `SELECT table_name FROM information_schema.columns
                  WHERE table_schema = 'public' AND column_name = 'user_id'`,
            )
          ).map(({ table_name }) => String(table_name))
    expect(new Set(columns)).toEqual(
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

/** The tables of SQLite that have a `user_id`. */
function readerColumns({ config }: TestServer): string[] {
  const database = new DatabaseSync(join(config.dataDir, READERS_FILE), { readOnly: true })
  const rows = database
    .prepare(
      `SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND c.name = 'user_id'`,
    )
    .all()
  database.close()
  return rows.map(({ name }) => String(name))
}

describe('the files of SQLite', () => {
  test.runIf(isFull)(
    'hold nothing of a deleted reader, not even in pages that are free',
    async () => {
      const server = await createTestServer()
      const lives: [TestReader, Traces][] = []
      for (let number = 0; number < 12; number += 1) lives.push(await livedIn(server, number))
      const [first] = lives
      expect(first && foundIn(rawFiles(server), first[1])).toContain(first?.[0].id)

      // The middle goes, so that what stays is moved together; nobody closes the database.
      const leaving = lives.slice(2, 10)
      for (const [reader] of leaving) await remove(server, reader)
      const files = rawFiles(server)
      for (const [, traces] of leaving) expect(foundIn(files, traces)).toEqual([])
      const staying = [...lives.slice(0, 2), ...lives.slice(10)]
      for (const [reader, traces] of staying) {
        expect(foundIn(files, traces)).toContain(reader.id)
      }
      await server.close()
    },
    120_000,
  )
})
