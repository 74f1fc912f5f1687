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

async function upload(token: string): Promise<{ head: string; body: Buffer }> {
  const picture = await sharp({
    create: { width: 600, height: 600, channels: 3, background: '#369' },
  })
    .png()
    .toBuffer()
  const parts = new FormData()
  parts.append('profileImage', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png')
  const encoded = new Response(parts)
  const type = encoded.headers.get('content-type')
  return {
    head: `POST /api/profile/upload HTTP/1.1\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${type}`,
    body: Buffer.from(await encoded.arrayBuffer()),
  }
}

test('a picture may come slowly, but not for ever, and only of a reader', async () => {
  const { head, body } = await upload(reader.token)
  const slow = await sendSlowly(head, body, SLOWLY)
  expect(slow.text).toContain('profileImageUrl')
  expect(slow.status).toBe(200)
  const { status, took } = await sendSlowly(head, body, 3 * TIMES.upload)
  expect(status).toBe(408)
  expect(took).toBeLessThan(3 * TIMES.upload)
  const stranger = await upload('x'.repeat(43))
  const refused = await sendSlowly(stranger.head, stranger.body, TIMES.upload)
  expect(refused.status).toBe(401)
  expect(refused.took).toBeLessThan(TIMES.upload)
}, 30_000)

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
