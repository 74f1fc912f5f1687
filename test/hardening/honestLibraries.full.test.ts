import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json as readJson } from 'node:stream/consumers'
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

/** Sends the file as a new reader, and waits as long as it takes, as `fetch` does not. A connection that is cut rejects. */
async function send() {
  const reader = await register(server.app)
  const body = new FormData()
  body.append(LIBRARY_FIELD, new Blob([FILE]), 'library.csv')
  const form = new Response(body)
  const headers = { ...reader.bearer, 'content-type': form.headers.get('content-type') ?? '' }
  const url = `${address}/api/user/${reader.id}/library`
  const sent = request(url, { method: 'POST', headers })
  sent.end(await form.bytes())
  const [response]: IncomingMessage[] = await once(sent, 'response')
  return { response, json: response && (await readJson(response)) }
}

test('ten readers send as many rows as a library may have at once: each gets a response', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, send))
  const withStatus = (status: number) =>
    responses.filter(({ response }) => response?.statusCode === status)
  const read = withStatus(200)
  const refused = withStatus(503)
  expect(read.length).toBeGreaterThan(0)
  expect(read.length + refused.length).toBe(10)
  for (const { json } of read) expect(json).toMatchObject({ rows: LIBRARY_MAX_ROWS, unreadable: 0 })
  for (const { response } of refused) {
    expect(Number(response?.headers['retry-after'])).toBeGreaterThan(0)
  }
}, 3_600_000)
