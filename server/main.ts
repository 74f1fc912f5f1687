import closeWithGrace from 'close-with-grace'
import { readConfig } from './config.ts'
import { fail, start } from './start.ts'

/** Signals of a crash: Node goes on for ever where anybody listens to them. */
const CRASHES = ['SIGBUS', 'SIGFPE', 'SIGILL', 'SIGSEGV', 'SIGTRAP'] as const

try {
  const server = await start(readConfig(process.env))
  const options = { delay: 10_000, logger: server.app.log, skip: [...CRASHES] }
  closeWithGrace(options, async ({ err }) => {
    if (err) server.app.log.fatal({ err }, 'shutting down after an error')
    await server.close()
  })
  console.log(`Catchword is at ${server.address}`)
} catch (error) {
  fail(error)
}
