import { http, HttpResponse, passthrough, type HttpHandler } from 'msw'
import { atOrigin } from './address.ts'

/** The paths of the server; everything else under our origin is a file of the page. */
const SERVED = /^\/(api|covers|media|healthz|readyz)(\/|$)/

/** Whether a request is for the server, not for a file of the page or another host. */
export function isServed(request: Request): boolean {
  const { origin, pathname } = new URL(request.url)
  return origin === atOrigin('') && SERVED.test(pathname)
}

/**
 * The last handler of all: a request that no other knows fails, and the console names its method and address. Files
 * of the page itself (scripts, styles, pictures) are let through.
 * @param onUnknown is told, too
 */
export function refuseUnknown(onUnknown?: (request: string) => void): HttpHandler {
  return http.all('*', ({ request }) => {
    const url = new URL(request.url)
    const isOwn = url.origin === atOrigin('')
    if (isOwn && ['GET', 'HEAD'].includes(request.method) && !isServed(request))
      return passthrough()
    const unknown = `${request.method} ${isOwn ? url.pathname + url.search : url.href}`
    // oxlint-disable-next-line no-console -- a tester looks there, and a test lets no error pass
    console.error(`[mocks] No handler knows ${unknown}.`)
    onUnknown?.(unknown)
    return HttpResponse.error()
  })
}
