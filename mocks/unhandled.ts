import { http, HttpResponse, passthrough, type HttpHandler } from 'msw'
import { atOrigin } from './address.ts'

/** The paths of the server; everything else under our origin is a file of the page. */
const SERVED = /^\/(api|covers|media|healthz|readyz)(\/|$)/

/** A module that the development server has there, such as `covers/renderCover.ts`: no id of a book has a dot. */
const MODULE = /^\/covers\/.+\.(ts|json)$/

/** Whether a request is for the server, not for a file of the page or another host. */
export function isServed(request: Request): boolean {
  const { origin, pathname } = new URL(request.url)
  return origin === atOrigin('') && SERVED.test(pathname) && !MODULE.test(pathname)
}

/** Whether a request is for a file of the page: a script, a style sheet, a picture. */
export function isFile(request: Request): boolean {
  const isOwn = new URL(request.url).origin === atOrigin('')
  return isOwn && ['GET', 'HEAD'].includes(request.method) && !isServed(request)
}

/**
 * The last handler of all: a request that no other knows fails, and the console names its method and address. Files
 * of the page itself are let through.
 * @param onUnknown is told, too
 */
export function refuseUnknown(onUnknown?: (request: string) => void): HttpHandler {
  return http.all('*', ({ request }) => {
    if (isFile(request)) return passthrough()
    const { href, origin, pathname, search } = new URL(request.url)
    const unknown = `${request.method} ${origin === atOrigin('') ? pathname + search : href}`
    // oxlint-disable-next-line no-console -- a tester looks there, and a test lets no error pass
    console.error(`[mocks] No handler knows ${unknown}.`)
    onUnknown?.(unknown)
    return HttpResponse.error()
  })
}
