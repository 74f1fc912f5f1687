import { http, HttpResponse, passthrough, type HttpHandler } from 'msw'
import { atOrigin } from './address.ts'

/** The paths that the server answers; everything else under our origin is a file of the page. */
const SERVED = /^\/(api|covers|media|healthz|readyz)(\/|$)/

/** Whether a request is for the server, not for a file of the page or another host. */
export function isServed(request: Request): boolean {
  const { origin, pathname } = new URL(request.url)
  return origin === atOrigin('') && SERVED.test(pathname)
}

/**
 * The last handler of all: what no other knows is an error with its method and URL, never passed on in
 * silence. Files of the page itself (scripts, styles, pictures) are let through.
 */
export function refuseUnknown(report: (call: string) => void): HttpHandler {
  return http.all('*', ({ request }) => {
    const url = new URL(request.url)
    const isOwn = url.origin === atOrigin('')
    const isFile = isOwn && ['GET', 'HEAD'].includes(request.method) && !isServed(request)
    if (isFile) return passthrough()
    report(`${request.method} ${isOwn ? url.pathname + url.search : url.href}`)
    return HttpResponse.error()
  })
}

/** Says in the console which call nothing answers. */
export function reportUnknown(call: string): void {
  // Where it shows at once: a tester's console, and a test that lets no error pass.
  // oxlint-disable-next-line no-console
  console.error(`[mocks] No handler answers ${call}.`)
}
