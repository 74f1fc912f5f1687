/** What `npm start` does: builds the SPA where it is missing or older than its sources, then serves everything. */
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist/index.html')

function isBuilt(): boolean {
  if (!existsSync(built)) return false
  const at = statSync(built).mtimeMs
  const sources = globSync(
    [
      'src/**/*',
      'contract/**/*',
      'public/**/*',
      'index.html',
      'vite.config.ts',
      'scripts/pre*.ts',
      'package-lock.json',
    ],
    { cwd: root },
  )
  return sources.every((file) => statSync(join(root, file)).mtimeMs <= at)
}

// Where DIST_DIR names another build, that one is served as it is.
if (!process.env['DIST_DIR'] && !isBuilt()) await build({ root, logLevel: 'error' })
await import('../server/main.ts')
