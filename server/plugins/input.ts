import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { behind, operationOf } from './authenticate.ts'
import { HttpProblem } from './errors.ts'

/** Any character may stand in a password. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'currentPassword',
  'password',
  'confirmPassword',
])

// Routes take tabs and line ends for spaces.
const CONTROLS = /(?!\s)\p{Cc}/u

function badText(field: string): HttpProblem {
  const name = field.charAt(0).toUpperCase() + field.slice(1)
  const message = `${name} contains characters that cannot be used.`
  return new HttpProblem(400, 'invalid_request', message, {
    errors: [{ field, rule: 'characters' }],
  })
}

/** Refuses lone surrogates and control characters in every text of a request that fits its schema. */
function checkTexts(value: unknown, field: string): void {
  if (typeof value === 'string') {
    const bad = !value.isWellFormed() || (!SECRET_FIELDS.has(field) && CONTROLS.test(value))
    if (bad) throw badText(field)
  } else if (Array.isArray(value)) {
    for (const item of value) checkTexts(item, field)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) checkTexts(item, name)
  }
}

/** The names of the query parameters that are whole numbers. */
function integerParameters(querystring: unknown): string[] {
  if (typeof querystring !== 'object' || querystring === null) return []
  if (!('properties' in querystring) || typeof querystring.properties !== 'object') return []
  return Object.entries(querystring.properties ?? {})
    .filter(([, schema]: [string, unknown]) => {
      return (
        typeof schema === 'object' &&
        schema !== null &&
        'type' in schema &&
        schema.type === 'integer'
      )
    })
    .map(([name]) => name)
}

function readIntegers(query: unknown, names: readonly string[]): void {
  if (typeof query !== 'object' || query === null) return
  for (const name of names) {
    const text: unknown = Reflect.get(query, name)
    if (typeof text === 'string' && /^-?\d{1,9}$/.test(text)) Reflect.set(query, name, Number(text))
  }
}

/**
 * What every request must be before its route sees it (docs/security.md 2.1): JSON bodies in
 * UTF-8 and in nothing else, no coercion but of whole numbers in queries, texts of well-formed
 * Unicode without control characters.
 */
export function registerInput(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done) => {
      // Clients put the type on requests without a body too; where one is needed, the schema says so.
      if (bytes.length === 0) {
        done(null, undefined)
        return
      }
      let text: string
      try {
        text = utf8.decode(bytes)
      } catch {
        done(new HttpProblem(400, 'invalid_request', 'The request is not valid UTF-8.'))
        return
      }
      void parseJson(request, text, done)
    },
  )
  app.addHook('onRoute', (route) => {
    const operation = operationOf(route)
    if (!operation) return
    const integers = integerParameters(operation.schema.querystring)
    if (integers.length > 0) {
      route.preValidation = behind(route.preValidation, async (request: FastifyRequest) => {
        readIntegers(request.query, integers)
      })
    }
    route.preHandler = behind(route.preHandler, async (request: FastifyRequest) => {
      checkTexts(request.query, '')
      // Where no body is taken nothing reads it, however deep it is.
      if (operation.schema.body) checkTexts(request.body, '')
    })
  })
}

/** How long bodies may take to arrive, in ms. */
export interface BodyTimes {
  /** Of every request, from its headers on. */
  ordinary: number
  /** Of an upload, from when its reader is let in: 5 MiB at 350 kbit/s. */
  upload: number
}

/** What holds unless a test asks for less. */
export const BODY_TIMES: BodyTimes = { ordinary: 15_000, upload: 120_000 }

/** A route with `config: UPLOADS` takes bodies that may take as long as an upload. */
export const UPLOADS = { takesUploads: true }

/** For how long a connection that was told so may stay, in ms. */
const LEFT_MS = 1000

function hasBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true
  return headers['content-length'] !== undefined && headers['content-length'] !== '0'
}

/**
 * Ends requests whose body takes too long, with the 408 that Node has for them. Node's own bound is one for
 * all requests: it has to be that of uploads, and here everything else gets a shorter one (decision page
 * 0026). Register it before what turns requests away, since their bodies go on arriving.
 */
export function registerBodyTimes(app: FastifyInstance, times: BodyTimes): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>()

  const allow = (request: FastifyRequest, time: number): void => {
    const { raw } = request
    clearTimeout(timers.get(request))
    if (raw.complete) return
    const end = (): void => {
      // A request that was injected has no socket.
      if (raw.complete || !(raw.socket instanceof Socket)) return
      const error = Object.assign(new Error('The body took too long.'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      })
      app.server.emit('clientError', error, raw.socket)
      // Whoever goes on sending would else keep it.
      setTimeout(() => raw.socket.destroy(), LEFT_MS).unref()
    }
    const timer = setTimeout(end, time).unref()
    timers.set(request, timer)
    raw.once('close', () => clearTimeout(timer))
  }

  app.addHook('onRequest', async (request) => {
    if (hasBody(request)) allow(request, times.ordinary)
  })
  // The guard of the route comes in between: who is no reader gets no longer time.
  app.addHook('preParsing', async (request) => {
    if (hasBody(request) && 'takesUploads' in request.routeOptions.config)
      allow(request, times.upload)
  })
}
