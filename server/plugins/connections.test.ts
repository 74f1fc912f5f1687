import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestServer, type TestServer } from '../../test/testServer.ts'
import { connections } from './connections.ts'

let server: TestServer
let port: number

beforeAll(async () => {
  server = await createTestServer()
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => server.close())

const HEAD = 'HTTP/1.1\r\nHost: x\r\n'
const CHUNKED = `${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n`
const CLOSE = 'Connection: close\r\n'
const GET = 'GET /api/book/detail/emma'
const get = (more = '') => `${GET} ${HEAD}${more}\r\n`
const login = (chunks: string) => `POST /api/user/login ${CHUNKED}${CLOSE}\r\n${chunks}0\r\n\r\n`
const space = '1\r\n \r\n'
const spaces = `3e8\r\n${' '.repeat(1000)}\r\n`
const body = '2\r\n{}\r\n'

test.each([
  // As a proxy may pass on what comes over HTTP/2 without a length.
  ['a body in a few chunks', login(space.repeat(200) + body), ['400']],
  ['a large body in many', login(`${spaces}${space.repeat(20)}`.repeat(14) + body), ['400']],
  ['a body in tiny chunks', login(space.repeat(1000) + body), []],
  ['a body without end that nobody reads', `${GET} ${CHUNKED}\r\n${space}`, ['200']],
  ['the same in tiny chunks', `${GET} ${CHUNKED}\r\n${space.repeat(10_000)}`, []],
  ['four requests at once', get().repeat(3) + get(CLOSE), ['200', '200', '200', '200']],
  ['many requests at once', get().repeat(50) + get(CLOSE), []],
])('%s', { timeout: 5000 }, async (_name, request, statuses) => {
  const socket = connect(port, '127.0.0.1')
  // The server may reset what it ends.
  const response = text(socket).catch(() => '')
  socket.write(request)
  expect((await response).match(/(?<=HTTP\/1.1 )\d+/g) ?? []).toEqual(statuses)
})

test('no socket is cut while its request is worked on, however long', async () => {
  const app = fastify({ connectionTimeout: 100 })
  onTestFinished(() => app.close())
  await app.register(connections)
  app.post('/', async () => {
    await wait(600)
    return 'done'
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(url, { method: 'POST', body: 'text' })
  expect(await response.text()).toBe('done')
})
