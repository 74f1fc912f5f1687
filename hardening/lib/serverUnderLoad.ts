import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnServer, type ServerProcess } from '../../test/process.ts'
import { prepareTraffic, type Traffic } from './traffic.ts'

/** A server of its own and who asks it. */
export interface ServerUnderLoad {
  server: ServerProcess
  traffic: Traffic
  /** A figure of GET /metrics, by its name with labels. */
  metric(name: string): Promise<number>
  /** Ends it and removes its data; answers how it ended. */
  close(): Promise<{ code: number | null }>
}

/** Starts a server as hosts run it, with limits that no load reaches, and signs readers in. */
export async function openServerUnderLoad(
  settings: Record<string, string> = {},
): Promise<ServerUnderLoad> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-load-'))
  const server = spawnServer({
    DATA_DIR: folder,
    RATE_LIMIT_FACTOR: '1000000',
    LOGIN_FREE_FAILURES: '1000000',
    LOGIN_FAILURES_PER_DAY: '1000000',
    MAX_LOOP_DELAY: '250',
    ...settings,
  })
  const close = async (): Promise<{ code: number | null }> => {
    server.child.kill('SIGTERM')
    const { code } = await server.exit
    rmSync(folder, { recursive: true, force: true })
    return { code }
  }
  try {
    const traffic = await prepareTraffic(await server.ready, 32)
    return {
      server,
      traffic,
      async metric(name) {
        const text = await (await fetch(`${traffic.address}/metrics`)).text()
        const line = text.split('\n').find((line) => line.startsWith(`${name} `))
        if (line === undefined) throw new Error(`There is no figure ${name}.`)
        return Number(line.slice(name.length + 1))
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
