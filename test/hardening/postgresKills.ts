/**
 * `npm run test:hardening -- postgresKills [--cycles=100]`: kill -9 of two servers that share one PostgreSQL, each
 * under eight writers: no acknowledged favorite is lost (docs/security.md 9).
 */
import { startPostgres } from '../startPostgres.ts'
import { runCycles } from './lib/cycles.ts'
import { option, skip } from './lib/run.ts'

const cycles = option('cycles', 100)
const postgres = await startPostgres('--durable')
if (typeof postgres === 'string') skip(postgres)
else {
  try {
    const settings = { DATABASE_URL: postgres.url }
    await runCycles({ signal: 'SIGKILL', cycles, lanes: 2, settings })
  } finally {
    await postgres.stop()
  }
}
