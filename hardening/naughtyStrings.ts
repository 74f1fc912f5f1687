/**
 * `npm run test:hardening naughtyStrings`: every string of the big list of naughty strings through every
 * field that takes a text: read back exactly, or refused with 400 (docs/security.md 2.1, the
 * server's part).
 */
import { createTestServer } from '../test/testServer.ts'
import { naughtyStrings, sendNaughtyStrings } from './lib/naughty.ts'
import { isFull, report, skip } from './lib/run.ts'

const strings = naughtyStrings()
if (!strings) skip('the list ../shared/data/naughty is not on this machine')
else {
  const server = await createTestServer({ rateLimitFactor: 1_000_000, passwordMin: 1 })
  try {
    const figures = await sendNaughtyStrings(server, strings, (at) => isFull || at % 16 === 0)
    for (const fault of figures.faults) console.log(fault)
    report(
      figures.faults.length === 0 && figures.kept > 0,
      `${strings.length} hostile strings in ${figures.tried} tries: ${figures.kept} kept as they are seen or ` +
        `answered, ${figures.refused} refused with 400, ${figures.faults.length} faults`,
    )
  } finally {
    await server.close()
  }
}
