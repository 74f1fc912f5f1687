import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIBRARY_FIELD, LIBRARY_MAX_ROWS } from '../../contract/uploads.ts'
import { createTestServer, register, type TestServer } from '../testServer.ts'

let server: TestServer
let address: string
beforeAll(async () => {
  server = await createTestServer()
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

const rows = Array.from(
  { length: LIBRARY_MAX_ROWS },
  (_, row) => `The Book of ${row},Author Number ${row % 5000}`,
)
const FILE = ['Title,Author', ...rows].join('\n')

/** Sends the file as a new reader. A connection that is cut rejects. */
async function send() {
  const reader = await register(server.app)
  const body = new FormData()
  body.append(LIBRARY_FIELD, new Blob([FILE]), 'library.csv')
  const url = `${address}/api/user/${reader.id}/library`
  const response = await fetch(url, { method: 'POST', headers: reader.bearer, body })
  const json: unknown = await response.json()
  return { status: response.status, retryAfter: response.headers.get('retry-after'), json }
}

test('ten readers send as many rows as a library may have at once: each gets a response', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, send))
  const read = responses.filter(({ status }) => status === 200)
  const refused = responses.filter(({ status }) => status === 503)
  expect(read.length).toBeGreaterThan(0)
  expect(read.length + refused.length).toBe(10)
  for (const { json } of read) expect(json).toMatchObject({ rows: LIBRARY_MAX_ROWS, unreadable: 0 })
  for (const { retryAfter } of refused) expect(Number(retryAfter)).toBeGreaterThan(0)
}, 600_000)
