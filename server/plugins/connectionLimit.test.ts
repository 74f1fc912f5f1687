import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connections } from './connections.ts'

vi.setConfig({ testTimeout: 30_000 })

/** A server of so many connections at most; answers how to open one to it. */
async function openServer(max: number): Promise<() => Promise<Socket>> {
  const app = fastify({ forceCloseConnections: true })
  app.get('/books', async () => 'ok')
  await app.register(connections, { max })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return async () => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    // One that is closed as it comes may be reset.
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
}

/** What a request over this connection is answered; undefined where the connection is closed. */
async function request(socket: Socket): Promise<number | undefined> {
  const responded = once(socket, 'data')
  const closed = once(socket, 'close')
  socket.write('GET /books HTTP/1.1\r\nHost: a\r\n\r\n')
  const [text] = await Promise.race([responded, closed])
  const status = /^HTTP\/1.1 (\d+)/.exec(String(text))?.[1]
  return status === undefined ? undefined : Number(status)
}

test('closes what comes beyond the bound, and nothing that is in use', async () => {
  const open = await openServer(4)
  // Those that have not asked yet are in use.
  const inUse: Socket[] = []
  for (let number = 0; number < 4; number++) inUse.push(await open())
  const beyond = await open()
  await once(beyond, 'close')
  for (const socket of inUse) expect(await request(socket)).toBe(200)
  const [first] = inUse
  first?.destroy()
  await vi.waitFor(async () => expect(await request(await open())).toBe(200), 10_000)
})

test('and idle connections make room for the next', async () => {
  const open = await openServer(3)
  const idle: Socket[] = []
  for (let number = 0; number < 3; number++) idle.push(await open())
  for (const socket of idle) expect(await request(socket)).toBe(200)
  const closed = idle.map((socket) => once(socket, 'close'))
  await open()
  await Promise.all(closed)
  expect(await request(await open())).toBe(200)
})
