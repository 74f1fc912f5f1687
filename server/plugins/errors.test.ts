import { once } from 'node:events'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ErrorBody } from '../../contract/common.ts'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { GateFull } from '../lib/gate.ts'
import { createTestServer, register, type TestServer } from '../../test/testServer.ts'
import { errors, HttpProblem } from './errors.ts'

let server: TestServer
let port: number

beforeAll(async () => {
  server = await createTestServer()
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
})

afterAll(() => server.close())

const json = { 'content-type': 'application/json' }
const login = { method: 'POST', url: '/api/user/login' } as const

/** What a raw request is answered, for what no HTTP client would send. */
async function raw(request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.end(request)
  return text(socket)
}

test.each([
  ['Unter dieser Adresse gibt es nichts.', { url: '/api/nothing' }],
  [
    'Passwort darf höchstens 512 Zeichen haben.',
    { ...login, payload: { email: 'a', password: 'x'.repeat(513) } },
  ],
  [
    'Das Feld „z“ ist hier nicht bekannt.',
    { ...login, payload: { email: 'a', password: 'x', z: 1 } },
  ],
  ['Id ist ungültig.', { url: '/api/book/detail/%E0%A4%A' }],
] as const)('in German, and in English to a program: %s', async (sentence, options) => {
  const headers = { 'accept-language': 'de-AT, en;q=0.5' }
  const german = await server.app.inject({ ...options, headers })
  expect(german.json()).toMatchObject({ detail: sentence, error: sentence, message: sentence })
  const english = (await server.app.inject(options)).json<ErrorBody>()
  expect(english.message).not.toBe(sentence)
  expect(german.json()).toMatchObject({ code: english.code })
})

test('two hosts in one request are refused on pages as on the API', async () => {
  for (const path of ['/', '/api/book/detail/emma']) {
    const response = await raw(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nhost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(response).toMatch(/content-type: application\/problem\+json/i)
    expect(response).toContain('The request names more than one host.')
    expect(response).toMatch(/content-security-policy/i)
  }
})

const typed = (type: string, payload = '{}') =>
  ({ ...login, headers: { 'content-type': type }, payload }) as const

describe('every error response', () => {
  test.each([
    ['an unknown path', { url: '/api/nothing' }, 404, 'not_found'],
    ['a path out of the pictures', { url: '/media/..%2freaders.db' }, 404, 'not_found'],
    ['broken JSON', { ...login, headers: json, payload: '{"email":' }, 400, 'invalid_request'],
    [
      'bytes that are no UTF-8',
      { ...login, headers: json, payload: Buffer.from([0x22, 0xff, 0x22]) },
      400,
      'invalid_request',
    ],
    [
      'a poisoned prototype',
      { ...login, headers: json, payload: '{"__proto__":{"a":1}}' },
      400,
      'invalid_request',
    ],
    ['JSON in UTF-16', typed('application/json; charset=utf-16'), 415, 'unsupported_media_type'],
    ['almost JSON', typed('application/jsonx'), 415, 'unsupported_media_type'],
    ['two types', typed('text/plain, application/json'), 415, 'unsupported_media_type'],
    ['a large body', typed('application/json', 'x'.repeat(17_000)), 413, 'body_too_large'],
  ] as const)('for %s is problem+json', async (_what, request, status, code) => {
    const response = await server.app.inject({ ...request })
    const body = response.json<ErrorBody>()
    expect(response.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(Value.Errors(ErrorBody, body)).toEqual([])
    expect({ status: response.statusCode, code: body.code }).toEqual({ status, code })
    expect(body).toMatchObject({ status, error: body.message, detail: body.message })
    expect(body.message).toMatch(/^[A-Z].+\.$/)
    expect(body.type).toBe(`/problems/${code}`)
    expect(body.instance).toMatch(/^urn:request:[\da-f-]{36}$/)
  })

  test('takes JSON with a charset', async () => {
    const { email, password } = await register(server.app)
    for (const charset of ['utf-8', '"UTF-8"; a=b']) {
      const type = `application/json; charset=${charset}`
      const payload = JSON.stringify({ email, password })
      expect((await server.app.inject(typed(type, payload))).statusCode).toBe(200)
    }
  })

  test('is answered on the socket where it is no HTTP at all', async () => {
    const reply = await raw('NONSENSE\r\n\r\n')
    expect(reply).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(reply).toContain('application/problem+json')
    const [, body = ''] = reply.split('\r\n\r\n')
    expect(Value.Check(ErrorBody, JSON.parse(body))).toBe(true)
    const huge = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)
    expect(huge).toMatch(/^HTTP\/1\.1 431 /)
  })
})

/** An error as node:sqlite throws it. */
function sqliteError(errcode: number): Error {
  return Object.assign(new Error('database or disk is full: /srv/readers.db'), { errcode })
}

test.each([
  [new Error('secret at /srv/readers.db'), 500, 'internal', undefined],
  [sqliteError(13), 503, 'storage_full', '30'],
  [sqliteError(10 | (4 << 8)), 503, 'storage_full', '30'],
  // What is on the disk cannot be read: no room would help.
  [sqliteError(10 | (1 << 8)), 500, 'internal', undefined],
  [Object.assign(new Error('EIO: read'), { code: 'EIO' }), 500, 'internal', undefined],
  [sqliteError(5), 503, 'busy', '5'],
  [new GateFull(), 503, 'busy', '5'],
  [Object.assign(new Error('teapot'), { statusCode: 418 }), 418, 'invalid_request', undefined],
])('%s, which nobody foresaw, leaks nothing', async (error, status, code, retryAfter) => {
  const failing = vi.spyOn(server.store.users, 'byEmail').mockRejectedValue(error)
  onTestFinished(() => failing.mockRestore())
  const payload = { email: 'a@example.com', password: 'x' }
  const response = await server.app.inject({ ...login, payload })
  expect(response.json()).toMatchObject({ status, code })
  expect(response.headers['retry-after']).toBe(retryAfter)
  expect(response.body).not.toMatch(/srv|secret|teapot|disk/)
})

test('whom the server turns away is told in one line, what failed with all that is known', async () => {
  const lines: string[] = []
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = fastify({ logger: { level: 'warn', stream: log } })
  onTestFinished(() => app.close())
  await app.register(errors)
  app.get('/busy', () => Promise.reject(new HttpProblem(503, 'busy', ERROR_TEXTS.busy)))
  app.get('/broken', () => Promise.reject(new Error('broken')))
  app.get('/failed', () => Promise.reject(sqliteError(5)))
  expect((await app.inject('/busy')).statusCode).toBe(503)
  expect((await app.inject('/broken')).statusCode).toBe(500)
  expect((await app.inject('/failed')).statusCode).toBe(503)
  const [busy, broken, failed] = lines.map((line): Record<string, unknown> => JSON.parse(line))
  expect(busy).toMatchObject({ level: 40, msg: 'request refused', code: 'busy' })
  expect(busy).not.toHaveProperty('err')
  expect(broken).toMatchObject({ level: 50, msg: 'request failed', code: 'internal' })
  expect(failed).toMatchObject({ level: 50, msg: 'the database fails requests' })
  for (const line of [broken, failed]) expect(line).toHaveProperty('err.stack')
})
