import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnServer, type ServerProcess } from '../../process.ts'
import { prepareTraffic, type Traffic } from './traffic.ts'

/** A server of its own and who sends it requests. */
export interface ServerUnderLoad {
  server: ServerProcess
  traffic: Traffic
  /** A figure of GET /metrics, by its name with labels. */
  metric(name: string): Promise<number>
  /** Ends the server and removes its data; resolves with its exit code. */
  close(): Promise<number | null>
}

/** Starts a server as hosts run it, with limits that no load reaches, and registers readers. */
export async function openServerUnderLoad(
  settings: Record<string, string> = {},
  script?: string,
): Promise<ServerUnderLoad> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-load-'))
  const defaults = {
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: '1000000',
    LOGIN_FREE_FAILURES: '1000000',
    LOGIN_FAILURES_PER_DAY: '1000000',
    MAX_LOOP_DELAY: '250',
  }
  const server = spawnServer({ ...defaults, ...settings }, [], script)
  const close = async (): Promise<number | null> => {
    server.child.kill('SIGTERM')
    const { code } = await server.exit
    rmSync(folder, { recursive: true, force: true })
    return code
  }
  try {
    const traffic = await prepareTraffic(await server.ready)
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(`${traffic.address}/metrics`)).text()
      const line = text.split('\n').find((line) => line.startsWith(`${name} `))
      if (line === undefined) throw new Error(`There is no figure ${name}.`)
      return Number(line.slice(name.length + 1))
    }
    return { server, traffic, metric, close }
  } catch (error) {
    await close()
    throw error
  }
}
