import { lookup as resolveName } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import ipaddr from 'ipaddr.js'
import { MIB_BYTES } from '../../contract/units.ts'

/** What a download may cost: ms and bytes. */
const TIMEOUT_MS = 5000
const MOST_BYTES = 5 * MIB_BYTES

/** How a download reaches the network; tests bring their own. */
export interface DownloadTools {
  request?: (url: URL, options: RequestOptions) => ClientRequest
  resolve?: (host: string) => Promise<LookupAddress[]>
  isAllowedAddress?: (address: string) => boolean
}

const USER_AGENT = 'Catchword (book covers)'

function parse(text: string): URL {
  const url = URL.parse(text)
  if (!url) throw new Error(`not a link: ${text.slice(0, 200)}`)
  // Catalogues still hand out http links to hosts that all speak https.
  if (url.protocol === 'http:' && url.port === '') url.protocol = 'https:'
  return url
}

function check(url: URL, hosts: readonly string[]): void {
  const plain = url.protocol === 'https:' && url.port === '' && !url.username && !url.password
  // Addresses have no name to resolve, so the check on resolving would not see them.
  if (!plain || !hosts.includes(url.hostname) || isIP(url.hostname.replaceAll(/[[\]]/g, ''))) {
    throw new Error(`not an allowed address: ${url.origin}`)
  }
}

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

/** Resolves a name for a connection and refuses it if any of its addresses is not allowed. */
function guardedLookup(tools: DownloadTools): LookupFunction {
  const resolve = tools.resolve ?? ((host: string) => resolveName(host, { all: true }))
  const isAllowed = tools.isAllowedAddress ?? isPublicAddress
  const addressesOf = async (host: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(host)
    const bad = addresses.find(({ address }) => !isAllowed(address))
    if (bad || addresses.length === 0) {
      // As of a name that leads nowhere: there is no way to this host.
      const error = new Error(`${host} is at ${bad?.address ?? 'no address'}`)
      throw Object.assign(error, { code: 'EADDRNOTAVAIL' })
    }
    return addresses
  }
  const lookup = callbackify(addressesOf)
  return (host, options, callback) => {
    lookup(host, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error(`${host} has no address`), [])
      else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

function open(
  url: URL,
  options: Pick<RequestOptions, 'signal' | 'lookup'>,
  { request: send = httpsRequest }: DownloadTools,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A connection of its own: a reused one could lead where an earlier check allowed it.
    const own = { agent: false, headers: { accept: 'image/*', 'user-agent': USER_AGENT } }
    const request = send(url, { ...options, ...own })
    request.once('response', resolve).once('error', reject)
    request.end()
  })
}

async function read(response: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new Error(`more than ${MOST_BYTES} bytes`)
  if (Number(response.headers['content-length'] ?? 0) > MOST_BYTES) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  const stream: AsyncIterable<Buffer> = response
  for await (const chunk of stream) {
    size += chunk.length
    if (size > MOST_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Downloads over https from allowed hosts, at checked addresses; follows no redirect (docs/security.md 6). Rejects otherwise. */
export async function download(
  link: string,
  hosts: readonly string[],
  tools: DownloadTools,
): Promise<Buffer> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const lookup = guardedLookup(tools)
  const url = parse(link)
  check(url, hosts)
  const response = await open(url, { signal, lookup }, tools)
  try {
    const { statusCode = 0 } = response
    if (statusCode === 200) return await read(response)
    throw new Error(`${url.host} answered ${statusCode}`)
  } finally {
    response.destroy()
  }
}
