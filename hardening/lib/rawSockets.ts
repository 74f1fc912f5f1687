import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What a raw connection came to. */
interface RawAnswer {
  /** Statuses of the answers, in order. */
  statuses: number[]
  /** From the connection to its end, in ms; `undefined` where it had to be ended here. */
  ms: number | undefined
}

/** Sends bytes as they are, keeps the connection open, and reads until the server ends it. */
async function exchange(
  port: number,
  bytes: Buffer | string,
  { patience, end }: { patience: number; end: boolean },
): Promise<RawAnswer> {
  const began = performance.now()
  const socket = connect(port, '127.0.0.1')
  // A connection that the server resets is one that it ended.
  socket.on('error', () => undefined)
  let text = ''
  socket.setEncoding('latin1').on('data', (part: string) => (text += part))
  const closed = once(socket, 'close')
  await Promise.race([once(socket, 'connect'), closed])
  if (end) socket.end(bytes)
  else socket.write(bytes)
  const timer = new AbortController()
  const ended = await Promise.race([
    closed.then(() => true),
    delay(patience, false, { signal: timer.signal }).catch(() => false),
  ])
  timer.abort()
  socket.destroy()
  const statuses = Array.from(text.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, status]) => Number(status))
  return { statuses, ms: ended ? performance.now() - began : undefined }
}

const login = (headers: string, body: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`POST /api/user/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`),
    Buffer.from(body),
  ])

const typed = (type: string, body: string | Buffer = '{"email":"a@b.c","password":"x"}'): Buffer =>
  login(`Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`, body)

/** Forms of the content type that may or may not mean JSON; 4xx all, as nobody has that password. */
const TYPES = [
  'application/json',
  'application/json;charset=utf-8',
  'application/json; charset="utf-8"',
  'application/json; charset=utf-16',
  'application/json; charset=',
  'application/json;',
  'application/json ;charset=utf-8',
  'APPLICATION/JSON',
  'Application/Json',
  'application/jsonp',
  'application/json, text/plain',
  'text/plain, application/json',
  'text/plain;application/json',
  'text/json',
  'application/vnd.api+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'text/plain',
  '*/*',
  'application/*',
  '\tapplication/json',
  'application/json\u00a0',
  'x'.repeat(5000),
]

const GET = 'GET /api/book/detail/emma HTTP/1.1\r\nHost: x\r\n'

/** Requests that no browser sends, by name. */
const ODD: Readonly<Record<string, string | Buffer>> = {
  ...Object.fromEntries(
    TYPES.map((type) => [`type ${JSON.stringify(type.slice(0, 40))}`, typed(type)]),
  ),
  'two content types': login(
    'Content-Type: application/json\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n',
    '{}',
  ),
  'bytes that are no UTF-8': typed('application/json', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])),
  'an overlong UTF-8': typed('application/json', Buffer.from([0x22, 0xc0, 0xaf, 0x22])),
  'a UTF-16 body': typed('application/json', Buffer.from('{"email":"a"}', 'utf16le')),
  'a length and chunks': login(
    'Content-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n',
    '2\r\n{}\r\n0\r\n\r\n',
  ),
  'two lengths': login('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'),
  'a length with a sign': login('Content-Length: +2\r\n', '{}'),
  'a length in hex': login('Content-Length: 0x2\r\n', '{}'),
  'a length below zero': login('Content-Length: -1\r\n', ''),
  'a length beyond all': login('Content-Length: 99999999999999999999\r\n', ''),
  'chunks twice': login('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n'),
  'chunks in another spelling': login('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'),
  'chunks with a space before the colon': login('Transfer-Encoding : chunked\r\n', '0\r\n\r\n'),
  'chunks of a bad size': login('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'),
  'chunks of a huge size': login('Transfer-Encoding: chunked\r\n', 'ffffffffffffffff\r\n{}'),
  'a folded header': `${GET}X: a\r\n b\r\nConnection: close\r\n\r\n`,
  'a header without a colon': `${GET}nonsense\r\nConnection: close\r\n\r\n`,
  'a NUL in a header': `${GET}X: a\0b\r\nConnection: close\r\n\r\n`,
  'lines that end in LF': `GET /api/book/detail/emma HTTP/1.1\nHost: x\nConnection: close\n\n`,
  'lines that end in CR': `GET /api/book/detail/emma HTTP/1.1\rHost: x\r\r`,
  'no host': 'GET /api/book/detail/emma HTTP/1.1\r\nConnection: close\r\n\r\n',
  'two hosts': `${GET}Host: y\r\nConnection: close\r\n\r\n`,
  'an absolute address':
    'GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'an asterisk': 'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'a tunnel': 'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  'an upgrade': `${GET}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'the hello of TLS': Buffer.from('16030100a5010000a10303', 'hex'),
  'an old version': 'GET / HTTP/0.9\r\n\r\n',
  'version 1.0': 'GET /api/book/detail/emma HTTP/1.0\r\n\r\n',
  'an unknown version': 'GET / HTTP/3.7\r\nHost: x\r\n\r\n',
  'an unknown method': 'BREW /coffee HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'an address of 20 KB': `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'a query of 10 KB': `GET /api/books/search?query=${'a'.repeat(10_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  'a path with a NUL': 'GET /api/book/detail/%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  'bytes in a path': Buffer.from(
    'GET /api/book/detail/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n',
    'latin1',
  ),
  'a thousand headers': `${GET}${'X: y\r\n'.repeat(1000)}Connection: close\r\n\r\n`,
  'three thousand headers': `${GET}${'X: y\r\n'.repeat(3000)}Connection: close\r\n\r\n`,
  'ten requests at once': `${`${GET}\r\n`.repeat(9)}${GET}Connection: close\r\n\r\n`,
  'an expectation': login(
    'Expect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 2\r\n',
    '{}',
  ),
  'another expectation': login('Expect: wonders\r\nContent-Length: 2\r\n', '{}'),
  nothing: '',
  'an empty line': '\r\n\r\n',
}

