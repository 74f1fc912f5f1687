import type { FastifyReply, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import type { HtmlFile } from './htmlFiles.ts'

// What a response lets browsers do with it: policies of content, transport and permissions.

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
