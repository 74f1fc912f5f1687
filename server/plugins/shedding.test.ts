import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises'
import { fastify, type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestServer, register } from '../testing/testServer.ts'
import { registerErrors } from './errors.ts'
import { registerShedding } from './shedding.ts'

vi.setConfig({ testTimeout: 60_000 })

interface Shedding {
  app: FastifyInstance
  shed: string[]
}

async function createApp(config: { maxLoopDelay: number; maxMemory: number }): Promise<Shedding> {
  const app = fastify()
  const shed: string[] = []
  registerErrors(app)
  registerShedding(app, { config, onShed: (reason) => shed.push(reason) })
  for (const path of ['/books', '/healthz', '/readyz', '/metrics']) app.get(path, async () => 'ok')
  app.get('/slow', async () => block(120))
  await app.ready()
  onTestFinished(() => app.close())
  return { app, shed }
}

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('turns readers away while the event loop is held, and lets them in again', async () => {
  const { app, shed } = await createApp({ maxLoopDelay: 500, maxMemory: 0 })
  expect((await app.inject('/books')).statusCode).toBe(200)
  // Turns of more than a sample and the bound, until the clock has seen two of them in a row.
  let answer = await app.inject('/books')
  for (let turns = 0; turns < 8 && answer.statusCode === 200; turns++) {
    block(900)
    await turn()
    answer = await app.inject('/books')
  }
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  expect(answer.json()).toMatchObject({ code: 'busy' })
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await app.inject(path)).statusCode).toBe(200)
  }
  expect(shed.length).toBeGreaterThan(0)
  expect(new Set(shed)).toEqual(new Set(['delay']))
  await vi.waitFor(async () => expect((await app.inject('/books')).statusCode).toBe(200), 30_000)
})

test('a single pause turns nobody away', async () => {
  const { app, shed } = await createApp({ maxLoopDelay: 500, maxMemory: 0 })
  block(1500)
  await turn()
  expect((await app.inject('/books')).statusCode).toBe(200)
  expect(shed).toEqual([])
})

/** Requests of as many connections, sent at once: the statuses of their answers. */
async function ask(sockets: readonly Socket[], path: string): Promise<number[]> {
  const answers = sockets.map((socket) => once(socket, 'data'))
  for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
  const texts = await Promise.all(answers)
  return texts.map(([text]) => Number(/^HTTP\/1.1 (\d+)/.exec(String(text))?.[1]))
}

async function openSockets(app: FastifyInstance, count: number): Promise<Socket[]> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(address).port)
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets
}

test('turns away what one turn comes to late, and nothing after it', async () => {
  const { app, shed } = await createApp({ maxLoopDelay: 500, maxMemory: 0 })
  const sockets = await openSockets(app, 8)
  // All are taken in, so that one turn finds all requests.
  await delay(100)
  const statuses = await ask(sockets, '/slow')
  expect(statuses).toContain(200)
  expect(statuses).toContain(503)
  expect(new Set(shed)).toEqual(new Set(['queue']))
  await turn()
  expect((await app.inject('/books')).statusCode).toBe(200)
})

test('turns away those who connect faster than they are taken in, and nobody after them', async () => {
  const { app, shed } = await createApp({ maxLoopDelay: 500, maxMemory: 0 })
  // Node takes in one a turn, and each turn answers a request of 120 ms.
  const sockets = await openSockets(app, 12)
  const statuses = await ask(sockets, '/slow')
  expect(statuses).toContain(200)
  expect(statuses).toContain(503)
  expect(new Set(shed)).toEqual(new Set(['queue']))
  await delay(100)
  expect(await ask(sockets, '/books')).toEqual(sockets.map(() => 200))
})

test('connects to itself no more once nobody waits', async () => {
  const { app } = await createApp({ maxLoopDelay: 500, maxMemory: 0 })
  let connections = 0
  app.server.on('connection', () => (connections += 1))
  const sockets = await openSockets(app, 30)
  await ask(sockets, '/slow')
  // It did while they waited.
  expect(connections).toBeGreaterThan(sockets.length)
  await delay(100)
  connections = 0
  await delay(300)
  expect(connections).toBe(0)
})

test('turns readers away while the process has more memory than it may', async () => {
  const { app, shed } = await createApp({ maxLoopDelay: 0, maxMemory: 1 })
  await vi.waitFor(async () => expect((await app.inject('/books')).statusCode).toBe(503), 30_000)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect(shed).toContain('memory')
})

test('turns readers away while no file is left to look at the memory with', async () => {
  const { app } = await createApp({ maxLoopDelay: 0, maxMemory: 1_000_000 })
  const rss = vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' })
  })
  onTestFinished(() => rss.mockRestore())
  await vi.waitFor(async () => expect((await app.inject('/books')).statusCode).toBe(503), 30_000)
  rss.mockRestore()
  await vi.waitFor(async () => expect((await app.inject('/books')).statusCode).toBe(200), 30_000)
})

test('is off where both bounds are 0', async () => {
  const { app } = await createApp({ maxLoopDelay: 0, maxMemory: 0 })
  block(600)
  await turn()
  expect((await app.inject('/books')).statusCode).toBe(200)
})

test('the server sheds with the headers of every answer, writes nothing, and counts it', async () => {
  const server = await createTestServer({ maxMemory: 1_000_000 })
  onTestFinished(() => server.close())
  const reader = await register(server.app)
  const add = () =>
    server.app.inject({
      method: 'POST',
      url: `/api/user/${reader.id}/favoriteBook`,
      headers: reader.bearer,
      payload: { bookId: 'emma' },
    })
  const rss = vi.spyOn(process.memoryUsage, 'rss').mockReturnValue(2 ** 50)
  onTestFinished(() => rss.mockRestore())
  const refused = await vi.waitFor(async () => {
    const answer = await add()
    expect(answer.statusCode).toBe(503)
    return answer
  }, 30_000)
  expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
  const metrics = await server.app.inject('/metrics')
  expect(metrics.body).toMatch(/^catchword_requests_shed_total\{reason="memory"\} [1-9]/m)
  rss.mockRestore()
  await vi.waitFor(async () => expect((await add()).statusCode).toBe(200), 30_000)
})
