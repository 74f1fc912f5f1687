import { BlockList, isIPv4, isIPv6 } from 'node:net'

// The special-purpose blocks of IPv4 that do not lead to the public internet (IANA registry, RFC 6890).
const NOT_PUBLIC_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]

// In 2000::/3, the only block of IPv6 that is given out: protocol assignments with Teredo, and 6to4,
// which both carry IPv4 addresses inside, and documentation.
const NOT_PUBLIC_V6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const refused = new BlockList()
for (const [net, prefix] of NOT_PUBLIC_V4) refused.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of NOT_PUBLIC_V6) refused.addSubnet(net, prefix, 'ipv6')
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an IP address is one of the public internet: not this machine, not its network, not a
 * cloud's metadata service, not an IPv4 address dressed as IPv6 (../shared/security.md 3.6).
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4')
  if (!isIPv6(address)) return false
  return given.check(address, 'ipv6') && !refused.check(address, 'ipv6')
}
