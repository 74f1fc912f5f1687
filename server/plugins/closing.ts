import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { HttpProblem } from './errors.ts'

/** How long a connection may still bring a request that was on its way as the closing began, in ms. */
const ARRIVING_MS = 1000

/** How long requests under way may take, in ms: of the ten seconds of main.ts two are for the database. */
const FINISHING_MS = 8000

/**
 * Closes the server without breaking off an answer: requests that arrive meanwhile are sent elsewhere with
 * 503, those under way have eight seconds, and connections without one end after a second. Node by itself
 * closes only those that have had a request, and looks after no time limit any more.
 */
export function registerClosing(app: FastifyInstance): void {
  const { server } = app
  /** The requests under way on each connection. */
  const underWay = new Map<Socket, number>()
  const timers: NodeJS.Timeout[] = []
  let isClosing = false
  let isOver = false

  server.on('connection', (socket: Socket) => {
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
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
    timers.push(setTimeout(endUnused, ARRIVING_MS), setTimeout(endAll, FINISHING_MS))
  })
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
  })
  app.addHook('onRequest', async () => {
    if (isClosing) {
      throw new HttpProblem(503, 'busy', 'The server is restarting. Please try again.', {
        retryAfter: 1,
      })
    }
  })
  // A connection kept alive would hold the closing up.
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}
