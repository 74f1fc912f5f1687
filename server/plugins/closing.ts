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
  const open = new Set<Socket>()
  const busy = new WeakSet<Socket>()
  let isClosing = false
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    busy.add(socket)
    response.once('close', () => {
      busy.delete(socket)
      if (isOver) socket.destroySoon()
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    isClosing = true
    timer = setTimeout(() => {
      app.log.warn('requests took too long for the closing')
      server.closeAllConnections()
    }, FINISHING_MS)
    const end = performance.now() + ARRIVING_MS
    // Not longer than needed: new connections in the system's queue are reset in the end.
    while (open.size > 0 && performance.now() < end) await wait(20)
    isOver = true
    for (const socket of open) if (!busy.has(socket)) socket.destroy()
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}
