import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { notFound } from './errors.ts'

/** What those who watch the server ask: never shed, never limited, and for them alone. */
export const MONITOR_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

const LOOPBACK = ['127.0.0.0/8', '::1']

/** Headers by which a proxy says that it asks for somebody else. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

function createRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return (address) => {
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * A hook that lets in who may watch the server: this machine and the proxies of TRUST_PROXY when they ask
 * for themselves, and MONITOR_ALLOW. Who is asked for must be named in MONITOR_ALLOW, and the proxy that
 * says so in TRUST_PROXY. To everyone else the route does not exist.
 *
 * @throws HttpProblem 404
 */
export function createMonitorGuard({
  monitorAllow,
  trustProxy,
}: Pick<Config, 'monitorAllow' | 'trustProxy'>): (request: FastifyRequest) => Promise<void> {
  const isNamed = createRanges(monitorAllow)
  const isAllowed = createRanges([...LOOPBACK, ...trustProxy, ...monitorAllow])
  return async ({ headers, ip, socket }) => {
    // Behind a proxy that TRUST_PROXY does not name everyone has the proxy's address.
    const isForwarded = FORWARDED.some((name) => name in headers)
    const isWatcher = isForwarded ? ip !== socket.remoteAddress && isNamed(ip) : isAllowed(ip)
    if (!isWatcher) throw notFound()
  }
}
