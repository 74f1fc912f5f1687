import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { endWithProblem, HttpProblem } from './errors.ts'

// How connections end when the server closes.

/** How long open connections may still bring requests once the closing began, in ms. */
const ARRIVING_MS = 1000

/** How long requests under way may take, in ms: of the ten seconds of main.ts two are for the database. */
const FINISHING_MS = 8000

/** An iteration of the event loop in which nothing happens is shorter, in ms. */
const SHORT_MS = 0.5

/**
 * Resets no request while the server closes: connections in the system's queue are accepted, what is on its way has a
 * second to arrive, the last response ends its connection, then idle connections are closed. What is not finished in
 * time is told 503. Node by itself resets the queue, and closes connections at once, except those never used.
 */
export function closeGracefully(app: FastifyInstance): void {
  const { server } = app
  const open = new Set<Socket>()
  /** The responses that are not sent, by their connection. */
  const unanswered = new Map<Socket, ServerResponse>()
  let accepted = 0
  let isClosing = false
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  server.on('connection', (socket) => {
    accepted += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    unanswered.set(socket, response)
    response.once('close', () => {
      unanswered.delete(socket)
      if (isOver) socket.destroySoon()
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })

  /** Accepts what waits in the system's queue and closes the port; returns what resolves when the last of it is closed. */
  async function closePort(): Promise<{ closed: Promise<unknown> } | undefined> {
    if (!server.listening) return undefined
    const rest = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    )
    // Listening again on the same port, with a queue that takes nobody new while it is not empty.
    rest.listen(server, 1)
    const end = performance.now() + FINISHING_MS - ARRIVING_MS
    let before: number
    let began: number
    // Node accepts one in each iteration of the event loop; of the first only the end is left.
    await nextTick()
    do {
      before = accepted
      began = performance.now()
      await nextTick()
      // In a longer iteration somebody may have come after Node looked at the queue.
    } while ((accepted > before || performance.now() > began + SHORT_MS) && began < end)
    return { closed: once(rest.close(), 'close') }
  }

  app.addHook('preClose', async () => {
    isClosing = true
    timer = setTimeout(() => {
      app.log.warn('requests took too long during shutdown')
      const problem = new HttpProblem(503, 'busy', ERROR_TEXTS.closing)
      for (const response of unanswered.values()) endWithProblem(response, problem)
      setImmediate(() => server.closeAllConnections())
    }, FINISHING_MS)
    const rest = await closePort()
    const end = performance.now() + ARRIVING_MS
    while (open.size > 0 && performance.now() < end) await wait(20)
    // What has arrived by now is read before the connections without a request are closed.
    await nextTick()
    await nextTick()
    isOver = true
    for (const socket of open) if (!unanswered.has(socket)) socket.destroySoon()
    await rest?.closed
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}
