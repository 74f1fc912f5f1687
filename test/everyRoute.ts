import type { Request } from 'autocannon'
import { ROUTES, type Route } from './authorization.ts'
import type { Traffic } from './hardening/lib/traffic.ts'

type Sent = Omit<Route, 'access' | 'status'>

/** What `GET /*` serves besides the landing page, and the refusals. */
const MORE = [
  '/login',
  '/book/{bookId}',
  '/recommendations',
  '/no/such/page',
  '/serviceWorker.js',
  '/api/docs/static/swagger-ui-bundle.js',
  '/api/docs/yaml',
  '/api/no',
  '/api/user/x/forYou',
].map((url): [string, Sent] => [`GET ${url}`, { url }])
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** What a client says to take, each encoding in its turn. */
export const acceptOf = (at: number) => ({
  'accept-encoding': ['br', 'gzip', 'identity'][at % 3] ?? 'br',
})

/** For every route requests of the first reader about each book. A logout is nobody's, or the others would be, too. */
export function requestsOfEveryRoute({ books, readers }: Traffic): [route: string, Request[]][] {
  const [{ id, bearer } = { id: '', bearer: {} }] = readers
  const fill = (text: string, book: string) =>
    text.replaceAll(':id', id).replaceAll(/\{bookId\}|:\w+/g, book)
  return [...Object.entries<Sent>(ROUTES), ...MORE].map(([route, { url, body, form }]) => {
    const method = METHODS.find((one) => route.startsWith(one)) ?? 'GET'
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    const requests = books.slice(0, 300).map((book, at) => ({
      method,
      path: fill(url ?? route.slice(method.length + 1), book),
      headers: {
        ...acceptOf(at),
        ...(method !== 'GET' && { 'content-type': type }),
        ...(!route.endsWith('logout') && bearer),
      },
      ...(body && { body: fill(JSON.stringify(body), book) }),
    }))
    return [route, requests]
  })
}
