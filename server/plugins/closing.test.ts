import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connections } from './connections.ts'
import { errors } from './errors.ts'

// That no response is broken off and that it all ends in time: server/start.full.test.ts.

/** A server that takes so many ms for a response; how to close it, and to connect to it. */
async function openServer(ms: number) {
  const app = fastify({ return503OnClosing: false })
  await app.register(errors)
  await app.register(connections)
  app.get('/', async () => {
    await wait(ms, undefined, { ref: false })
    return 'answered'
  })
  app.get('/begun', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('begun')
    setTimeout(() => reply.raw.end('ended'), ms)
  })
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    return socket
  }
  return { close: () => app.close(), open, port }
}

const request = (socket: Socket, path = '/') =>
  void socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)

/** All that comes over a connection until the server ends it. */
async function whole(socket: Socket): Promise<string> {
  let text = ''
  for await (const part of socket) text += String(part)
  return text
}

test('a response that had begun already is ended, and so is its connection', async () => {
  const { close, open } = await openServer(300)
  const socket = await open()
  request(socket, '/begun')
  await once(socket, 'data')
  const [rest] = await Promise.all([whole(socket), close()])
  expect(rest).toContain('ended')
})

test('connections that wait to be accepted are answered, and the next are refused', async () => {
  const { close, open, port } = await openServer(0)
  // The system connects them at once; the server has had no time to accept one.
  const sockets = Array.from({ length: 40 }, () => connect(port, '127.0.0.1').setEncoding('latin1'))
  for (const socket of sockets) {
    onTestFinished(() => void socket.destroy())
    request(socket)
  }
  const closed = close()
  for (const response of await Promise.all(sockets.map(whole))) {
    expect(response).toMatch(/^HTTP\/1.1 200 OK/)
  }
  await closed
  await expect(open()).rejects.toThrow(/ECONNREFUSED/)
})

test('a request that takes too long is told 503, and its connection ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { close, open } = await openServer(60_000)
  const socket = await open()
  request(socket)
  await wait(50)
  const timers = vi.getTimerCount()
  const ended = Promise.all([whole(socket), close()])
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(timers))
  await vi.advanceTimersByTimeAsync(8000)
  const [text] = await ended
  expect(text).toMatch(/^HTTP\/1.1 503 /)
  expect(text).toMatch(/content-type: application\/problem\+json/i)
  expect(text).toMatch(/retry-after: 5/i)
  expect(text).toContain('The server is closing. Please try again.')
})
