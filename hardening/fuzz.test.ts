import { expect, onTestFinished, test } from 'vitest'
import { runs } from '../test/full.ts'
import { createTestServer } from '../test/testServer.ts'
import { fuzz } from './lib/fuzz.ts'

// `npm run test:hardening fuzz` sends 100,000.
const COUNT = runs(500, 5000)

test(
  'generated requests: no 5xx, and every answer is as the OpenAPI document says',
  { timeout: 300_000 },
  async () => {
    const server = await createTestServer({
      rateLimitFactor: 1_000_000,
      loginFreeFailures: 1_000_000,
      loginFailuresPerDay: 1_000_000,
      // No mail is sent.
      mail: { url: 'smtp://127.0.0.1:1', from: { name: '', address: 'books@example.org' } },
    })
    onTestFinished(() => server.close())
    const { requests, good, findings } = await fuzz(server, { seed: 20_261_121, count: COUNT })
    expect(findings.slice(0, 5)).toEqual([])
    expect(requests).toBe(COUNT)
    expect(good).toBeGreaterThan(COUNT / 5)
  },
)
