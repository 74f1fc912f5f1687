/**
 * `npm run test:hardening -- storage [--starts=1000]`: the page started on damaged storage: every key × 14
 * damages, then random ones (../shared/security.md, test G3).
 */
import { isFull, load, option, report } from './lib/run.ts'
import { runUnitTests } from './lib/unitTests.ts'

const starts = option('starts', isFull ? 1000 : 100)
const seed = option('seed', Date.now() % 1_000_000)
const { passed, failed } = await runUnitTests('src/app/damagedStorage.test.tsx', {
  DAMAGED_STARTS: String(starts),
  SEED: String(seed),
})
report(
  failed === 0 && passed > 0,
  `${starts} starts on damaged storage, random ones of seed ${seed}: ${failed} tests failed (${load()})`,
)
