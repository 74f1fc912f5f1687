import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PostgresServerMessage } from './postgresServer.ts'

/** A PostgreSQL server for one program or one file of tests. */
export interface RunningPostgres {
  url: string
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/** The server at TEST_DATABASE_URL, or one that is started now with these words; or why there is none on this machine. */
export async function startPostgres(...words: string[]): Promise<RunningPostgres | string> {
  const url = process.env['TEST_DATABASE_URL']
  if (url !== undefined) return { url, stop: async () => undefined }
  const server = join(import.meta.dirname, 'postgresServer.ts')
  const child = fork(server, words, { execArgv: [], stdio: 'inherit' })
  const message = await new Promise<PostgresServerMessage>((resolve) => {
    child.once('message', (message: PostgresServerMessage) => resolve(message))
    child.once('exit', (code) => resolve({ failure: `it ended with code ${code}` }))
  })
  if ('failure' in message) return `PostgreSQL does not start: ${message.failure}`
  return {
    url: message.url,
    async stop() {
      if (!child.connected) return
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