/** How many odd requests there are. */
export const ODD_REQUESTS: number = Object.keys(ODD).length

/** Sends each odd request; answers what was wrong with the answers: a 5xx, or none within the patience. */
export async function sendOddRequests(port: number, patience: number): Promise<string[]> {
  const faults: string[] = []
  await Promise.all(
    Object.entries(ODD).map(async ([name, bytes]) => {
      const { statuses, ms } = await exchange(port, bytes, { patience, end: true })
      // 501 is what HTTP has for what it does not know, and 505 for its versions.
      const bad = statuses.filter((status) => status >= 500 && status !== 501 && status !== 505)
      if (bad.length > 0) faults.push(`${name}: ${bad.join()}`)
      if (ms === undefined) faults.push(`${name}: no end within ${patience} ms`)
    }),
  )
  return faults
}

/** What a crowd of slow connections came to. */
interface SlowFigures {
  /** Connections that the server did not end by itself in time. */
  hanging: number
  /** The longest that the server held one, in ms. */
  longest: number
  /** Answers of 5xx. */
  bad: number
}

/**
 * Opens connections that begin a request and never end it, half of them in the headers and half in the
 * body, a byte now and then; the server has to end each.
 */
export async function sendSlowRequests(
  port: number,
  { count, patience }: { count: number; patience: number },
): Promise<SlowFigures> {
  const figures: SlowFigures = { hanging: 0, longest: 0, bad: 0 }
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const began = performance.now()
      const socket: Socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      let text = ''
      socket.setEncoding('latin1').on('data', (part: string) => (text += part))
      socket.write(
        at % 2 === 0
          ? 'GET /api/book/detail/emma HTTP/1.1\r\nHost: x\r\n'
          : 'POST /api/user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
      )
      const drip = setInterval(() => socket.write(at % 2 === 0 ? 'X: y\r\n' : ' '), 1000)
      const closed = once(socket, 'close')
      const timer = new AbortController()
      const ended = await Promise.race([
        closed.then(() => true),
        delay(patience, false, { signal: timer.signal }).catch(() => false),
      ])
      timer.abort()
      clearInterval(drip)
      socket.destroy()
      if (!ended) figures.hanging += 1
      figures.longest = Math.max(figures.longest, performance.now() - began)
      if (text.startsWith('HTTP/1.1 5')) figures.bad += 1
    }),
  )
  return figures
}
