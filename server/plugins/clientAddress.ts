import { isIP } from 'node:net'
import plugin from 'fastify-plugin'
import ipaddr from 'ipaddr.js'
import type { Config } from '../config.ts'

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

/** Rewrites X-Forwarded-For before anything reads `request.ip`; where no proxy is trusted, nothing reads the header. */
export const clientAddress = plugin<{ config: Pick<Config, 'trustProxy'> }>(
  async (app, { config }) => {
    if (config.trustProxy.length === 0) return
    app.addHook('onRequest', async ({ raw: { headers } }) => {
      const header = headers['x-forwarded-for']
      // An emptied one stays: it says that the request came by a proxy.
      if (typeof header === 'string') headers['x-forwarded-for'] = plainForwardedFor(header)
    })
  },
  { name: 'clientAddress' },
)
