/**
 * `npm run build`, and the build that `npm start` makes where there is none, or an old one. One at a time: a
 * second one waits for the first, and builds nothing where that has built the same.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { build } from 'vite'
import { BUILT_CATALOGUE, loadBundledBooks } from '../server/catalogue/bundled.ts'
import { isSqliteBusy } from '../server/store/errors.ts'
import { isBuilt } from './isBuilt.ts'

const ROOT = join(import.meta.dirname, '..')
const AGAIN_MS = 250

/** `npm start` prints what is sent; of the rest it prints only what a failed build has said. */
const say = (line: string): unknown => (process.send ? process.send(line) : console.log(line))

/** Whether this build had to wait for another; it is then the only one until its process ends, however it does. */
async function waitForOthers(database: DatabaseSync): Promise<boolean> {
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      database.exec('BEGIN EXCLUSIVE')
      return hasWaited
    } catch (error) {
      if (!isSqliteBusy(error)) throw error
      if (!hasWaited) say('Waiting for another build of the app …')
      await delay(AGAIN_MS)
    }
  }
}

// `npm start` may run as another user, who only reads what is built.
mkdirSync(BUILT_CATALOGUE, { recursive: true })
using lock = new DatabaseSync(join(BUILT_CATALOGUE, 'build.lock'))
const hasWaited = await waitForOthers(lock)
if (!hasWaited || !isBuilt(ROOT)) {
  say('Building the app (about half a minute) …')
  say('  1 of 3: scripts and styles')
  const steps = {
    name: 'steps',
    writeBundle: () => void say('  2 of 3: pages, and compressed files'),
  }
  await build({ root: ROOT, logLevel: 'error', plugins: [steps] })
  say('  3 of 3: the catalogue of the books that ship')
  await loadBundledBooks(BUILT_CATALOGUE)
}
