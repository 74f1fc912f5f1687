import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import type { HtmlFile } from './htmlFiles.ts'

// Production Emotion inserts empty style tags and fills them through the CSSOM: the hash is that of
// the empty text (../shared/security.md 3.5).
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

const PERMISSIONS_POLICY = ['camera', 'geolocation', 'microphone', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Where the build's files lie whose names say what is in them: scripts, styles, fonts, pictures. */
const BUILT = '/assets/'

const HSTS = { maxAge: 31_536_000, includeSubDomains: true }

/** The policy of what is no page. What a script or a font may do is told by the page that asks for it. */
export const NO_PAGE = "default-src 'none';frame-ancestors 'none'"

/** The headers of an answer that is written before every hook: an error, which is no page. */
export function bareHeaders({ secure }: Pick<Config, 'secure'>): Record<string, string> {
  return {
    'content-security-policy': NO_PAGE,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': PERMISSIONS_POLICY,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(secure && {
      'strict-transport-security': `max-age=${HSTS.maxAge}; includeSubDomains`,
    }),
  }
}

/**
 * What helmet sets on an answer, which is the same on all of them. Asked at every request it took a tenth
 * of the server's time, since it writes the policy anew.
 */
function helmetHeaders({ secure }: Pick<Config, 'secure'>): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const answer = new ServerResponse(request)
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
    strictTransportSecurity: secure && HSTS,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: true,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  })
  set(request, answer, (error) => {
    if (error !== undefined) throw error
  })
  return answer.getHeaders()
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

/**
 * The security headers of every answer (../shared/security.md 3.5). Covers come from our own origin, so no
 * foreign picture host is allowed. A route may set its own Content-Security-Policy.
 */
export function registerHeaders(app: FastifyInstance, { config }: { config: Config }): void {
  const headers = { ...helmetHeaders(config), 'permissions-policy': PERMISSIONS_POLICY }
  // A page asks for a dozen of them, and the whole policy is half of what each answer's head weighs.
  const builtHeaders = { ...headers, 'content-security-policy': NO_PAGE }
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(request.url.startsWith(BUILT) ? builtHeaders : headers)
    if (request.url.startsWith('/api/')) {
      void reply.header('vary', 'Authorization, Cookie, Origin, Sec-Fetch-Site')
    }
  })
  app.addHook('onSend', async (request, reply) => {
    // Answers of the API are the reader's own unless their route says otherwise.
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      void reply.header('cache-control', 'no-store')
    }
  })
}
