import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only block of IPv6 that is given out. */
const ASSIGNED = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is one of the public internet, and no IPv4 address in IPv6 (docs/security.md 6). */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js reads more than one way of writing an address, such as 127.1.
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return (
    parsed.range() === 'unicast' && (!(parsed instanceof ipaddr.IPv6) || parsed.match(ASSIGNED))
  )
}
