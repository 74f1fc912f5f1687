import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long a connection may still bring a request that was on its way as the closing began, in ms. */
const ARRIVING_MS = 1000

/** How long requests under way may take, in ms: of the ten seconds of main.ts two are for the database. */
const FINISHING_MS = 8000

/**
 * Closes the server without breaking off an answer: for a second every connection may bring one more request, whose
 * answer ends it; then those without one end, and requests under way have eight seconds. Node by itself breaks off
 * connections that were used and may bring a request, and looks after no time limit any more.
 */
export function registerClosing(app: FastifyInstance): void {
  const { server } = app
  /** The requests under way on each connection. */
  const underWay = new Map<Socket, number>()
  const { promise: allEnded, resolve: tellAllEnded } = Promise.withResolvers<void>()
  let endingAll: NodeJS.Timeout | undefined
  let isClosing = false
  let isOver = false

  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0)
    socket.once('close', () => {
      underWay.delete(socket)
      if (isClosing && underWay.size === 0) tellAllEnded()
    })
  })
  server.on('request', ({ socket }, response) => {
    const count = (change: number): void => {
      const before = underWay.get(socket)
      if (before === undefined) return
      underWay.set(socket, before + change)
      if (isOver && before + change === 0) socket.destroySoon()
    }
    count(1)
    response.once('close', () => count(-1))
  })

  const endUnused = (): void => {
    isOver = true
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy()
  }
  const endAll = (): void => {
    app.log.warn({ connections: underWay.size }, 'requests took too long for the closing')
    server.closeAllConnections()
  }

  app.addHook('preClose', async () => {
    isClosing = true
    endingAll = setTimeout(endAll, FINISHING_MS)
    if (underWay.size > 0)
      await Promise.race([wait(ARRIVING_MS, undefined, { ref: false }), allEnded])
    endUnused()
  })
  app.addHook('onClose', async () => clearTimeout(endingAll))
  // A connection kept alive would hold the closing up.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}
