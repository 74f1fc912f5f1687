import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import * as fc from 'fast-check'
import sharp from 'sharp'
import type { RegisterAnswer } from '../../contract/session.ts'
import { createSessions } from '../../server/accounts/sessions.ts'
import type { TestServer } from '../../test/testServer.ts'
import { readOperations, type DocumentedOperation } from './document.ts'
import {
  fuzzRequests,
  OTHER_ID,
  OWN_EMAIL,
  OWN_ID,
  OWN_PASSWORD,
  PICTURE,
  type FuzzRequest,
} from './fuzzRequests.ts'

const AT_ONCE = 8

/** What stands for the server's inside in an answer, and never may. */
const INSIDE = /node_modules|\.ts:\d|SQLITE|sqlite_|syntax error|SELECT |INSERT |\bat \w+ \(/

/** Statuses that no operation names: the request did not reach one. */
const BEFORE_ROUTES = [400, 404, 405, 414, 431]

interface Reader {
  id: string
  token: string
  email: string
  cookie: string
}

/** A request whose answer is not what the document says. */
interface Finding {
  /** What is wrong. */
  fault: string
  seed: number
  request: FuzzRequest
  answer: { status: number; body: string }
}

/** What a number of generated requests came to. */
export interface FuzzFigures {
  requests: number
  /** Answers of 200 and 201: without them the rest would say little. */
  good: number
  /** Answers of 503 with Retry-After on a busy machine, after which the request was sent again. */
  busy: number
  findings: Finding[]
}

let readers = 0

async function registerReader(app: FastifyInstance): Promise<Reader> {
  readers += 1
  const email = `fuzz-${readers}-${Date.now()}@example.com`
  const answer = await app.inject({
    method: 'POST',
    url: '/api/user/register',
    payload: {
      name: 'Fuzz',
      email,
      password: OWN_PASSWORD,
      confirmPassword: OWN_PASSWORD,
    },
  })
  if (answer.statusCode !== 201) throw new Error(`A reader cannot register: ${answer.body}`)
  const { id, token } = answer.json<RegisterAnswer>()
  const cookie = answer.cookies.find(({ name }) => name === 'sid')
  return { id, token, email, cookie: `sid=${cookie?.value}` }
}

function unpacked(encoding: string, bytes: Buffer): string {
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString()
}

function faultOf(
  request: FuzzRequest,
  operation: DocumentedOperation,
  { statusCode, headers, body, rawPayload }: LightMyRequestResponse,
): string | undefined {
  if (statusCode >= 500) return `it is a ${statusCode}`
  const breaks = request.sent && operation.json && !operation.json.fits.Check(request.sent.json)
  if (breaks && statusCode < 400) return 'a body that breaks the schema was taken'
  if (INSIDE.test(body) && statusCode >= 400) return 'the answer shows the inside of the server'
  if (statusCode === 304 && 'if-none-match' in request.headers) {
    return body === '' ? undefined : 'a 304 has a body'
  }
  const answer = operation.answers.get(statusCode)
  if (request.method !== operation.method) {
    if (request.method === 'HEAD') return body === '' ? undefined : 'a HEAD has a body'
    // Another method of the same path may be another operation.
    return statusCode < 500 ? undefined : 'another method is no error of ours'
  }
  const documented =
    answer ??
    (request.intent !== 'valid' && BEFORE_ROUTES.includes(statusCode)
      ? operation.answers.get(429)
      : undefined)
  if (!documented) return `the document knows no ${statusCode} here`
  const [type = ''] = String(headers['content-type']).split(';', 1)
  const shape = documented.get(type)
  if (!shape) return `the type is ${type}`
  if (!type.endsWith('json')) return undefined
  let value: unknown
  try {
    value = JSON.parse(unpacked(String(headers['content-encoding']), rawPayload))
  } catch {
    return 'the body is no JSON'
  }
  if (!shape.Check(value)) return 'the body is not of the documented shape'
  return undefined
}

/**
 * Sends `count` generated requests to the app, to all of its documented operations, and holds each
 * answer against the document. The same seed makes the same requests.
 */
export async function fuzz(
  { app, store }: Pick<TestServer, 'app' | 'store'>,
  { seed, count }: { seed: number; count: number },
): Promise<FuzzFigures> {
  const operations = readOperations((await app.inject('/api/openapi.json')).body)
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  const requests = fc.sample(fuzzRequests(operations), { seed, numRuns: count })
  const picture = await sharp({
    create: { width: 8, height: 8, channels: 3, background: '#358' },
  })
    .png()
    .toBuffer()
  let [own, other] = await Promise.all([registerReader(app), registerReader(app)])
  const figures: FuzzFigures = { requests: 0, good: 0, busy: 0, findings: [] }

  const sessions = createSessions(store)
  // Without a password, whose hash costs more than many requests.
  const beginSession = async (id: string): Promise<Pick<Reader, 'token' | 'cookie'>> => {
    const { token, cookie } = await sessions.begin(id, { born: 'password', bound: false })
    return { token, cookie: `sid=${cookie}` }
  }

  const fill = (text: string, { id, email }: Reader): string =>
    text.replaceAll(OWN_ID, id).replaceAll(OTHER_ID, other.id).replaceAll(OWN_EMAIL, email)

  const send = async (request: FuzzRequest): Promise<void> => {
    const operation = byId.get(request.operation)
    if (!operation) return
    const reader = own
    const credentials = {
      own: { authorization: `Bearer ${reader.token}` },
      cookie: { cookie: reader.cookie, 'sec-fetch-site': 'same-origin' },
      other: { authorization: `Bearer ${other.token}` },
      bad: { authorization: `Bearer ${'x'.repeat(43)}` },
      none: {},
    }
    const [before = '', ...after] = fill(request.payload ?? '', reader).split(PICTURE)
    const payload = Buffer.concat([
      Buffer.from(before),
      ...after.flatMap((text) => [picture, Buffer.from(text)]),
    ])
    const ask = () =>
      app.inject({
        method: methodOf(request.method),
        url: fill(request.url, reader),
        headers: { ...credentials[request.credential], ...request.headers },
        ...(request.payload !== undefined && { payload }),
      })
    let answer = await ask()
    // What takes too long on a machine that does other things is refused; what is refused on an idle one
    // too is a finding.
    for (let pause = 100; isBusy(answer) && pause <= 6400; pause *= 2) {
      figures.busy += 1
      await delay(pause)
      answer = await ask()
    }
    figures.requests += 1
    if (answer.statusCode < 300) figures.good += 1
    const fault = faultOf(request, operation, answer)
    if (fault !== undefined) {
      const { statusCode: status, body } = answer
      figures.findings.push({ fault, seed, request, answer: { status, body: body.slice(0, 500) } })
    }
    // Logged out, with too many sessions, or deleted: the next go on with a new one.
    if (answer.statusCode === 401 && request.credential === 'own' && reader === own) {
      own = (await store.users.byId(reader.id))
        ? { ...reader, ...(await beginSession(reader.id)) }
        : await registerReader(app)
    }
  }

  const queue = requests.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const request of queue) await send(request)
    }),
  )
  return figures
}

function isBusy({ statusCode, headers }: LightMyRequestResponse): boolean {
  return statusCode === 503 && headers['retry-after'] !== undefined
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'] as const

function methodOf(name: string): (typeof METHODS)[number] {
  return METHODS.find((method) => method === name) ?? 'GET'
}
