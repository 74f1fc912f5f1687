import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PostgresServerMessage } from '../../postgresServer.ts'

const SERVER = join(import.meta.dirname, '../../postgresServer.ts')

/** A PostgreSQL server for one program. */
interface HardeningPostgres {
  url: string
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL whose commits are durable, or says why there is none on this machine. */
export async function startPostgres(): Promise<HardeningPostgres | string> {
  const url = process.env['TEST_DATABASE_URL']
  if (url !== undefined) return { url, stop: async () => undefined }
  const child = fork(SERVER, ['--durable'], { execArgv: [], stdio: 'inherit' })
  const message = await new Promise<PostgresServerMessage>((resolve) => {
    child.once('message', (message: PostgresServerMessage) => resolve(message))
    child.once('exit', (code) => resolve({ failure: `it ended with code ${code}` }))
  })
  if ('failure' in message) return `PostgreSQL does not start: ${message.failure}`
  return {
    url: message.url,
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
