import { isUtf8 } from 'node:buffer'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IsInteger, IsObject, type TSchema } from 'typebox'
import { operationOf } from './authenticate.ts'
import { HttpProblem, invalidField } from './errors.ts'

/** Any character may stand in a password. */
const SECRET_FIELDS = ['currentPassword', 'password', 'confirmPassword']

// Routes take tabs and line ends for spaces.
const CONTROLS = /(?!\s)\p{Cc}/u

/** Refuses lone surrogates and control characters in every text of a request that fits its schema. */
function checkTexts(value: unknown, field: string): void {
  if (typeof value === 'string') {
    const isSecret = SECRET_FIELDS.includes(field)
    if (value.isWellFormed() && (isSecret || !CONTROLS.test(value))) return
    const name = field.charAt(0).toUpperCase() + field.slice(1)
    throw invalidField(field, 'characters', `${name} contains characters that cannot be used.`)
  } else if (Array.isArray(value)) {
    for (const item of value) checkTexts(item, field)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) checkTexts(item, name)
  }
}

/** The names of the query parameters that are whole numbers. */
function integersOf(query: TSchema | undefined): string[] {
  if (!query || !IsObject(query)) return []
  return Object.keys(query.properties).filter((name) => IsInteger(query.properties[name]))
}

/**
 * What every request must be before its route sees it (docs/security.md 2.1): one host, JSON in UTF-8, no coercion but of
 * whole numbers in queries, texts of well-formed Unicode without control characters.
 */
export function registerInput(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const names = raw.rawHeaders.filter((_, at) => at % 2 === 0)
    // Node takes the first; a proxy in front may have taken the other (RFC 9112, 3.2).
    if (names.filter((name) => name.toLowerCase() === 'host').length < 2) return
    throw new HttpProblem(400, 'invalid_request', 'The request names more than one host.')
  })
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done) => {
      // Clients put the type on requests without a body too; where one is needed, the schema says so.
      if (bytes.length === 0) return done(null, undefined)
      if (isUtf8(bytes)) return parseJson(request, bytes.toString(), done)
      done(new HttpProblem(400, 'invalid_request', 'The request is not valid UTF-8.'))
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

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Ends requests whose body takes too long with Node's 408; Node has one bound for all, that of uploads (decision
 * page 0026). Registered before what rejects requests, since their bodies go on arriving.
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
      const code = 'ERR_HTTP_REQUEST_TIMEOUT'
      const error = Object.assign(new Error('The body took too long.'), { code })
      app.server.emit('clientError', error, raw.socket)
      // Whoever goes on sending would else keep it.
      setTimeout(() => raw.socket.destroy(), LEFT_MS).unref()
    }
    const timer = setTimeout(end, time).unref()
    timers.set(request, timer)
    raw.once('close', () => clearTimeout(timer))
  }

  // The socket of a request that is worked on is idle, too: Node would cut it at its connection timeout.
  app.addHook('onRequest', async ({ raw }, reply) => {
    reply.raw.on('timeout', (socket: Socket) => {
      if (!raw.complete || reply.raw.headersSent) socket.destroy()
    })
  })
  app.addHook('onRequest', async (request) => {
    if (hasBody(request)) allow(request, times.ordinary)
  })
  // The guard of the route comes in between: who is no reader gets no longer time.
  app.addHook('preParsing', async (request) => {
    if (hasBody(request) && 'takesUploads' in request.routeOptions.config)
      allow(request, times.upload)
  })
}
