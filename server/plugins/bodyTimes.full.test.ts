import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestServer,
  register,
  type TestReader,
  type TestServer,
} from '../../test/testServer.ts'
import { BODY_TIMES } from './connections.ts'

/** Long for a test, and short for an upload; the ordinary time passes twice meanwhile. */
const TIMES = { ordinary: 800, upload: 4000 }
const SLOWLY = 2000

let server: TestServer
let reader: TestReader
let port: number

beforeAll(async () => {
  server = await createTestServer({ bodyTimes: TIMES })
  reader = await register(server.app)
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => server.close())

/**
 * Sends a request whose body comes bit by bit over `ms`, until the server ends the connection; answers
 * what it said, and after how long, in ms.
 */
async function sendSlowly(head: string, body: Buffer, ms: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => (text += part))
  const began = performance.now()
  const closed = once(socket, 'close')
  socket.write(`${head}\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`)
  const steps = 20
  const step = Math.ceil(body.length / steps)
  for (let at = 0; at < body.length && !socket.closed; at += step) {
    await Promise.race([wait(ms / steps), closed])
    if (socket.writable) socket.write(body.subarray(at, at + step))
  }
  await closed
  return { status: Number(text.slice(9, 12)), text, took: performance.now() - began }
}

async function form(): Promise<{ type: string; body: Buffer }> {
  const picture = await sharp({
    create: { width: 600, height: 600, channels: 3, background: '#369' },
  })
    .png()
    .toBuffer()
  const parts = new FormData()
  parts.append('profileImage', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png')
  const encoded = new Response(parts)
  return {
    type: encoded.headers.get('content-type') ?? '',
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}

const uploadHead = (type: string, token: string) =>
  `POST /api/profile/upload HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}`

test('a picture may come slowly', async () => {
  const { type, body } = await form()
  const { status, text } = await sendSlowly(uploadHead(type, reader.token), body, SLOWLY)
  expect(text).toContain('profileImageUrl')
  expect(status).toBe(200)
})

test('but not for ever', async () => {
  const { type, body } = await form()
  const head = uploadHead(type, reader.token)
  const { status, took } = await sendSlowly(head, body, 3 * TIMES.upload)
  expect(status).toBe(408)
  expect(took).toBeLessThan(3 * TIMES.upload)
}, 30_000)

test('whoever is no reader has no longer for it than for anything else', async () => {
  const { type, body } = await form()
  const { status, took } = await sendSlowly(uploadHead(type, 'x'.repeat(43)), body, TIMES.upload)
  expect(status).toBe(401)
  expect(took).toBeLessThan(TIMES.upload)
})

test('every other body may not come slowly', async () => {
  const head = 'POST /api/user/login HTTP/1.1\r\nContent-Type: application/json'
  const body = Buffer.from(JSON.stringify({ email: reader.email, password: reader.password }))
  const quick = await sendSlowly(head, body, 20)
  expect(quick.status).toBe(200)
  const slow = await sendSlowly(head, body, TIMES.upload)
  expect(slow.status).toBe(408)
  expect(slow.text).toContain('The request took too long.')
  expect(slow.took).toBeLessThan(TIMES.upload)
})

test('whoever goes on sending is cut off a second later', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  // Its own writes may fail before it is closed.
  socket.on('error', () => undefined).resume()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const began = performance.now()
  socket.write(
    'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
      'Content-Length: 16000\r\n\r\n',
  )
  const sending = setInterval(() => socket.write(' '), 50)
  await closed
  clearInterval(sending)
  const took = performance.now() - began
  expect(took).toBeGreaterThan(TIMES.ordinary)
  expect(took).toBeLessThan(TIMES.ordinary + 6000)
})

async function login(): Promise<number> {
  const { email, password } = reader
  const response = await fetch(`http://127.0.0.1:${port}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return response.status
}

test('connections that are kept lose nothing of it', async () => {
  expect(await login()).toBe(200)
  await wait(2 * TIMES.ordinary)
  expect(await login()).toBe(200)
})

test('Node’s own bound leaves an upload its time', () => {
  expect(server.app.server.requestTimeout).toBeGreaterThanOrEqual(BODY_TIMES.upload)
  expect(server.app.server.headersTimeout).toBe(15_000)
})
