import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { ErrorBody } from '../../contract/common.ts'
import { OPERATIONS } from '../../contract/operations.ts'
import { runs } from '../full.ts'
import { createTestServer, register, type TestReader } from '../testServer.ts'
import {
  OTHER_ID,
  OWN_EMAIL,
  OWN_ID,
  OWN_PASSWORD,
  requests,
  type GeneratedRequest,
} from '../generatedRequests.ts'

const COUNT = runs(300, 20_000)

/** Statuses of requests that reach no operation. */
const UNROUTED = [400, 404, 414]

/** What stands for the inside of the server. */
const INSIDE = /node_modules|\.ts:\d|SQLITE|sqlite_|syntax error|SELECT |INSERT |\bat \w+ \(/

const operations = new Map(OPERATIONS.map((one) => [one.schema.operationId, one]))

function jsonOf({ headers, rawPayload }: LightMyRequestResponse): unknown {
  const encoding = headers['content-encoding']
  if (encoding === 'br') return JSON.parse(brotliDecompressSync(rawPayload).toString())
  if (encoding === 'gzip') return JSON.parse(gunzipSync(rawPayload).toString())
  return JSON.parse(rawPayload.toString())
}

/** What of a response is not as the contract says. */
function faultOf(request: GeneratedRequest, response: LightMyRequestResponse): string | undefined {
  const { statusCode: status, headers, body } = response
  const schema = operations.get(request.operationId)?.schema
  if (!schema) return 'there is no such operation'
  if (status >= 500) return `it is a ${status}`
  const isRouted = schema.response[status] !== undefined
  if (!isRouted && (request.intent === 'valid' || !UNROUTED.includes(status))) {
    return `the contract knows no ${status} here`
  }
  if (status >= 400 && INSIDE.test(body)) return 'it shows the inside of the server'
  const breaksSchema =
    request.intent !== 'hostile' &&
    schema.body &&
    !Value.Check(schema.body, JSON.parse(request.body ?? ''))
  if (breaksSchema && status < 400) return 'a body that breaks its schema was accepted'
  const [type = ''] = String(headers['content-type']).split(';', 1)
  const types =
    status >= 400 ? ['application/problem+json'] : (schema.produces ?? ['application/json'])
  if (!types.includes(type)) return `its type is ${type}`
  if (!type.endsWith('json')) return undefined
  const shape = schema.response[status] ?? ErrorBody
  return Value.Check(shape, jsonOf(response)) ? undefined : 'its body is not what the contract says'
}

function send(app: FastifyInstance, request: GeneratedRequest, own: TestReader, other: TestReader) {
  const fill = (text: string): string =>
    text.replaceAll(OWN_ID, own.id).replaceAll(OTHER_ID, other.id).replaceAll(OWN_EMAIL, own.email)
  const { method, url, credential, headers, body } = request
  const credentials = { own: own.bearer, cookie: own.sameOrigin, other: other.bearer, none: {} }
  return app.inject({
    method,
    url: fill(url),
    headers: { ...credentials[credential], ...headers },
    ...(body !== undefined && { payload: fill(body) }),
  })
}

test(
  'no generated request is a 5xx, and every response is what the contract says',
  { timeout: 1_200_000 },
  async () => {
    const server = await createTestServer({
      rateLimitFactor: 1_000_000,
      loginFreeFailures: 1_000_000,
      loginFailuresPerDay: 1_000_000,
      // No mail is sent.
      mail: { url: 'smtp://127.0.0.1:1', from: { name: '', address: 'books@example.org' } },
    })
    onTestFinished(() => server.close())
    const enter = () => register(server.app, { password: OWN_PASSWORD })
    let own = await enter()
    const other = await enter()
    let good = 0
    const property = fc.asyncProperty(requests, async (request) => {
      const response = await send(server.app, request, own, other)
      expect({ fault: faultOf(request, response) }).toEqual({ fault: undefined })
      if (response.statusCode < 300) good += 1
      // Logged out, or deleted.
      if (response.statusCode === 401 && request.credential === 'own') own = await enter()
    })
    await fc.assert(property, { numRuns: COUNT, seed: 1 })
    expect(good).toBeGreaterThan(COUNT / 5)
  },
)
