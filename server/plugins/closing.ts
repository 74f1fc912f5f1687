import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long open connections may still bring requests once the closing began, in ms. */
const ARRIVING_MS = 1000

/** How long requests under way may take, in ms: of the ten seconds of main.ts two are for the database. */
const FINISHING_MS = 8000

/**
 * Resets no request while the server closes: what is on its way has a second to arrive, every response ends its
 * connection, then idle connections are closed. Node by itself closes them at once, except those never used.
 */
export function registerClosing(app: FastifyInstance): void {
  const { server } = app
  const idle = new Set<Socket>()
  let isClosing = false
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  server.on('connection', (socket) => {
    idle.add(socket)
    socket.once('close', () => idle.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    idle.delete(socket)
    response.once('close', () => {
      if (isOver) socket.destroySoon()
      else if (!socket.destroyed) idle.add(socket)
    })
  })
  const closeAll = (): void => {
    app.log.warn('requests took too long for the closing')
    server.closeAllConnections()
  }

  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isClosing = true
    timer = setTimeout(closeAll, FINISHING_MS)
    if (idle.size > 0) await wait(ARRIVING_MS)
    isOver = true
    for (const socket of idle) socket.destroy()
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}
