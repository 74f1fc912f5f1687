import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import plugin from 'fastify-plugin'
import helmet from 'helmet'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { integersOf } from '../../contract/operation.ts'
import { operationOf } from '../../contract/operations.ts'
import { fieldLabel } from '../../contract/validationText.ts'
import type { Config } from '../config.ts'
import { plainForwardedFor } from './clientAddress.ts'
import { HttpProblem, invalidField } from './errors.ts'
import type { HtmlFile } from './htmlFiles.ts'
import { createRanges, MONITOR_PATHS, routeOf } from './monitors.ts'

// Production Emotion inserts empty style tags and fills them through the CSSOM: the hash is that of
// the empty text (docs/security.md 5).
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

const YEAR_SECONDS = 365 * 24 * 60 * 60

const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** The policy of what is no page. What a script or a font may do is told by the page that requests it. */
export const NO_PAGE = "default-src 'none';frame-ancestors 'none'"

/** Writes the security headers of every response (docs/security.md 5); a route may set its own policy. */
export function createSecurityHeaders({ secure, hsts }: Pick<Config, 'secure' | 'hsts'>) {
  const write = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        connectSrc: ["'self'"],
        fontSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        styleSrc: ["'self'", EMPTY_STYLE],
        styleSrcAttr: ["'none'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        // The page's one policy, which lets the service worker's address through and nothing else.
        trustedTypes: ['default', 'description'],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    // Off: browsers forget what they were told.
    strictTransportSecurity: secure && {
      maxAge: hsts === 'off' ? 0 : YEAR_SECONDS,
      includeSubDomains: hsts === 'subdomains',
    },
    // It would cost every first visit a second process (docs/security.md 5).
    crossOriginOpenerPolicy: false,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  })
  return (request: FastifyRequest, reply: FastifyReply): void => {
    write(request.raw, reply.raw, () => undefined)
    void reply.header('permissions-policy', PERMISSIONS_POLICY)
  }
}

/** Allows a page its own inline scripts and styles, by their hashes, and no others. */
export function allowInline(
  reply: FastifyReply,
  { scripts, styles }: Pick<HtmlFile, 'scripts' | 'styles'>,
): void {
  const policy = reply.getHeader('content-security-policy')
  if (typeof policy !== 'string') return
  void reply.header(
    'content-security-policy',
    policy
      .replace("script-src 'self'", (sources) => sources + scripts)
      .replace("style-src 'self'", (sources) => sources + styles),
  )
}

/** What cannot be decoded is a path that nothing has, not a bad request. */
export function rewriteUrl({ url = '/' }: { url?: string | undefined }): string {
  try {
    decodeURI(url.split('?', 1).join())
    return url
  } catch {
    return url.replaceAll('%', '%25')
  }
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/**
 * An onSend hook: gives successful responses an ETag, and clients that have it a 304. The tag is weak, as a body may be
 * sent compressed in several ways, and compared weakly (RFC 9110 13.1.2).
 */
export async function revalidate(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isBody = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (reply.statusCode !== 200 || !isBody) return payload
  const etag = `W/"${createHash('sha1').update(payload).digest('base64url').slice(0, 22)}"`
  void reply.header('etag', etag)
  const tags = headers['if-none-match']?.trim()
  const isFresh = tags === '*' || tags?.split(',').some((tag) => opaque(tag) === opaque(etag))
  if (!isFresh) return payload
  void reply.code(304)
  // A length of 0 would be that of the client's copy (RFC 9110 8.6); for HEAD Fastify drops the body itself.
  return method === 'HEAD' ? payload : null
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

const NOT_TRUSTED =
  'TRUST_PROXY does not name this proxy: all its readers count as one in every limit'
const NO_CLIENT =
  'a proxy of TRUST_PROXY sends no X-Forwarded-For: all its readers count as one in every limit'

/** Rewrites X-Forwarded-For before anything reads `request.ip`; says once where nothing may believe it or it is missing. */
function readProxies(app: FastifyInstance, trustProxy: readonly string[]): void {
  const isProxy = createRanges(trustProxy)
  const told = new Set<string>()
  const tell = (request: FastifyRequest, fault: string): void => {
    if (told.has(fault)) return
    told.add(fault)
    request.log.warn({ proxy: request.socket.remoteAddress }, fault)
  }
  app.addHook('onRequest', async (request) => {
    const { headers, socket } = request.raw
    const header = headers['x-forwarded-for']
    if (typeof header !== 'string') {
      const isReader = !MONITOR_PATHS.has(routeOf(request))
      if (isReader && isProxy(socket.remoteAddress ?? '')) tell(request, NO_CLIENT)
      return
    }
    // An emptied one stays: it says that the request came by a proxy.
    const client = (headers['x-forwarded-for'] = plainForwardedFor(header))
    const isBelieved = request.ip !== socket.remoteAddress || client === request.ip
    if (client !== '' && !isBelieved) tell(request, NOT_TRUSTED)
  })
}

/**
 * What every request must be before its route sees it (docs/security.md 2.1): one host, JSON in UTF-8, no coercion but of
 * whole numbers in queries, texts of well-formed Unicode without control characters. And which headers a response
 * has unless its route says otherwise: those for security, and of the API that it is the reader's own.
 */
export const http = plugin<{ config: Pick<Config, 'secure' | 'hsts' | 'trustProxy'> }>(
  async (app, { config }) => {
    readProxies(app, config.trustProxy)
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
