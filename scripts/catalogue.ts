/** What `npm run catalogue` does: imports, lists, exports and removes books. See docs/catalogue.md. */
import { enableCompileCache } from 'node:module'

// Workers find there what they are made of, without a compiler of their own each.
const { directory } = enableCompileCache()
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] = directory
const { runCatalogueCommand } = await import('../server/catalogue/import/command.ts')

const stop = new AbortController()
process.once('SIGINT', () => stop.abort())
process.once('SIGTERM', () => stop.abort())
// Whoever reads the output may have had enough, as `head` has.
process.stdout.on('error', () => process.exit(0))

process.exitCode = await runCatalogueCommand(process.argv.slice(2), process.env, {
  out: process.stdout,
  err: process.stderr,
  signal: stop.signal,
})
