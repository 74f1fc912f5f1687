/**
 * `npm run test:hardening clientFaults`: every one of the 17 calls × each of the 12 faults, in the whole
 * page: the message, no crash, no lost favorite, and the retry (security.md, test G1).
 */
import { isFull, load, report } from './lib/run.ts'
import { runUnitTests } from './lib/unitTests.ts'

const { passed, failed } = await runUnitTests('src/app/clientFaults', {
  CLIENT_FAULTS: isFull ? 'all' : 'spread',
})
// Two of them look at the table itself.
report(
  failed === 0 && passed > 2,
  `${passed - 2} cells of calls × faults as declared, ${failed} tests failed (${load()})`,
)
