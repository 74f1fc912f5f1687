import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How long bodies may take to arrive, in ms. */
export interface BodyTimes {
  /** Of every request, from its headers on. */
  ordinary: number
  /** Of an upload, from when its reader is let in: 5 MiB at 350 kbit/s. */
  upload: number
}

/** What holds unless a test asks for less. */
export const BODY_TIMES: BodyTimes = { ordinary: 15_000, upload: 120_000 }

/** A route with `config: UPLOADS` takes bodies that may take as long as an upload. */
export const UPLOADS = { takesUploads: true }

/** For how long a connection that was told so may stay, in ms. */
const LEFT_MS = 1000

function hasBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return headers['content-length'] !== undefined && headers['content-length'] !== '0'
}

/**
 * Ends requests whose body takes too long, with the 408 that Node has for them. Node's own bound is one for
 * all requests: it has to be that of uploads, and here everything else gets a shorter one (decision page
 * 0036). Register it before what turns requests away, since their bodies go on arriving.
 */
export function registerBodyTimes(app: FastifyInstance, times: BodyTimes): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

  const allow = (request: FastifyRequest, time: number): void => {
    const { raw } = request
    clearTimeout(timers.get(request))
    if (raw.complete) return
    const end = (): void => {
      // A request that was injected has no socket.
      if (raw.complete || !(raw.socket instanceof Socket)) return
      const error = Object.assign(new Error('The body took too long.'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      })
      app.server.emit('clientError', error, raw.socket)
      // Whoever goes on sending would else keep it.
      setTimeout(() => raw.socket.destroy(), LEFT_MS).unref()
    }
    const timer = setTimeout(end, time).unref()
    timers.set(request, timer)
    raw.once('close', () => clearTimeout(timer))
  }

  app.addHook('onRequest', async (request) => {
    if (hasBody(request)) allow(request, times.ordinary)
  })
  // The guard of the route comes in between: who is no reader gets no longer time.
  app.addHook('preParsing', async (request) => {
    if (hasBody(request) && 'takesUploads' in request.routeOptions.config)
      allow(request, times.upload)
  })
}
