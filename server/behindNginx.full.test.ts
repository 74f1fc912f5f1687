import { mkdtempSync, rmSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Book } from '../contract/books.ts'
import type { RegisterResponse } from '../contract/session.ts'
import { findPort } from '../test/findPort.ts'
import { noNginx, startNginx } from '../test/nginx.ts'
import { noPostgres, withPostgres, type TestDatabase } from '../test/postgres.ts'
import { spawnServer, type ServerProcess } from '../test/process.ts'

// Several processes on few cores.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const SERVERS = 3
const READERS = 9

const skipped = noNginx ?? noPostgres
const postgres = withPostgres()

let folder: string
let database: TestDatabase
let servers: ServerProcess[]
/** The servers' own addresses, `host:port`. */
let hosts: string[]
let nginx: Awaited<ReturnType<typeof startNginx>>
/** Where readers come in, `host:port`. */
let front: string

interface Call {
  host?: string
  /** The address that the request comes from, one of 127.0.0.0/8. */
  from?: string
  token?: string
  method?: string
  body?: object
  headers?: Record<string, string>
  bytes?: Buffer
}

/** A request from an address of one's own, which `fetch` cannot make. */
async function call(path: string, input: Call = {}): Promise<IncomingMessage> {
  const { host = front, from = '127.0.0.1', token, method = 'GET', body, headers, bytes } = input
  const content = bytes ?? (body && Buffer.from(JSON.stringify(body)))
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = request(
    `http://${host}${path}`,
    {
      method,
      localAddress: from,
      agent: false,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(content && { 'content-length': content.length }),
        ...headers,
      },
    },
    resolve,
  )
  sent.on('error', reject)
  sent.end(content)
  return promise
}

async function statusOf(path: string, input: Call = {}): Promise<number> {
  const response = await call(path, input)
  response.resume()
  return response.statusCode ?? 0
}

interface Reader extends RegisterResponse {
  from: string
  /** Name and value. */
  cookie: string
}

/** Ends a session that nobody has, from an address and as if from another. */
const logOut = (from: string, forged: string): Promise<number> =>
  statusOf('/api/user/logout', {
    from,
    method: 'POST',
    headers: { 'x-forwarded-for': forged, 'x-real-ip': forged, forwarded: `for=${forged}` },
  })

async function registerReader(number: number): Promise<Reader> {
  const from = `127.0.1.${number}`
  const password = 'correct horse battery'
  const response = await call('/api/user/register', {
    from,
    method: 'POST',
    body: {
      name: `Reader ${number}`,
      email: `reader-${number}@example.com`,
      password,
      confirmPassword: password,
    },
  })
  expect(response.statusCode).toBe(201)
  const registered: RegisterResponse = JSON.parse(await text(response))
  const [cookie = ''] = response.headers['set-cookie'] ?? []
  return { ...registered, from, cookie: cookie.split(';', 1).join('') }
}

async function favoritesOf({ id, token, from }: Reader): Promise<string[]> {
  const response = await call(`/api/user/${id}/favoriteBooks`, { from, token })
  expect(response.statusCode).toBe(200)
  const books: Book[] = JSON.parse(await text(response))
  return books.map((book) => book.id)
}

beforeAll(async () => {
  if (skipped !== undefined) return
  folder = mkdtempSync(join(tmpdir(), 'catchword-many-'))
  database = await postgres.createDatabase()
  front = `127.0.0.1:${await findPort()}`
  const ports = await Promise.all(Array.from({ length: SERVERS }, findPort))
  hosts = ports.map((port) => `127.0.0.1:${port}`)
  servers = ports.map((port) =>
    spawnServer({
      PORT: String(port),
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PUBLIC_URL: `http://${front}`,
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMIT_FACTOR: '1',
    }),
  )
  await Promise.all(servers.map(({ ready }) => ready))
  nginx = await startNginx(Number(new URL(`http://${front}`).port), hosts)
})

