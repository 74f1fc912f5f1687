import type { Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/** The frame of every page has an address of its own that the server knows; its file has none. */
const FRAME = { file: 'shell.html', url: '/shell' }

/**
 * Builds `src/serviceWorker.ts` and puts into it the list of what it keeps (decision page 0030): the
 * scripts, style sheets and fonts of the build, the frame of every page, the icon, and the drawings that stand
 * in for others. Not the pages and covers of visitors, nor what only developers load.
 */
export function serviceWorker(): Plugin[] {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'src',
    filename: 'serviceWorker.ts',
    // Both by hand: public/manifest.webmanifest and src/offline/worker.ts.
    manifest: false,
    injectRegister: false,
    // Before what compresses the finished files.
    integration: { closeBundleOrder: 'pre' },
    injectManifest: {
      injectionPoint: 'self.keptFiles',
      globPatterns: [
        'assets/**/*.{js,css}',
        'assets/*-latin-*.woff2',
        FRAME.file,
        'default-*.{jpg,svg}',
        'empty-shelf.svg',
        'torn-page.svg',
        'favicon.png',
      ],
      globIgnores: ['assets/devTools-*', 'assets/*-latin-ext-*'],
      // Their names carry a hash of what is in them.
      dontCacheBustURLsMatching: /^assets\//,
      manifestTransforms: [
        (entries) => {
          if (!entries.some(({ url }) => url === FRAME.file)) {
            throw new Error(`The build has no ${FRAME.file}.`)
          }
          const manifest = entries.map((entry) => ({
            ...entry,
            url: entry.url === FRAME.file ? FRAME.url : `/${entry.url}`,
          }))
          return { manifest }
        },
      ],
    },
  })
}
