import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import type { HtmlFile } from './htmlFiles.ts'

// Production Emotion inserts empty style tags and fills them through the CSSOM: the hash is that of
// the empty text (docs/security.md 5).
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

const PERMISSIONS_POLICY = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'

/** Where the build's files lie whose names say what is in them: scripts, styles, fonts, pictures. */
const BUILT = '/assets/'

/** The policy of what is no page. What a script or a font may do is told by the page that requests it. */
export const NO_PAGE = "default-src 'none';frame-ancestors 'none'"

/** The headers of every response, once: at each request helmet would write the same policy anew. */
function securityHeaders({ secure }: Pick<Config, 'secure'>): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const set = helmet({
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
    strictTransportSecurity: secure,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  })
  set(request, response, (error) => {
    if (error !== undefined) throw error
  })
  return { ...response.getHeaders(), 'permissions-policy': PERMISSIONS_POLICY }
}

/** The headers of a response that is written before every hook: an error, which is no page. */
export function bareHeaders(config: Pick<Config, 'secure'>): OutgoingHttpHeaders {
  return { ...securityHeaders(config), 'content-security-policy': NO_PAGE }
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

/** Security headers (docs/security.md 5); a route may set its own Content-Security-Policy. */
export function registerHeaders(app: FastifyInstance, { config }: { config: Config }): void {
  const headers = securityHeaders(config)
  // A page requests a dozen of them, and the whole policy is half of each response's head.
  const builtHeaders = { ...headers, 'content-security-policy': NO_PAGE }
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(request.url.startsWith(BUILT) ? builtHeaders : headers)
    if (request.url.startsWith('/api/')) {
      void reply.header('vary', 'Authorization, Cookie, Origin, Sec-Fetch-Site')
    }
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store')
    }
  })
}
