/**
 * `npm run test:hardening -- hearts [--schedules=10000]`: hearts under random clicks, with answers out of
 * order, failing and lost (../shared/security.md, test G2).
 */
import { isFull, load, option, report } from './lib/run.ts'
import { runUnitTests } from './lib/unitTests.ts'

const schedules = option('schedules', isFull ? 10_000 : 500)
const seed = option('seed', Date.now() % 1_000_000)
const { passed, failed } = await runUnitTests('src/app/heartSchedules.test.tsx', {
  HEART_SCHEDULES: String(schedules),
  SEED: String(seed),
})
report(
  failed === 0 && passed > 0,
  `${schedules} heart schedules of seed ${seed}: ${failed === 0 ? 'every one' : 'NOT every one'} ` +
    `ends as wanted or told of (${load()})`,
)
