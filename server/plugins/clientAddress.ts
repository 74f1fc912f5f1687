import { BlockList, isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

// The address of a client: how it is written, in which ranges it is, and what proxies say of it.

/** An address without port, brackets and zone, in the one way to write it; `undefined` where it is none. */
function plainAddress(entry: string): string | undefined {
  const bare = entry.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2').replace(/%.*/, '')
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare).toString()
}

/** What counts as one client: an address, of IPv6 its first 64 bits. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  // A socket for both kinds gives IPv4 as IPv6.
  const plain = ipaddr.process(address)
  return plain instanceof ipaddr.IPv6 ? plain.parts.slice(0, 4).join(':') : plain.toString()
}

/**
 * X-Forwarded-For with each address in one spelling, whatever port a proxy adds. What stands before an entry that is
 * no address is dropped: such a client counts as the proxy that wrote it.
 */
export function plainForwardedFor(header: string): string {
  const entries = header.split(',').map((entry) => entry.trim())
  const addresses = entries.filter((entry) => entry !== '').map(plainAddress)
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ')
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether an address is in one of these ranges. */
export function createRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix = isIP(range) === 6 ? 128 : 32] = range.split('/')
    list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

const NOT_TRUSTED =
  'TRUST_PROXY does not name this proxy: all its readers count as one in every limit'
const NO_CLIENT =
  'a proxy of TRUST_PROXY sends no X-Forwarded-For: all its readers count as one in every limit'

/**
 * Rewrites X-Forwarded-For before anything reads `request.ip`; says once where nothing may believe it, or where it is
 * missing of what is not for monitors.
 */
export function readProxies(
  app: FastifyInstance,
  trustProxy: readonly string[],
  isForMonitors: (request: FastifyRequest) => boolean,
): void {
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
      if (!isForMonitors(request) && isProxy(socket.remoteAddress ?? '')) tell(request, NO_CLIENT)
      return
    }
    // An emptied one stays: it says that the request came by a proxy.
    const client = (headers['x-forwarded-for'] = plainForwardedFor(header))
    const isBelieved = request.ip !== socket.remoteAddress || client === request.ip
    if (client !== '' && !isBelieved) tell(request, NOT_TRUSTED)
  })
}
