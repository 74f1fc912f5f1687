/**
 * `npm run test:hardening -- restarts [--cycles=100]`: SIGTERM under eight writers a server: nothing that
 * was acknowledged is lost, no answer breaks off, and nobody is told anything but 503
 * (docs/security.md 9).
 */
import { runCycles } from './lib/cycles.ts'
import { isFull, option } from './lib/run.ts'

const goal = option('cycles', isFull ? 100 : 5)
await runCycles({ run: 'restarts', signal: 'SIGTERM', goal, acknowledgements: goal * 20, lanes: 4 })
