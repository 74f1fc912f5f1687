import { createHash } from 'node:crypto'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** What the pages are built from, and with. */
const SOURCES = [
  'src/**/*.*',
  'contract/**/*.*',
  'public/**/*.*',
  'index.html',
  'vite.config.ts',
  'scripts/*.ts',
  'package-lock.json',
]

/** In the folder of a build: the hash of its sources. */
const STAMP = '.vite/sources.sha256'

/** By what the files hold: a clone, a copy and an update have other dates than the build. */
function hashOf(root: string): string {
  const hash = createHash('sha256')
  for (const file of globSync(SOURCES, { cwd: root, exclude: ['**/*.test.*'] }).toSorted()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Whether the folder `root` of the project holds a whole build of the pages, from the sources as they are. */
export function isBuilt(root: string): boolean {
  try {
    return readFileSync(join(root, 'dist', STAMP), 'utf8') === hashOf(root)
  } catch {
    return false
  }
}

/** Notes in a build, as its last file, what it was built from. */
export function stampBuild(): Plugin {
  let root = ''
  let stamp = ''
  let hash = ''
  return {
    name: 'stamp-build',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      root = config.root
      stamp = resolve(root, config.build.outDir, STAMP)
    },
    buildStart() {
      rmSync(stamp, { force: true })
      hash = hashOf(root)
    },
    closeBundle: { sequential: true, order: 'post', handler: () => writeFileSync(stamp, hash) },
  }
}
