/**
 * `npm run test:hardening clientFaults`: every one of the 17 calls × each of the 12 faults, in the whole
 * page: the message, no crash, no lost favorite, and the retry (../shared/security.md, test G1).
 */
import { CALLS, FAULTS } from '../src/test/clientFaults.ts'
import { isFull, load, report } from './lib/run.ts'
import { runUnitTests } from './lib/unitTests.ts'

const { failed, titles } = await runUnitTests('src/app/clientFaults', {
  CLIENT_FAULTS: isFull ? 'all' : 'spread',
})
// A cell is called by its fault; beside the cells stand tests of the table itself.
const faults = new Set<string>(FAULTS)
const played = titles.filter((title) => faults.has(title)).length
const all = Object.keys(CALLS).length * faults.size
report(
  failed === 0 && (isFull ? played === all : played > 0),
  `${played} of ${all} cells of calls × faults as declared, ${failed} tests failed (${load()})`,
)