afterAll(async () => {
  if (skipped !== undefined) return
  await nginx.close()
  for (const { child } of servers) child.kill('SIGKILL')
  await Promise.all(servers.map(({ exit }) => exit))
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const reason = skipped === undefined ? '' : ` (skipped: ${skipped})`

describe.skipIf(skipped !== undefined)(`three servers behind nginx${reason}`, () => {
  test('a session begun on one is good on every other, and ends on all at once', async () => {
    const { id, token, from } = await registerReader(1)
    const path = `/api/user/${id}/preferences`
    for (const host of hosts) expect(await statusOf(path, { host, token })).toBe(200)
    expect(await statusOf('/api/user/logout', { from, token, method: 'POST' })).toBe(200)
    for (const host of hosts) expect(await statusOf(path, { host, token })).toBe(401)
  })

  test('a picture uploaded on one is shown by the others and by nginx', async () => {
    const { token } = await registerReader(2)
    const picture = await sharp({
      create: { width: 900, height: 600, channels: 3, background: 'teal' },
    })
      .png()
      .toBuffer()
    const form = new FormData()
    form.append('profileImage', new Blob([new Uint8Array(picture)]), 'a.png')
    const encoded = new Response(form)
    const uploaded = await call('/api/profile/upload', {
      host: hosts[0],
      token,
      method: 'POST',
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      bytes: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(uploaded.statusCode).toBe(200)
    const { profileImageUrl }: { profileImageUrl: string } = JSON.parse(await text(uploaded))
    const shown = await Promise.all(
      [...hosts, front].map(async (host) => {
        const response = await call(profileImageUrl, { host })
        return { status: response.statusCode, bytes: (await buffer(response)).length }
      }),
    )
    const [first] = shown
    expect(first).toMatchObject({ status: 200 })
    expect(shown).toEqual(shown.map(() => first))
  })

  test('limits count the address of the reader, which nobody can make up, in each server', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 35 * SERVERS; at++) {
      statuses.push(await logOut('127.0.2.1', `10.0.0.${at}`))
    }
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30 * SERVERS)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    // All others go on.
    for (let at = 2; at < 12; at++) expect(await logOut(`127.0.2.${at}`, '127.0.2.1')).toBe(200)
  })

  test('readers who come from one address are spread over all servers', async () => {
    const before = nginx.log().length
    for (let at = 0; at < 30; at++) await statusOf('/api/book/detail/emma', { from: '127.0.4.1' })
    await vi.waitFor(() => {
      const lines = nginx.log().slice(before).trimEnd().split('\n')
      expect(lines.length).toBe(30)
      expect(new Set(lines.map((line) => line.split(' ').at(-1)))).toEqual(new Set(hosts))
    })
  })

  test('a change is refused from another origin and taken from the one in PUBLIC_URL', async () => {
    const { id, cookie } = await registerReader(3)
    const add = (origin: string) =>
      statusOf(`/api/user/${id}/favoriteBook`, {
        method: 'POST',
        body: { bookId: 'emma' },
        headers: { origin, cookie },
      })
    expect(await add(`http://${front}`)).toBe(200)
    expect(await add('http://elsewhere.example')).toBe(403)
  })

  test.each(['/healthz', '/metrics', '//metric%73/'])(
    '%s is not asked for by nginx',
    async (path) => {
      expect(await statusOf(path)).toBe(404)
      await vi.waitFor(() => expect(nginx.log()).toMatch(/" 404 \d+ 0\.000 -\n$/))
    },
  )

  test('kill -9 of one in the middle of writes: nothing acknowledged is lost, readers go on', async () => {
    const readers = await Promise.all(
      Array.from({ length: READERS }, (_, at) => registerReader(at + 10)),
    )
    const shelf = await call('/api/recommendedBooks?preference=Fiction&startIndex=1')
    const page: Book[] = JSON.parse(await text(shelf))
    const books = page.slice(0, 10).map(({ id }) => id)
    expect(books.length).toBe(10)

    const stored = new Map(readers.map(({ id }) => [id, new Set<string>()]))
    let acknowledged = 0
    let failed = 0
    const end = new AbortController()
    const write = async ({ id, token, from }: Reader): Promise<void> => {
      const path = `/api/user/${id}/favoriteBook`
      const mine = stored.get(id) ?? new Set()
      for (let at = 0; !end.signal.aborted; at++) {
        const bookId = books[at % books.length] ?? ''
        const adding = !mine.has(bookId)
        // As the app does: what did not arrive is sent again. Below 120 a minute.
        for (;;) {
          const status = adding
            ? await statusOf(path, { from, token, method: 'POST', body: { bookId } })
            : await statusOf(`${path}/${bookId}`, { from, token, method: 'DELETE' })
          if (status === 200) break
          expect(status).toBe(503)
          failed += 1
        }
        acknowledged += 1
        if (adding) mine.add(bookId)
        else mine.delete(bookId)
        if (at === 60) return
      }
    }
    const statuses = new Set<number>()
    const read = async (from: string): Promise<void> => {
      for (let at = 0; !end.signal.aborted && at < 290; at++) {
        statuses.add(await statusOf('/api/book/detail/emma', { from }))
      }
    }
    const work = [
      ...readers.map(write),
      ...Array.from({ length: 6 }, (_, at) => read(`127.0.3.${at}`)),
    ]
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(100), 30_000)
    servers[1]?.child.kill('SIGKILL')
    await servers[1]?.exit
    const atKill = acknowledged
    await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(atKill + 100), 30_000)
    end.abort()
    await Promise.all(work)

    // Requests that only read were all answered, by another server where need be.
    expect([...statuses]).toEqual([200])
    // At most what was under way to the one that was killed.
    expect(failed).toBeLessThanOrEqual(READERS)
    for (const reader of readers) {
      expect(new Set(await favoritesOf(reader))).toEqual(stored.get(reader.id))
    }
  })

  test('with no server left, what the app understands, and words for whoever opens a page', async () => {
    for (const { child } of servers) child.kill('SIGKILL')
    await Promise.all(servers.map(({ exit }) => exit))
    const response = await call('/api/book/detail/emma')
    expect(response.statusCode).toBe(503)
    expect(response.headers['content-type']).toBe('application/problem+json')
    expect(response.headers['retry-after']).toBe('5')
    expect(JSON.parse(await text(response))).toMatchObject({ code: 'busy', status: 503 })
    const page = await call('/register?from=a-secret-wish')
    expect(page.statusCode).toBe(503)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(await text(page)).toContain('The server is starting again.')
    expect(nginx.log()).toContain('"GET /register" 503')
    expect(nginx.errors() + nginx.log()).not.toContain('a-secret-wish')
  })
})
