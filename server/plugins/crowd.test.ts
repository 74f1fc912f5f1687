import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectionsAllowed, registerCrowd } from './crowd.ts'

vi.setConfig({ testTimeout: 30_000 })

/** A server of so many connections at most; answers how to open one to it. */
async function openServer(allowed: number): Promise<() => Promise<Socket>> {
  const app = fastify({ forceCloseConnections: true })
  app.get('/books', async () => 'ok')
  registerCrowd(app, allowed)
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
async function ask(socket: Socket): Promise<number | undefined> {
  const answered = once(socket, 'data')
  const closed = once(socket, 'close')
  socket.write('GET /books HTTP/1.1\r\nHost: a\r\n\r\n')
  const [text] = await Promise.race([answered, closed])
  const status = /^HTTP\/1.1 (\d+)/.exec(String(text))?.[1]
  return status === undefined ? undefined : Number(status)
}

test.runIf(process.platform === 'linux')('connections may take three in four files', () => {
  const files = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }))
  expect(connectionsAllowed()).toBe(Math.floor(files * 0.75))
})

test('connections that nobody uses make room before there are too many', async () => {
  const open = await openServer(10)
  const kept: Socket[] = []
  for (let number = 0; number < 7; number++) {
    const socket = await open()
    expect(await ask(socket)).toBe(200)
    kept.push(socket)
  }
  const closed = kept.map((socket) => once(socket, 'close'))
  const next = await open()
  await Promise.all(closed)
  expect(await ask(next)).toBe(200)
})

test('and are then left alone for five seconds, however many come', async () => {
  const open = await openServer(10)
  const clock = vi.spyOn(performance, 'now')
  onTestFinished(() => clock.mockRestore())
  clock.mockReturnValue(100_000)
  for (let number = 0; number < 7; number++) expect(await ask(await open())).toBe(200)
  // The eighth makes room; what comes until then is kept, though there are as many again.
  const kept = [await open()]
  for (let number = 0; number < 8; number++) {
    const socket = await open()
    expect(await ask(socket)).toBe(200)
    kept.push(socket)
  }
  expect(kept.filter((socket) => socket.closed)).toEqual([])
  clock.mockReturnValue(105_000)
  const closed = kept.slice(1).map((socket) => once(socket, 'close'))
  await open()
  await Promise.all(closed)
})

test('closes what comes beyond the bound, and nothing that is in use', async () => {
  const open = await openServer(4)
  // Those that have not asked yet are in use.
  const inUse: Socket[] = []
  for (let number = 0; number < 4; number++) inUse.push(await open())
  const beyond = await open()
  await once(beyond, 'close')
  for (const socket of inUse) expect(await ask(socket)).toBe(200)
  const [first] = inUse
  first?.destroy()
  await vi.waitFor(async () => expect(await ask(await open())).toBe(200), 10_000)
})
