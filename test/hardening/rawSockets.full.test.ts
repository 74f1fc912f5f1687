import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../testServer.ts'

const GET = 'GET /api/book/detail/emma HTTP/1.1\r\nHost: x\r\n'
const CLOSE = 'Connection: close\r\n\r\n'

const login = (headers: string, body: string) =>
  `POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n${CLOSE}${body}`
const typed = (type: string) =>
  `POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 2\r\n${CLOSE}{}`

/** Requests that no browser sends, byte by byte. */
const ODD: Readonly<Record<string, string>> = {
  'JSON as UTF-16': typed('application/json; charset=utf-16'),
  'a type of 5,000 letters': typed('x'.repeat(5000)),
  'two types': login('Content-Type: text/plain\r\nContent-Length: 2', '{}'),
  'bytes that are no UTF-8': login('Content-Length: 4', '{\xff\xfe}'),
  'a length and chunks': login(
    'Content-Length: 4\r\nTransfer-Encoding: chunked',
    '2\r\n{}\r\n0\r\n\r\n',
  ),
  'two lengths': login('Content-Length: 2\r\nContent-Length: 3', '{}'),
  'a length below zero': login('Content-Length: -1', ''),
  'a length beyond all': login('Content-Length: 99999999999999999999', ''),
  'chunks twice': login('Transfer-Encoding: chunked, chunked', '0\r\n\r\n'),
  'chunks of a bad size': login('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n'),
  'chunks of a huge size': login('Transfer-Encoding: chunked', 'ffffffffffffffff\r\n{}'),
  'a header without a colon': `${GET}nonsense\r\n${CLOSE}`,
  'a NUL in a header': `${GET}X: a\0b\r\n${CLOSE}`,
  'a thousand headers': `${GET}${'X: y\r\n'.repeat(1000)}${CLOSE}`,
  'two hosts': `${GET}Host: y\r\n${CLOSE}`,
  'an absolute address': `GET http://evil.example/api/book/detail/emma HTTP/1.1\r\nHost: x\r\n${CLOSE}`,
  'a tunnel': 'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'an upgrade': `${GET}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the hello of TLS': '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  'an unknown method': `BREW /coffee HTTP/1.1\r\nHost: x\r\n${CLOSE}`,
  'an address of 20 KB': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n${CLOSE}`,
  'requests that are smuggled': `${GET}Content-Length: 30\r\n\r\nGET /metrics HTTP/1.1\r\nX: y\r\n${GET}${CLOSE}`,
}

/** Beginnings of requests that are never finished; a byte of the rest is sent each second. */
const SLOW = [
  ['slow headers', GET, 'X: y\r\n'],
  ['a slow body', 'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5000\r\n\r\n', ' '],
] as const

let server: TestServer
let address: string

beforeAll(async () => {
  server = await createTestServer()
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

/** Sends bytes, and resolves with what the server sends until it ends the connection. */
async function exchange(begin: string, drip?: string): Promise<string> {
  const port = Number(new URL(address).port)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  // A connection that the server resets is one that it ended.
  socket.on('error', () => undefined)
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => (text += part))
  socket.write(begin, 'latin1')
  const timer = setInterval(() => drip !== undefined && socket.write(drip), 1000)
  if (drip === undefined) socket.end()
  const signal = AbortSignal.timeout(60_000)
  await Promise.race([once(socket, 'end', { signal }), once(socket, 'close', { signal })])
  clearInterval(timer)
  socket.destroy()
  return text
}

test.concurrent.each([...Object.entries(ODD), ...SLOW])(
  '%s is ended without a 5xx, and readers are served',
  { timeout: 120_000 },
  async (_name, begin, drip?: string) => {
    const text = await exchange(begin, drip)
    // 501 is what HTTP has for what a server does not know, and 505 for versions.
    expect(text).not.toMatch(/HTTP\/1\.1 5(?!01|05)\d\d /)
    expect((await fetch(`${address}/api/book/detail/emma`)).status).toBe(200)
  },
)
