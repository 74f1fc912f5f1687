import {
  addPlugins,
  cleanupOutdatedCaches,
  matchPrecache,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { DEFAULT_COVER } from './constants.ts'
import {
  COVERS_CACHE,
  COVERS_MOST,
  hasFrame,
  keepNewest,
  SHELL,
  SHOWCASE,
  SHOWCASE_CACHE,
  type FromPage,
} from './offline/shared.ts'

/**
 * The service worker (decision page 0030): the build's own files, a page where there is no network, and the
 * covers that were seen. It answers nothing under /api and keeps nothing of it; what a reader may read
 * without network is kept by the page itself (src/offline/keptBooks.ts).
 */

/** What this file needs of its global scope; the browser's own types are those of pages here. */
interface WorkerScope {
  /** Put in by the build: every file that is kept, hashed ones without a revision. */
  keptFiles: { url: string; revision: string | null }[]
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(
    type: 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void
  addEventListener(
    type: 'message',
    listener: (event: { data: FromPage; ports: readonly MessagePort[] }) => void,
  ): void
}
declare const self: WorkerScope

/** A server that does not answer a page for this long is taken for absent, in seconds. */
const PATIENCE_S = 4
/** What is answered in the place of a server that is away or busy. */
const AWAY: readonly number[] = [502, 503, 504]
/** As many as there are, in both sizes. */
const SHOWCASE_MOST = 24

const files = self.keptFiles
const kept = new Set(files.map(({ url }) => new URL(url, location.href).pathname))

addPlugins([
  {
    // The frame without a reader's cookies: those choose the colours, which the page's script does here.
    requestWillFetch: async ({ request }) =>
      new URL(request.url).pathname === SHELL
        ? new Request(request.url, { credentials: 'omit', headers: { accept: 'text/html' } })
        : request,
    // A frame of another build, put in place since this file was fetched, names scripts that are not here.
    fetchDidSucceed: async ({ request, response }) => {
      if (new URL(request.url).pathname !== SHELL) return response
      const html = await response.clone().text()
      const scripts = [...html.matchAll(/ src="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path)
      if (!scripts.every((path) => path !== undefined && kept.has(path))) {
        throw new Error('The frame is of another build.')
      }
      return response
    },
  },
])
precacheAndRoute(files, { cleanURLs: false, directoryIndex: '', ignoreURLParametersMatching: [] })
cleanupOutdatedCaches()

// The server's own page wherever it answers in time, whatever it says; not what stands before a server that
// is away or has no time, which says it in JSON and to nobody who reads.
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && hasFrame(url),
  new NetworkOnly({
    networkTimeoutSeconds: PATIENCE_S,
    plugins: [
      {
        fetchDidSucceed: async ({ response }) => {
          if (AWAY.includes(response.status)) throw new Error('There is no server.')
          return response
        },
        handlerDidError: () => matchPrecache(SHELL),
      },
    ],
  }),
)

/** Keeps whole pictures alone, and so many of them: the one that was put there longest ago goes first. */
function atMost(most: number) {
  return {
    cacheWillUpdate: async ({ response }: { response: Response }) =>
      response.status === 200 ? response : null,
    cacheDidUpdate: async ({ cacheName }: { cacheName: string }) => {
      const cache = await caches.open(cacheName)
      await keepNewest(cache, await cache.keys(), most)
    },
  }
}

// A cover's link carries its version, so what it once was it stays. The oldest go first; an index with times
// would tell of books after the covers themselves were taken away.
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && url.pathname.startsWith('/covers/') && url.searchParams.has('v'),
  new CacheFirst({ cacheName: COVERS_CACHE, plugins: [atMost(COVERS_MOST)] }),
)

// The landing page is where the installed product begins. Its pictures are everybody's, and have the same
// addresses in every build: the server's come first, which are the browser's own for as long as it has them.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(SHOWCASE),
  new NetworkFirst({
    cacheName: SHOWCASE_CACHE,
    networkTimeoutSeconds: PATIENCE_S,
    // Who never saw them sees covers without a picture there, and no broken ones.
    plugins: [atMost(SHOWCASE_MOST), { handlerDidError: () => matchPrecache(DEFAULT_COVER) }],
  }),
)

self.addEventListener('message', ({ data, ports }) => {
  if (data.type === 'isYours') ports[0]?.postMessage(kept.has(data.script))
  // Only when the reader wants it, or where it changes nothing for them.
  if (data.type === 'takeOver') void self.skipWaiting()
})

// The page that brought the worker is served by it at once: it may lose the network before the next.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
