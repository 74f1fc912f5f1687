import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { endWithProblem, HttpProblem } from './errors.ts'

/** How long open connections may still bring requests once the closing began, in ms. */
const ARRIVING_MS = 1000

/** How long requests under way may take, in ms: of the ten seconds of main.ts two are for the database. */
const FINISHING_MS = 8000

/** At the end of how long an iteration of the event loop the port is closed, in ms. */
const SHORT_MS = 0.5

/**
 * Resets no request while the server closes: connections in the system's queue are accepted, what is on its way has a
 * second to arrive, the last response ends its connection, then idle connections are closed. What is not finished in
 * time is told 503. Node by itself resets the queue, and closes connections at once, except those never used.
 */
export function registerClosing(app: FastifyInstance): void {
  const { server } = app
  const open = new Set<Socket>()
  /** The last request of each connection whose response is not sent. */
  const last = new Map<Socket, { request: IncomingMessage; response: ServerResponse }>()
  let accepted = 0
  let isClosing = false
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  server.on('connection', (socket) => {
    accepted += 1
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', (request, response) => {
    const { socket } = request
    last.set(socket, { request, response })
    response.once('close', () => {
      if (last.get(socket)?.response !== response) return
      last.delete(socket)
      if (isOver) socket.destroySoon()
    })
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!isClosing) return
    // Fastify ends the connection by every response; those behind it in a pipeline would be lost.
    if (last.get(raw.socket)?.request === raw) void reply.header('connection', 'close')
    else reply.raw.removeHeader('connection')
  })

  /**
   * Accepts what waits in the system's queue, and closes the port; whoever comes later is refused, not reset. Returns
   * what resolves when the connections that were accepted last are closed.
   */
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
      // In a long iteration somebody may have come after it looked.
    } while ((accepted > before || performance.now() > began + SHORT_MS) && began < end)
    return { closed: once(rest.close(), 'close') }
  }

  app.addHook('preClose', async () => {
    isClosing = true
    timer = setTimeout(() => {
      app.log.warn('requests took too long for the closing')
      const problem = new HttpProblem(503, 'busy', 'The server is closing. Please try again.')
      for (const { response } of last.values()) endWithProblem(response, problem)
      setImmediate(() => server.closeAllConnections())
    }, FINISHING_MS)
    const rest = await closePort()
    const end = performance.now() + ARRIVING_MS
    while (open.size > 0 && performance.now() < end) await wait(20)
    // What has arrived by now is read before the connections without a request are closed.
    await nextTick()
    await nextTick()
    isOver = true
    for (const socket of open) if (!last.has(socket)) socket.destroySoon()
    await rest?.closed
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}
