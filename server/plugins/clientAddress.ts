import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

/** The last of a list of addresses that are read: no request passes more proxies. */
const MOST_HOPS = 32

/** An address without port, brackets and zone, in the one way to write it; `undefined` where it is none. */
function plainAddress(entry: string): string | undefined {
  const bare = entry.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2').replace(/%.*/, '')
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare).toString()
}

/**
 * X-Forwarded-For with each address in one spelling, whatever port a proxy adds. What stands before an entry that is
 * no address is dropped: such a client counts as the proxy that wrote it.
 */
export function plainForwardedFor(header: string): string {
  const entries = header.split(',').map((entry) => entry.trim())
  const last = entries.filter((entry) => entry !== '').slice(-MOST_HOPS)
  const addresses = last.map(plainAddress)
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ')
}

/** Whom an address belongs to: itself, or its /64 for IPv6, as @fastify/rate-limit counts. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const bare = ipaddr.process(address.replace(/%.*/, ''))
  if (bare.kind() === 'ipv4') return bare.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${bare.toString()}/64`).toString()
}

/** Rewrites X-Forwarded-For before anything reads `request.ip`. */
export function registerClientAddress(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { headers } }) => {
    const header = headers['x-forwarded-for']
    // An emptied one stays: it says that the request came by a proxy.
    if (typeof header === 'string') headers['x-forwarded-for'] = plainForwardedFor(header)
  })
}
