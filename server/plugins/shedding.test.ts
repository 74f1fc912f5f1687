import { setImmediate as turn } from 'node:timers/promises'
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

test('turns readers away while the process has more memory than it may', async () => {
  const { app, shed } = await createApp({ maxLoopDelay: 0, maxMemory: 1 })
  await vi.waitFor(async () => expect((await app.inject('/books')).statusCode).toBe(503), 30_000)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  expect(shed).toContain('memory')
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
