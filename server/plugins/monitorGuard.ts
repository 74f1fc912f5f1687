import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback, type Config } from '../config.ts'
import { sha256 } from '../lib/secrets.ts'
import { createRanges } from './clientAddress.ts'
import { notFound } from './errors.ts'

// Who may watch the server.

/** What those who watch the server ask: never shed, and for them alone. */
export const MONITOR_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

export type MonitorConfig = Pick<Config, 'monitorAllow' | 'monitorToken' | 'trustProxy'>

const LOOPBACK = ['127.0.0.0/8', '::1']

/** Headers by which a proxy says that its request is somebody else's. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.+|x-real-ip)$/

/** Whether a request without such a header is as proxies send it that add none: in old HTTP, or for another host. */
function isPassedOn(request: FastifyRequest): boolean {
  const { headers, raw } = request
  return (
    raw.httpVersion === '1.0' || /\bclose\b/i.test(headers.connection ?? '') || !isLoopback(request)
  )
}

/**
 * Lets in who may watch the server: this machine, MONITOR_ALLOW, and MONITOR_TOKEN. What comes by a proxy is from whom
 * a proxy of TRUST_PROXY says, or from nobody. @throws HttpProblem 404
 */
export function createMonitorGuard({
  monitorAllow,
  monitorToken,
  trustProxy,
}: MonitorConfig): (request: FastifyRequest) => Promise<void> {
  const isNamed = createRanges(monitorAllow)
  const isLocal = createRanges(LOOPBACK)
  const isProxy = createRanges(trustProxy)
  const token = monitorToken === undefined ? undefined : sha256(`Bearer ${monitorToken}`)
  return async (request) => {
    const { headers, ip, socket } = request
    if (token && timingSafeEqual(token, sha256(headers.authorization ?? ''))) return
    // Behind a proxy that TRUST_PROXY does not name everyone has the proxy's address.
    const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name))
    const isWatcher = isForwarded
      ? ip !== socket.remoteAddress && isNamed(ip)
      : (isNamed(ip) && !isProxy(ip)) || (isLocal(ip) && !isPassedOn(request))
    if (!isWatcher) throw notFound()
  }
}
