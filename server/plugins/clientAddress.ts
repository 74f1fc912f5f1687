import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

// The addresses of clients: how they are written, and in which ranges they are.

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
