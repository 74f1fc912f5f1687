import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '../server/main.ts')
/** Where `npm start` has what Node compiled, too. */
const COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/node')

/** How a server process ended. */
interface Exit {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

/** The real server as a process of its own. */
export interface ServerProcess {
  child: ChildProcess
  /** Resolves with the address once the server says that it is ready; rejects where it ends first. */
  ready: Promise<string>
  /** Resolves when the process has ended. */
  exit: Promise<Exit>
}

/**
 * Starts `server/main.ts` with these settings and no others; port 0 unless PORT says
 * otherwise. `under`: the program that starts it, and its words; `script`: what it runs.
 */
export function spawnServer(
  settings: Record<string, string>,
  under: readonly string[] = [],
  script = MAIN,
): ServerProcess {
  const [program, ...words] = [...under, process.execPath, script]
  const child = spawn(program, words, {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: '0',
      LOG_LEVEL: 'silent',
      // The machine may be busy with other tests.
      MAX_LOOP_DELAY: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exit = (async (): Promise<Exit> => {
    await once(child, 'close')
    return { code: child.exitCode, signal: child.signalCode, stdout, stderr }
  })()
  const ready = (async (): Promise<string> => {
    for await (const line of createInterface(child.stdout)) {
      const address = /^Catchword is at (\S+)$/.exec(line)?.[1]
      if (address !== undefined) return address
    }
    throw new Error(`The server ended before it was ready: ${stderr}`)
  })()
  // A test that waits for the exit only does not look at it.
  ready.catch(() => undefined)
  return { child, ready, exit }
}
