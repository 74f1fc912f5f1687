import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { className } from './scripts/classNames.ts'
import { compileEarly } from './scripts/compileEarly.ts'
import { fewerEntities } from './scripts/entities.ts'
import { precompress } from './scripts/precompress.ts'
import { prerender } from './scripts/prerender.ts'
import { serviceWorker } from './scripts/serviceWorker.ts'
import { terser } from './scripts/terser.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`
const proxy = Object.fromEntries(
  ['/api', '/covers', '/media', '/healthz'].map((path) => [path, { target: server }]),
)

/** The router's build without its warnings for developers, which its package names nowhere. */
const router = fileURLToPath(new URL('node_modules/react-router/dist/production/', import.meta.url))

/** Parts that two or more screens of books have in common. */
const BOOKS =
  /src\/(?:api\/(?:booksApi|callsPart)|state\/(?:fill|set)Favorites?|lib\/text|components\/(?:BackButton|BookCover|BookGrid|EmptyShelf|FavoriteButton|Skeleton|drawings|markAway|preferencesFailure))\.tsx?$/

// With `--mode mocks` the fake backend's service worker is served (dev) or built in; the plain build
// contains neither it nor anything of mocks/.
export default defineConfig(({ command, mode }) => ({
  plugins: [
    react(),
    msw({ mode: mode === 'mocks' ? 'worker-only' : 'auto' }),
    compileEarly('first'),
    fewerEntities(),
    mode === 'production' && prerender(),
    mode === 'production' && serviceWorker(),
    precompress(),
  ],
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router$/, replacement: `${router}index.mjs` },
            { find: /^react-router\/dom$/, replacement: `${router}dom-export.mjs` },
          ]
        : [],
  },
  css: command === 'build' ? { modules: { generateScopedName: className } } : {},
  build: {
    target: 'baseline-widely-available',
    // The policy allows fonts and images from our own origin, not from data: addresses in style sheets.
    assetsInlineLimit: 0,
    manifest: true,
    minify: 'terser',
    terserOptions: terser,
    // Every browser of the target knows `modulepreload` by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [
          // Emotion's React part loads it for `withTheme`, which nobody here asks for; it does nothing by being loaded.
          { test: /node_modules\/hoist-non-react-statics\//, sideEffects: false },
        ],
      },
      output: {
        // Nobody asks a module's namespace for its `Symbol.toStringTag`.
        generatedCode: { symbols: false },
        // Files name each other, and a hash is what no compression makes shorter: six characters tell two
        // contents apart as well as eight.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:6].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          // What the first page imports is one file, and what every screen of books imports another: the
          // bundler would cut both at every module that is imported from two places, and many small files
          // compress worse, each with its name in the first (decision page 0029).
          groups: [
            {
              name: 'first',
              test: /src\/(?:product|app\/App)\.tsx$|react-dom\/client|colorScheme|socialArrival|vite\/preload-helper/,
              priority: 1,
            },
            { name: 'books', test: BOOKS },
            // Hearts that waited are sent by what serves a reader without network, or before it has come.
            { name: 'start', test: /src\/offline\/|sendUnsent|sendByWorker|lib\/workers/ },
            // Whoever needs the parser needs all of it.
            {
              name: 'markup',
              test: /Description\.tsx$|MarkupPreview|lib\/markup|htmlparser2|entities/,
            },
          ],
        },
      },
    },
    outDir: mode === 'mocks' ? 'dist-mocks' : 'dist',
  },
  // Each has a policy of its own (server/plugins/headers.ts), by where it lies.
  worker: {
    format: 'es',
    // Without `minify` what terser has made small is printed in lines again.
    rolldownOptions: {
      output: { entryFileNames: 'assets/workers/[name]-[hash:6].js', minify: true },
    },
  },
  server: { proxy: mode === 'mocks' ? {} : proxy },
}))
