/** What `npm start` does: builds the SPA where it is missing or not from these sources, then serves everything. */
import { spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { checkFolders } from '../server/catalogue/checkFolders.ts'
import { readConfig } from '../server/config.ts'
import { fail } from '../server/start.ts'
import { isBuilt } from './isBuilt.ts'

const ROOT = join(import.meta.dirname, '..')

/** Why no build can be made here, in one line. */
function obstacle(): string | undefined {
  if (!existsSync(join(ROOT, 'node_modules', 'vite'))) {
    return 'The app is to be built, and what builds it is not installed. Run "npm run setup:host", then start again.'
  }
  try {
    for (const folder of ['', 'dist', 'build'].map((name) => join(ROOT, name))) {
      if (existsSync(folder)) accessSync(folder, constants.W_OK)
    }
    return undefined
  } catch {
    return `The app needs to be built, but ${ROOT} is not writable. As its owner, run "npm run build" there, then start again.`
  }
}

/**
 * In a process of its own: what a build loads would stay in the server's memory, and some of it says what it
 * does whatever it is asked. That is told only where the build fails.
 */
async function build(): Promise<void> {
  const line = obstacle()
  if (line !== undefined) {
    console.error(line)
    process.exit(1)
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.on('message', (step) => console.error(typeof step === 'string' ? step : ''))
  const printed: Buffer[] = []
  for (const output of [child.stdout, child.stderr]) {
    output?.on('data', (part: Buffer) => printed.push(part))
  }
  const [code]: unknown[] = await once(child, 'close')
  if (code === 0) return
  process.stderr.write(Buffer.concat(printed))
  console.error('The pages could not be built.')
  process.exit(1)
}

// Where DIST_DIR names another build, that one is served as it is.
if (!process.env['DIST_DIR'] && !isBuilt(ROOT)) {
  // What is wrong with the settings is said before a build.
  try {
    await checkFolders(readConfig(process.env))
  } catch (error) {
    fail(error)
  }
  await build()
}
await import('../server/main.ts')
