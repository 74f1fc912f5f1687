import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Recommendation } from '../../contract/books.ts'
import { DAY_MS } from '../../contract/units.ts'
import { storedBook } from '../catalogues.ts'
import { testUser } from '../stores.ts'
import { createTestServer, register, type TestReader, type TestServer } from '../testServer.ts'

// An attacker with up to four old accounts, who knows one favorite of a reader, looks for the others.

vi.setConfig({ testTimeout: 120_000 })

const IDS = Array.from({ length: 60 }, (_, at) => `victim-${at}`)
const KNOWN = 'victim-0'
const SECRET = IDS.filter((_, at) => at % 10 === 7)

let server: TestServer
let address: string
/** By how many days the server's clock is ahead. */
let days = 0
let pairs = 0

beforeAll(async () => {
  server = await createTestServer({ neighboursEvery: 20, now: () => Date.now() + days * DAY_MS })
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  // Nothing is like them, so that what is found is found by readers.
  const books = IDS.map((id) => ({ id, authors: [`Author of ${id}`], categories: [] }))
  await server.importBooks(
    'victim',
    books.map((book) => storedBook({ ...book, popularity: 0 })),
  )
})
afterAll(() => server.close())

/** Sends a request, as a reader where one is given; it must be a 200. */
async function send(path: string, reader?: TestReader, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...reader?.bearer }
  const response = await fetch(`${address}${path}`, { ...init, headers })
  expect(response.status).toBe(200)
  return response
}

const readers = (count: number): Promise<TestReader[]> =>
  Promise.all(Array.from({ length: count }, () => register(server.app)))

async function add(reader: TestReader, bookIds: readonly string[]): Promise<void> {
  const path = `/api/user/${reader.id}/favoriteBook`
  for (const bookId of bookIds) {
    await send(path, reader, { method: 'POST', body: JSON.stringify({ bookId }) })
  }
}

async function list(path: string, reader?: TestReader): Promise<string[]> {
  const found: Recommendation[] = await (await send(path, reader)).json()
  return found.map(({ book }) => book.id)
}

const similar = (bookId: string) => list(`/api/book/${bookId}/similar`)

/** Resolves once everything is read that was added until now: then a later pair is found. */
async function isRead(): Promise<void> {
  pairs += 1
  const pair = [`read-${pairs}`, `read-too-${pairs}`]
  const books = pair.map((id) => storedBook({ id, authors: [], categories: [] }))
  await server.importBooks(`read-${pairs}`, books)
  for (let at = 0; at < 6; at += 1) {
    const reader = testUser(`read-${pairs}-${at}`, { createdAt: 0 })
    await server.store.users.add(reader)
    for (const book of books) await server.store.favorites.add(reader.id, book, 1, 9)
  }
  await vi.waitFor(async () => expect(await similar(pair[0] ?? '')).toHaveLength(1), 20_000)
}

/** Which of the books can be seen by what the host says of the known one, and recommends to the attacker. */
async function seen(askers: readonly TestReader[]): Promise<string[]> {
  await isRead()
  const lists = [
    similar(KNOWN),
    ...askers.map(({ id }, at) => list(`/api/user/${id}/forYou`, askers[at])),
  ]
  return (await Promise.all(lists)).flat().filter((id) => IDS.includes(id))
}

test('one to four accounts find nothing of what a reader favors, with and without young ones', async () => {
  const [victim, asker, ...others] = await readers(5)
  if (!victim || !asker) throw new Error('There are no readers.')
  days += 8
  await add(victim, [KNOWN, ...SECRET])
  // The asker favors the known book alone: its own favorites are left out of what is picked for it.
  await add(asker, [KNOWN])
  const attackers = [asker]
  expect(await seen(attackers)).toEqual([])
  for (const other of others) {
    await add(other, IDS)
    attackers.push(other)
    expect(await seen(attackers)).toEqual([])
  }
  // All four in common with the victim.
  await add(asker, IDS)
  expect(await seen(attackers)).toEqual([])
  const young = await readers(6)
  for (const reader of young) await add(reader, IDS)
  expect(await seen([...attackers, ...young])).toEqual([])
  // Without the victim nothing is otherwise.
  await send(`/api/user/${victim.id}/favoriteBook/${KNOWN}`, victim, { method: 'DELETE' })
  expect(await seen(attackers)).toEqual([])
})
