import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { integersOf } from '../../contract/operation.ts'
import { operationOf } from '../../contract/operations.ts'
import { fieldLabel } from '../../contract/validationText.ts'
import type { Config } from '../config.ts'
import { routeOf } from './accessLog.ts'
import { readProxies } from './clientAddress.ts'
import { HttpProblem, invalidField } from './errors.ts'
import { MONITOR_PATHS } from './monitorGuard.ts'
import { createSecurityHeaders } from './securityHeaders.ts'

// What a request must be before its route sees it.

/** What cannot be decoded is a path that nothing has, not a bad request. */
export function rewriteUrl({ url = '/' }: { url?: string | undefined }): string {
  try {
    decodeURI(url.split('?', 1).join())
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

/** Any character may stand in a password. */
const SECRET_FIELDS = ['currentPassword', 'password', 'confirmPassword']

// Routes take tabs and line ends for spaces.
const CONTROLS = /(?!\s)\p{Cc}/u

/** Refuses lone surrogates and control characters in every text of a request that fits its schema. */
function checkTexts(value: unknown, field: string): void {
  if (typeof value === 'string') {
    const isSecret = SECRET_FIELDS.includes(field)
    if (value.isWellFormed() && (isSecret || !CONTROLS.test(value))) return
    const values = { field: fieldLabel(field) }
    throw invalidField(field, 'characters', { text: ERROR_TEXTS.badCharacters, values })
  } else if (Array.isArray(value)) {
    for (const item of value) checkTexts(item, field)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) checkTexts(item, name)
  }
}

/** Whether the type of a JSON body names no other encoding. */
const isOfUtf8 = ({ headers }: FastifyRequest): boolean =>
  !/;\s*charset=(?!"?utf-?8"?\s*(?:;|$))/i.test(headers['content-type'] ?? '')

const isOfApi = ({ url }: FastifyRequest): boolean => url.startsWith('/api/')

/**
 * What every request must be before its route sees it (docs/security.md 2.1): one host, JSON in UTF-8, no coercion but of
 * whole numbers in queries, texts of well-formed Unicode without control characters. And which headers a response
 * has unless its route says otherwise: those for security, and of the API that it is the reader's own.
 */
export const http = plugin<{ config: Pick<Config, 'secure' | 'hsts' | 'trustProxy'> }>(
  async (app, { config }) => {
    readProxies(app, config.trustProxy, (request) => MONITOR_PATHS.has(routeOf(request)))
    const setSecurityHeaders = createSecurityHeaders(config)
    app.addHook('onRequest', async (request, reply) => {
      setSecurityHeaders(request, reply)
      if (isOfApi(request))
        void reply.header('vary', 'Accept-Language, Authorization, Cookie, Origin, Sec-Fetch-Site')
    })
    // After the limits, which count what is refused, too.
    app.addHook('preParsing', async (request) => {
      const names = request.raw.rawHeaders.filter((_, at) => at % 2 === 0)
      // Node takes the first; a proxy in front may have taken the other (RFC 9112, 3.2).
      if (names.filter((name) => name.toLowerCase() === 'host').length < 2) return
      throw new HttpProblem(400, 'invalid_request', ERROR_TEXTS.manyHosts)
    })
    app.addHook('onSend', async (request, reply) => {
      if (!isOfApi(request) || reply.hasHeader('cache-control')) return
      void reply.header('cache-control', 'no-store')
    })

    app.removeAllContentTypeParsers()
    const parseJson = app.getDefaultJsonParser('error', 'error')
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      (request: FastifyRequest, bytes: Buffer, done) => {
        // Clients put the type on requests without a body too; where one is needed, the schema says so.
        if (bytes.length === 0) return done(null, undefined)
        if (!isOfUtf8(request)) {
          return done(
            new HttpProblem(415, 'unsupported_media_type', ERROR_TEXTS.unsupportedMediaType),
          )
        }
        if (isUtf8(bytes)) return parseJson(request, bytes.toString(), done)
        done(new HttpProblem(400, 'invalid_request', ERROR_TEXTS.notUtf8))
      },
    )
    app.addHook('onRoute', (route) => {
      const operation = operationOf(route)
      if (!operation) return
      const integers = integersOf(operation.schema.querystring)
      const readIntegers = async ({ query }: FastifyRequest): Promise<void> => {
        if (typeof query !== 'object' || query === null) return
        for (const name of integers) {
          const text: unknown = Reflect.get(query, name)
          const isInteger = typeof text === 'string' && /^-?\d{1,9}$/.test(text)
          if (isInteger) Reflect.set(query, name, Number(text))
        }
      }
      const checkAll = async ({ query, body }: FastifyRequest): Promise<void> => {
        checkTexts(query, '')
        // Where no body is taken nothing reads it, however deep it is.
        if (operation.schema.body) checkTexts(body, '')
      }
      route.preValidation = [route.preValidation ?? [], readIntegers].flat()
      route.preHandler = [route.preHandler ?? [], checkAll].flat()
    })
  },
  { name: 'http', dependencies: ['errors'] },
)
