import { VitePWA } from 'vite-plugin-pwa'
import { PAGES_PATTERN } from '../contract/limits.ts'

/** The service worker, by configuration (docs/decisions/0044-offline-by-configuration.md). */
export function serviceWorker(isEnabled: boolean) {
  return VitePWA({
    disable: !isEnabled,
    // Browsers have registered it under this name.
    filename: 'serviceWorker.js',
    registerType: 'prompt',
    // The product registers it for readers only; the manifest is in public/.
    injectRegister: null,
    manifest: false,
    workbox: {
      // Of languages only what mirrors the styles, which belongs to one version; texts come as they are used.
      globIgnores: ['assets/languages/!(mirroringCache-*)'],
      globPatterns: ['app.html', 'assets/**/*.{js,css,woff2}', '*.{svg,jpg,png}'],
      // The server has the app shell at /app.
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) =>
            entry.url === 'app.html' ? { ...entry, url: '/app' } : entry,
          ),
        }),
      ],
      navigateFallback: '/app',
      // At any other path the server says that there is nothing.
      navigateFallbackAllowlist: [new RegExp(`^${PAGES_PATTERN}/?(?:\\?|$)`, 'i')],
      cleanupOutdatedCaches: true,
      // The worker's own policy forbids `importScripts`.
      inlineWorkboxRuntime: true,
      // Readable offline. Lists have no timeout: an old one would overwrite hearts and marks.
      runtimeCaching: [
        {
          urlPattern: /\/api\/book\/(?:detail\/[^/]+|[^/]+\/similar)$/,
          handler: 'NetworkFirst',
          options: { cacheName: 'books' },
        },
        {
          urlPattern: /\/api\/user\/[^/]+\/favoriteBooks$/,
          handler: 'NetworkFirst',
          options: { cacheName: 'favorites' },
        },
        {
          urlPattern: /\/api\/user\/[^/]+\/marks(?:\/wantToRead)?$/,
          handler: 'NetworkFirst',
          options: { cacheName: 'marks' },
        },
        {
          urlPattern:
            /\/api\/(?:users?\/[^/]+\/(?:preferences|favoriteAuthors|forYou)$|recommendedBooks\?)/,
          handler: 'NetworkFirst',
          options: {
            cacheName: 'shelves',
            // The last shelf of an interest, wherever in its books it began: the next visit draws another place.
            plugins: [
              {
                cacheKeyWillBeUsed: async ({ request }) =>
                  request.url.replace(/&startIndex=\d+/, ''),
              },
            ],
          },
        },
        {
          urlPattern: /\/assets\/languages\//,
          handler: 'CacheFirst',
          options: {
            cacheName: 'languages',
            plugins: [
              {
                // Without network after a new version: the texts of the one before, which the page keeps until it has
                // the new ones (src/lib/serviceWorker.ts). What they lack is English.
                handlerDidError: async ({ request }) => {
                  const older = await caches.open('languages')
                  const named = request.url.slice(0, -11)
                  const found = (await older.keys()).find(({ url }) => url.slice(0, -11) === named)
                  return found && older.match(found)
                },
              },
            ],
          },
        },
        {
          urlPattern: /\/covers\//,
          handler: 'CacheFirst',
          options: {
            cacheName: 'covers',
            // What stands in for a cover that may come later is not kept.
            cacheableResponse: {
              headers: { 'cache-control': 'public, max-age=31536000, immutable' },
            },
          },
        },
        {
          // Any other page: the server's, or without network the app's own, which says that there is nothing.
          urlPattern: ({ request }) => request.mode === 'navigate',
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: '/app' } },
        },
      ],
    },
  })
}
