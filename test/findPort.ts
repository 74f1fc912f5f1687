import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Has a server listen on this machine, at a free port unless one is given, and answers the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return address.port
}

/** A port of this machine that was free a moment ago. */
export async function findPort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  await once(server, 'close')
  return port
}
