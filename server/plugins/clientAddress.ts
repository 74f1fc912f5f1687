import { isIP } from 'node:net'
import plugin from 'fastify-plugin'
import ipaddr from 'ipaddr.js'

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
  const addresses = entries.filter((entry) => entry !== '').map(plainAddress)
  return addresses.slice(addresses.lastIndexOf(undefined) + 1).join(', ')
}

/** Rewrites X-Forwarded-For before anything reads `request.ip`, and says once where nothing may believe it. */
export const clientAddress = plugin(
  async (app) => {
    let isTold = false
    app.addHook('onRequest', async (request) => {
      const { headers, socket } = request.raw
      const header = headers['x-forwarded-for']
      if (typeof header !== 'string') return
      // An emptied one stays: it says that the request came by a proxy.
      const client = (headers['x-forwarded-for'] = plainForwardedFor(header))
      if (isTold || client === '' || request.ip !== socket.remoteAddress || client === request.ip)
        return
      isTold = true
      const fault =
        'TRUST_PROXY does not name this proxy: all its readers count as one in every limit'
      request.log.warn({ proxy: request.ip }, fault)
    })
  },
  { name: 'clientAddress' },
)
