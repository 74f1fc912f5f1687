/**
 * `npm run test:hardening -- kills [--cycles=1000]`: kill -9 under eight writers a server, on SQLite: no
 * acknowledged heart may be lost, none may appear, and the database must be whole (docs/security.md 9).
 */
import { runCycles } from './lib/cycles.ts'
import { isFull, option } from './lib/run.ts'

const goal = option('cycles', isFull ? 1000 : 20)
await runCycles({ run: 'kills', signal: 'SIGKILL', goal, acknowledgements: goal * 50, lanes: 4 })
