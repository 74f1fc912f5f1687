import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { notFound } from './errors.ts'

/** What those who watch the server ask: never shed, never limited, and for them alone. */
export const MONITOR_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

const LOOPBACK = ['127.0.0.0/8', '::1']

/** Headers by which a proxy says that its request is somebody else's. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-(?:for|host|proto)|x-real-ip)$/

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function createRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix = isIP(range) === 6 ? 128 : 32] = range.split('/')
    list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/**
 * Lets in who may watch the server: this machine and the proxies of TRUST_PROXY for themselves, and MONITOR_ALLOW.
 * Of a forwarded request, MONITOR_ALLOW names the client and TRUST_PROXY the proxy. @throws HttpProblem 404
 */
export function createMonitorGuard({
  monitorAllow,
  trustProxy,
}: Pick<Config, 'monitorAllow' | 'trustProxy'>): (request: FastifyRequest) => Promise<void> {
  const isNamed = createRanges(monitorAllow)
  const isAllowed = createRanges([...LOOPBACK, ...trustProxy, ...monitorAllow])
  return async ({ headers, ip, socket }) => {
    // Behind a proxy that TRUST_PROXY does not name everyone has the proxy's address.
    const isForwarded = Object.keys(headers).some((name) => FORWARDED.test(name))
    const isWatcher = isForwarded ? ip !== socket.remoteAddress && isNamed(ip) : isAllowed(ip)
    if (!isWatcher) throw notFound()
  }
}
