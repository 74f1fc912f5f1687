/**
 * `npm run test:hardening -- model [--runs=2000] [--seed=1]`: what readers do in any order, held against a
 * model of what the server should hold, on SQLite and on PostgreSQL (docs/security.md 2.1).
 */
import { createTestServer } from '../test/testServer.ts'
import { runModel } from './lib/model.ts'
import { startPostgres } from './lib/postgres.ts'
import { isFull, openTally, option, report } from './lib/run.ts'

const BATCH = 100
const LENGTH = 50

const goal = option('runs', isFull ? 2000 : 100)
const seed = option('seed', 1)
const tally = openTally('model', { sqlite: 0, postgres: 0 }, String(seed))
const { figures } = tally
const postgres = await startPostgres()
let divergence = ''

async function runOn(
  engine: 'sqlite' | 'postgres',
  databaseUrl: string | undefined,
): Promise<void> {
  while (figures[engine] < goal && divergence === '') {
    const server = await createTestServer({
      rateLimitFactor: 1_000_000,
      ...(databaseUrl !== undefined && { databaseUrl }),
    })
    try {
      const runs = Math.min(BATCH, goal - figures[engine])
      await runModel(server, { runs, length: LENGTH, seed: seed * 1_000_000 + figures[engine] })
      tally.add(engine === 'sqlite' ? { sqlite: runs } : { postgres: runs })
    } catch (error) {
      divergence = `${engine}: ${error instanceof Error ? error.message : String(error)}`
    } finally {
      await server.close()
    }
  }
}

await runOn('sqlite', undefined)
if (typeof postgres !== 'string') {
  await runOn('postgres', postgres.url)
  await postgres.stop()
}
if (divergence !== '') console.log(divergence)
report(
  divergence === '',
  `${figures.sqlite} sequences of up to ${LENGTH} steps on SQLite, ` +
    `${typeof postgres === 'string' ? `none on PostgreSQL (${postgres})` : `${figures.postgres} on PostgreSQL`}: ` +
    `${divergence === '' ? 'no difference' : 'a difference'} from the model (seed ${seed})`,
)
if (divergence === '') tally.end()
