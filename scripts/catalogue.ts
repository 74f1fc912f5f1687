/** What `npm run catalogue` does: imports, lists, exports and removes books. See docs/catalogue.md. */
import { runCatalogueCommand } from '../server/catalogue/import/command.ts'
import { withServiceSettings } from '../server/data/serviceSettings.ts'

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
// Ends quietly where the reader of the output closes it early, as `head` does.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await runCatalogueCommand(
  process.argv.slice(2),
  () => withServiceSettings(process.env),
  { out: process.stdout, err: process.stderr, signal: stop.signal },
)
