/**
 * `npm run test:hardening -- tabs [--scripts=200]`: random scripts of three tabs and two readers on one
 * storage (../shared/security.md, test G4).
 */
import { isFull, load, option, report } from './lib/run.ts'
import { runUnitTests } from './lib/unitTests.ts'

const scripts = option('scripts', isFull ? 200 : 20)
const seed = option('seed', Date.now() % 1_000_000)
const { passed, failed } = await runUnitTests('src/state/tabs.test.ts', {
  TAB_SCRIPTS: String(scripts),
  SEED: String(seed),
})
report(
  failed === 0 && passed > 0,
  `${scripts} scripts of three tabs of seed ${seed}: ${failed} tests failed (${load()})`,
)
