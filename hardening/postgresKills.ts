/**
 * `npm run test:hardening -- postgresKills [--cycles=100]`: kill -9 of two servers that share one
 * PostgreSQL, each under eight writers: no acknowledged heart may be lost (docs/security.md 9).
 */
import { runCycles } from './lib/cycles.ts'
import { startPostgres } from './lib/postgres.ts'
import { isFull, option, skip } from './lib/run.ts'

const goal = option('cycles', isFull ? 100 : 6)
const postgres = await startPostgres()
if (typeof postgres === 'string') skip(postgres)
else {
  try {
    await runCycles({
      run: 'postgresKills',
      signal: 'SIGKILL',
      goal,
      acknowledgements: goal * 20,
      lanes: 2,
      settings: { DATABASE_URL: postgres.url },
    })
  } finally {
    await postgres.stop()
  }
}
