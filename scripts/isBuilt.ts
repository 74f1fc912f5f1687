import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What the pages are built from, and with. */
const SOURCES = [
  'src/**/*',
  'contract/**/*',
  'public/**/*',
  'index.html',
  'vite.config.ts',
  'scripts/*.ts',
  'package-lock.json',
]

/** Whether the folder `root` of the project holds a build of the pages that is as new as its sources. */
export function isBuilt(root: string): boolean {
  const built = join(root, 'dist/index.html')
  if (!existsSync(built) || !existsSync(join(root, 'dist/.vite/manifest.json'))) return false
  const at = statSync(built).mtimeMs
  return globSync(SOURCES, { cwd: root, exclude: ['**/*.test.*'] }).every(
    (file) => statSync(join(root, file)).mtimeMs <= at,
  )
}
