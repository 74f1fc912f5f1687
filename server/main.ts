import closeWithGrace from 'close-with-grace'
import { FolderSilent } from './checkFolders.ts'
import { readConfig } from './config.ts'
import { start, startFailure } from './start.ts'

try {
  const server = await start(readConfig(process.env))
  closeWithGrace({ delay: 10_000, logger: server.app.log }, async ({ err }) => {
    if (err) server.app.log.fatal({ err }, 'closing after an error')
    await server.close()
  })
  console.log(`Catchword is at ${server.address}`)
} catch (error) {
  console.error(startFailure(error))
  // Node's own exit would wait for the thread that waits for the folder.
  if (error instanceof FolderSilent) process.kill(process.pid, 'SIGKILL')
  process.exit(1)
}
