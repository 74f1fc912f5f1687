/**
 * `npm run test:hardening -- restarts [--cycles=100]`: SIGTERM under eight writers a server: nothing acknowledged is
 * lost, no response is cut, and no status is anything but 200 or 503 (docs/security.md 9).
 */
import { runCycles } from './lib/cycles.ts'
import { option } from './lib/run.ts'

await runCycles({ signal: 'SIGTERM', cycles: option('cycles', 100), lanes: 4 })
