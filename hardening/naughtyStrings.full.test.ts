import { expect, onTestFinished, test } from 'vitest'
import { createTestServer } from '../test/testServer.ts'
import { naughtyStrings, sendNaughtyStrings } from './lib/naughty.ts'

const strings = naughtyStrings()

// `npm run test:hardening naughtyStrings` sends all, and makes an account of each.
test.skipIf(strings === undefined)(
  'every third hostile string is kept as it is seen or refused with 400, in every field (skipped without the list)',
  { timeout: 120_000 },
  async () => {
    const server = await createTestServer({ rateLimitFactor: 1_000_000, passwordMin: 1 })
    onTestFinished(() => server.close())
    const some = (strings ?? []).filter((_, at) => at % 3 === 0)
    const figures = await sendNaughtyStrings(server, some, (at) => at % 8 === 0)
    expect(figures.faults).toEqual([])
    expect(figures.tried).toBeGreaterThan(1600)
    expect(figures.kept).toBeGreaterThan(300)
  },
)
