/** What `npm start` does: builds the SPA where it is missing or older than its sources, then serves everything. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { readConfig } from '../server/config.ts'
import { isBuilt } from './isBuilt.ts'

const ROOT = join(import.meta.dirname, '..')

/**
 * In a process of its own: what a build loads would stay in the server's memory, and some of it says what it
 * does whatever it is asked. That is told only where the build fails.
 */
async function build(): Promise<void> {
  const [sign] = /[#?]/.exec(ROOT) ?? []
  if (sign !== undefined) {
    // Vite takes what follows for a part of an address.
    console.error(`The pages cannot be built in ${ROOT}: its path must be without "${sign}".`)
    process.exit(1)
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: Buffer[] = []
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (part: Buffer) => printed.push(part))
  }
  const [code]: unknown[] = await once(child, 'close')
  if (code === 0) return
  process.stderr.write(Buffer.concat(printed))
  throw new Error('The pages could not be built.')
}

/** Whether the server will take its settings; what is wrong with them it prints itself, before any build. */
function isUsable(): boolean {
  try {
    readConfig(process.env)
    return true
  } catch {
    return false
  }
}

// Where DIST_DIR names another build, that one is served as it is.
if (!process.env['DIST_DIR'] && !isBuilt(ROOT) && isUsable()) await build()
await import('../server/main.ts')
