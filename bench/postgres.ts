import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PostgresServerMessage } from '../server/testing/postgresServer.ts'

const SERVER = join(import.meta.dirname, '../server/testing/postgresServer.ts')

/**
 * Runs `work` with a folder for files and a PostgreSQL server that writes durably; both are gone
 * afterwards. `url` is that of an empty database.
 */
export async function withPostgres(
  work: (given: { folder: string; url: string }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'catchword-bench-'))
  const postgres = fork(SERVER, ['--durable'])
  try {
    const [message]: PostgresServerMessage[] = await once(postgres, 'message')
    if (!message || !('url' in message)) throw new Error(message?.failure ?? 'no PostgreSQL')
    await work({ folder, url: message.url })
  } finally {
    const ended = once(postgres, 'exit')
    if (postgres.connected) postgres.disconnect()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
