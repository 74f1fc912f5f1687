import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf } from './accessLog.ts'
import { createRanges, plainForwardedFor } from './clientAddress.ts'
import { MONITOR_PATHS } from './monitorGuard.ts'

const NOT_TRUSTED =
  'TRUST_PROXY does not name this proxy: all its readers count as one in every limit'
const NO_CLIENT =
  'a proxy of TRUST_PROXY sends no X-Forwarded-For: all its readers count as one in every limit'

/** Rewrites X-Forwarded-For before anything reads `request.ip`; says once where nothing may believe it or it is missing. */
export function readProxies(app: FastifyInstance, trustProxy: readonly string[]): void {
  const isProxy = createRanges(trustProxy)
  const told = new Set<string>()
  const tell = (request: FastifyRequest, fault: string): void => {
    if (told.has(fault)) return
    told.add(fault)
    request.log.warn({ proxy: request.socket.remoteAddress }, fault)
  }
  app.addHook('onRequest', async (request) => {
    const { headers, socket } = request.raw
    const header = headers['x-forwarded-for']
    if (typeof header !== 'string') {
      const isReader = !MONITOR_PATHS.has(routeOf(request))
      if (isReader && isProxy(socket.remoteAddress ?? '')) tell(request, NO_CLIENT)
      return
    }
    // An emptied one stays: it says that the request came by a proxy.
    const client = (headers['x-forwarded-for'] = plainForwardedFor(header))
    const isBelieved = request.ip !== socket.remoteAddress || client === request.ip
    if (client !== '' && !isBelieved) tell(request, NOT_TRUSTED)
  })
}
