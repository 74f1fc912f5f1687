import { existsSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { closeGracefully } from './closing.ts'

// What connections may take: how many there are, and what each sends at once and how slowly.

/** The part of the files a process may have open that connections may take; requests need the rest. */
const FILES_SHARE = 0.75

/** Linux says how many files a process may have open. */
const LIMITS = '/proc/self/limits'

/**
 * Bounds how many connections there are at once: without a file left the process cannot even read how much memory
 * it has, and ends. Whoever comes beyond the bound is disconnected, and idle connections make room.
 */
function limitCount({ server, log }: FastifyInstance): void {
  const limits = existsSync(LIMITS) ? readFileSync(LIMITS, 'utf8') : ''
  const files = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  if (files === undefined) return
  server.maxConnections = Math.floor(Number(files) * FILES_SHARE)
  server.on('drop', () => {
    log.warn('too many connections')
    server.closeIdleConnections()
  })
}

/** How much is parsed before the bounds below are looked at, in bytes: Node would parse 64 KiB. */
const PIECE = 1024

/** Requests under way on one connection: browsers and proxies send the next when they have a response. */
const REQUESTS_AT_ONCE = 4

/** Chunks of a body, beside one for each 64 bytes: Node calls back for every one. */
const CHUNKS = 256
const BYTES_A_CHUNK = 64

/** Ends connections that send many requests at once or a body in tiny chunks, whose parsing would hold everybody up. */
function limitParsing(app: FastifyInstance): void {
  const { server } = app
  const underWay = new WeakMap<Socket, number>()
  const count = (socket: Socket, change: number): number => {
    const requests = (underWay.get(socket) ?? 0) + change
    underWay.set(socket, requests)
    return requests
  }

  server.on('connection', (socket) => {
    // What somebody listens to comes by `push` before it is parsed.
    socket.on('data', () => undefined)
    const push = socket.push.bind(socket)
    socket.push = (bytes: unknown) => {
      if (!Buffer.isBuffer(bytes)) return push(bytes)
      let goesOn = true
      for (let at = 0; at < bytes.length && !socket.destroyed; at += PIECE)
        goesOn = push(bytes.subarray(at, at + PIECE))
      return goesOn && !socket.destroyed
    }
  })
  // Before Fastify's own listener.
  server.prependListener('request', (request, response) => {
    const { headers, socket } = request
    response.once('close', () => count(socket, -1))
    if (count(socket, 1) > REQUESTS_AT_ONCE) socket.destroy()
    if (headers['transfer-encoding'] === undefined) return
    let chunks = 0
    let received = 0
    const push = request.push.bind(request)
    request.push = (chunk: unknown) => {
      if (!Buffer.isBuffer(chunk)) return push(chunk)
      chunks += 1
      received += chunk.length
      if (chunks > CHUNKS + received / BYTES_A_CHUNK) socket.destroy()
      return !socket.destroyed && push(chunk)
    }
    // Nobody reads the rest, so nothing would count it.
    response.once('finish', () => request.complete || socket.destroySoon())
  })
  // What was parsed with it is not worked on.
  app.addHook('onRequest', async ({ raw }, reply) => {
    if ((underWay.get(raw.socket) ?? 0) > REQUESTS_AT_ONCE) reply.hijack()
  })
}

/** How long bodies may take to arrive, in ms, unless a test asks for less. */
export const BODY_TIMES = {
  /** Of every request, from its headers on. */
  ordinary: 15_000,
  /** Of an upload, from when its reader is let in: 5 MiB at 350 kbit/s. */
  upload: 120_000,
}
export type BodyTimes = typeof BODY_TIMES

/** A route with `config: TAKES_UPLOADS` takes bodies that may take as long as an upload. */
export const TAKES_UPLOADS = { takesUploads: true }

/** How soon after the 408 the connection is cut, in ms. */
const CUT_AFTER_MS = 1000

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Ends requests whose body takes too long with a 408; Node has one bound for all, that of uploads (decision page 0026). */
function limitBodyTimes(app: FastifyInstance, times: BodyTimes): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

  const allow = (request: FastifyRequest, time: number): void => {
    const { raw } = request
    clearTimeout(timers.get(request))
    if (raw.complete) return
    const end = (): void => {
      // A request that was injected has no socket.
      if (raw.complete || !(raw.socket instanceof Socket)) return
      const code = 'ERR_HTTP_REQUEST_TIMEOUT'
      const error = Object.assign(new Error('The body took too long.'), { code })
      app.server.emit('clientError', error, raw.socket)
      // Whoever goes on sending would else keep it.
      setTimeout(() => raw.socket.destroy(), CUT_AFTER_MS).unref()
    }
    const timer = setTimeout(end, time).unref()
    timers.set(request, timer)
    raw.once('close', () => clearTimeout(timer))
  }

  // The socket of a request that is worked on is idle, too: Node would cut it at its connection timeout.
  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    reply.raw.on('timeout', (socket: Socket) => {
      if (!raw.complete || reply.raw.headersSent) socket.destroy()
    })
    if (hasBody(request)) allow(request, times.ordinary)
  })
  // The guard of the route comes in between: who is no reader gets no longer time.
  app.addHook('preParsing', async (request) => {
    if (hasBody(request) && 'takesUploads' in request.routeOptions.config)
      allow(request, times.upload)
  })
}

/**
 * Disconnects who has gone before being accepted: nobody can be told, and no limit can count what it sent. Of everybody
 * else Node keeps the address that is read here, so `request.ip` is known even when the connection has ended meanwhile.
 */
function readAddresses({ server }: FastifyInstance): void {
  server.on('connection', (socket) => {
    if (socket.remoteAddress === undefined) socket.destroy()
  })
}

/** How many connections there are, whose they are, what they may send at once and how slowly, and how they end. */
export const connections = plugin<{ times?: BodyTimes }>(
  async (app, { times = BODY_TIMES }) => {
    limitCount(app)
    readAddresses(app)
    limitParsing(app)
    // Whatever is expected beside 100-continue is a request like others; Node would refuse it before any limit.
    app.server.on('checkExpectation', (request, response) =>
      app.server.emit('request', request, response),
    )
    limitBodyTimes(app, times)
    closeGracefully(app)
  },
  { name: 'connections' },
)
