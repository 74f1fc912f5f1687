import { setImmediate as tick } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestServer } from '../../test/testServer.ts'

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

/** The delay is looked at once a second. */
const nextSample = () => vi.advanceTimersByTimeAsync(1000)

test('while the event loop is delayed readers get 503, monitors a response', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const server = await createTestServer({ maxLoopDelay: 250 })
  onTestFinished(() => server.close())
  const { app } = server
  const request = () => app.inject('/api/book/detail/emma')
  // The first two are of the start.
  for (let at = 0; at < 2; at += 1) await nextSample()
  const rejected = await vi.waitFor(async () => {
    block(600)
    // The loop notes how long it took.
    await tick()
    await nextSample()
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
  await vi.waitFor(async () => {
    await nextSample()
    expect((await request()).statusCode).toBe(200)
  }, 30_000)
  const { body } = await app.inject('/metrics')
  expect(body).toMatch(/^catchword_requests_shed_total [1-9]/m)
})
