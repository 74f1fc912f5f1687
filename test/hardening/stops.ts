/**
 * `npm run test:hardening -- stops [--stops=8] [--clients=200]`: SIGTERM while so many clients send as fast as they are
 * answered: what was accepted is answered, whoever comes later is refused (docs/security.md 9).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopUnderLoad } from '../stopUnderLoad.ts'
import { load, option, report } from './lib/run.ts'

const stops = option('stops', 8)
const clients = option('clients', 200)

const folder = mkdtempSync(join(tmpdir(), 'catchword-stops-'))
let [responses, rejected, reset, others, badExits, longest] = [0, 0, 0, 0, 0, 0]
for (let stop = 0; stop < stops; stop += 1) {
  const figures = await stopUnderLoad(folder, clients)
  responses += figures.before + figures.after
  rejected += figures.rejected
  reset += figures.reset
  others += figures.others
  if (figures.code !== 0) badExits += 1
  longest = Math.max(longest, figures.took)
}
rmSync(folder, { recursive: true, force: true })
// Between the last look at the system's queue and its end two can come.
report(
  reset <= stops && others + badExits === 0 && responses > stops * clients && longest < 10_000,
  `${stops} stops under ${clients} clients: ${responses} responses, ${rejected} of them 503, ${reset} connections ` +
    `reset, ${others} other statuses, ${badExits} bad exits, the longest took ${Math.round(longest)} ms (${load()})`,
)
