import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, onTestFinished } from 'vitest'
import { spawnServer, type ServerProcess } from './process.ts'

/** Hands a new folder over before each test of a file; it is gone after the test. */
export function forEachFolder(use: (folder: string) => void): void {
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'catchword-start-'))
    // The last to run: servers on it have ended by then.
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    use(folder)
  })
}

/** Starts a server as `spawnServer` does; it ends with the test. */
export function startServer(...options: Parameters<typeof spawnServer>): ServerProcess {
  const server = spawnServer(...options)
  onTestFinished(async () => {
    server.child.kill('SIGKILL')
    await server.exit
  })
  return server
}
