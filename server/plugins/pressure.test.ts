import { setImmediate as tick } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestServer } from '../../test/testServer.ts'

vi.setConfig({ testTimeout: 60_000 })

async function openServer(config: { maxLoopDelay: number }) {
  const server = await createTestServer(config)
  onTestFinished(() => server.close())
  return server
}

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('while the event loop is delayed readers get 503, monitors a response', async () => {
  const { app } = await openServer({ maxLoopDelay: 250 })
  const request = () => app.inject('/api/book/detail/emma')
  const rejected = await vi.waitFor(async () => {
    block(1200)
    await tick()
    const response = await request()
    expect(response.statusCode).toBe(503)
    return response
  }, 30_000)
  expect(rejected.json()).toMatchObject({ code: 'busy' })
  expect(rejected.headers).toMatchObject({
    'retry-after': '5',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await app.inject(path)).statusCode).toBe(200)
  }
  await vi.waitFor(async () => expect((await request()).statusCode).toBe(200), 30_000)
  const { body } = await app.inject('/metrics')
  expect(body).toMatch(/^catchword_requests_shed_total [1-9]/m)
})
