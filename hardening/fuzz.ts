/**
 * `npm run test:hardening -- fuzz [--requests=100000] [--seed=1]`: generated requests to every operation of
 * the OpenAPI document, a third as documented, a third with one thing wrong, a third hostile: no 5xx,
 * and every answer as the document says (docs/security.md 2.1).
 */
import { createTestServer } from '../test/testServer.ts'
import { fuzz } from './lib/fuzz.ts'
import { isFull, load, openTally, option, report } from './lib/run.ts'

const BATCH = 1000

const goal = option('requests', isFull ? 100_000 : 5000)
const seed = option('seed', 1)
const tally = openTally(
  'fuzz',
  { batches: 0, requests: 0, good: 0, busy: 0, findings: 0 },
  String(seed),
)
const { figures } = tally
while (figures.requests < goal) {
  // A server for each batch, so that the batch can be repeated by itself.
  const server = await createTestServer({
    rateLimitFactor: 1_000_000,
    loginFreeFailures: 1_000_000,
    loginFailuresPerDay: 1_000_000,
    // No mail is sent.
    mail: { url: 'smtp://127.0.0.1:1', from: { name: '', address: 'books@example.org' } },
  })
  try {
    const own = seed * 1_000_000 + figures.batches
    const { requests, good, busy, findings } = await fuzz(server, { seed: own, count: BATCH })
    for (const finding of findings.slice(0, 3)) console.log(JSON.stringify(finding))
    tally.add({ batches: 1, requests, good, busy, findings: findings.length })
  } finally {
    await server.close()
  }
}
report(
  figures.findings === 0 && figures.good > figures.requests / 10,
  `${figures.requests} generated requests, ${figures.good} of them answered 2xx: ` +
    `${figures.findings} answers that are not as the document says; ${figures.busy} sent again ` +
    `after a 503 of the busy machine (seed ${seed}, ${load()})`,
)
tally.end()
