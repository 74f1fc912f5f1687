import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../server/testing/testServer.ts'
import { fuzz } from './lib/fuzz.ts'

// `npm run test:hardening fuzz` sends 100,000.
test(
  '5,000 generated requests: no 5xx, and every answer is as the OpenAPI document says',
  { timeout: 300_000 },
  async () => {
    const server = await createTestServer({
      rateLimitFactor: 1_000_000,
      loginFreeFailures: 1_000_000,
      loginFailuresPerDay: 1_000_000,
    })
    onTestFinished(() => server.close())
    const { requests, good, findings } = await fuzz(server, { seed: 20_261_121, count: 5000 })
    expect(findings.slice(0, 5)).toEqual([])
    expect(requests).toBe(5000)
    expect(good).toBeGreaterThan(1000)
  },
)
