/**
 * `npm run test:hardening -- kills [--cycles=1000]`: kill -9 under eight writers a server, on SQLite: no acknowledged
 * favorite is lost, none comes back, and the database is whole (docs/security.md 9).
 */
import { runCycles } from './lib/cycles.ts'
import { option } from './lib/run.ts'

await runCycles({ signal: 'SIGKILL', cycles: option('cycles', 1000), lanes: 4 })
