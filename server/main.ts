import closeWithGrace from 'close-with-grace'
import { readConfig } from './config.ts'
import { fail, start } from './start.ts'

try {
  const server = await start(readConfig(process.env))
  closeWithGrace({ delay: 10_000, logger: server.app.log }, async ({ err }) => {
    if (err) server.app.log.fatal({ err }, 'closing after an error')
    await server.close()
  })
  console.log(`Catchword is at ${server.address}`)
} catch (error) {
  fail(error)
}
