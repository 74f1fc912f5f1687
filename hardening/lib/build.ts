import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Runs `work` with the folder of a build: the one that DIST_DIR names, or a new one that goes afterwards.
 *
 * @throws where DIST_DIR has none
 */
export async function withBuild(work: (dist: string) => Promise<void>): Promise<void> {
  const given = process.env['DIST_DIR']
  if (given !== undefined) {
    const dist = resolve(given)
    if (!existsSync(join(dist, 'index.html'))) throw new Error(`DIST_DIR has no build: ${dist}`)
    await work(dist)
    return
  }
  // What the server draws pages with stands beside it, and goes with it.
  const folder = mkdtempSync(join(tmpdir(), 'catchword-build-'))
  const dist = join(folder, 'dist')
  try {
    console.log('building …')
    await build({
      root: ROOT,
      logLevel: 'warn',
      build: { outDir: dist, emptyOutDir: true },
    })
    await work(dist)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
