import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig } from 'vite'
import { stampBuild } from './scripts/isBuilt.ts'
import { completeNotices, NOTICES } from './scripts/notices.ts'
import { precompress } from './scripts/precompress.ts'
import { prerender } from './scripts/prerender.ts'
import { serviceWorker } from './scripts/serviceWorker.ts'

const target = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`
const proxy = Object.fromEntries(
  ['/api', '/covers', '/media', '/healthz'].map((path) => [path, { target }]),
)

// `--mode mocks` builds the product on the fake backend; the plain build contains nothing of mocks/.
export default defineConfig(({ mode }) => ({
  // The generated covers, without the font files that only the server can read.
  resolve: {
    alias:
      mode === 'mocks'
        ? [
            {
              find: /^\.{1,2}\/fonts\.ts$/,
              replacement: join(import.meta.dirname, 'mocks/coverFonts.ts'),
            },
          ]
        : [],
  },
  plugins: [
    react(),
    msw({ mode: mode === 'mocks' ? 'worker-only' : 'auto' }),
    mode === 'production' && prerender(),
    serviceWorker(mode === 'production'),
    precompress(),
    completeNotices(),
    stampBuild(),
  ],
  build: {
    target: 'baseline-widely-available',
    // The policy allows fonts and images from our own origin, not from `data:` addresses in styles.
    assetsInlineLimit: 0,
    manifest: true,
    license: { fileName: NOTICES },
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // What the first load imports is one file.
      output: {
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        // The service worker keeps those of the reader's language alone.
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/\/(?:languages|labels)\/(?:.*\.json|mirroringCache\.ts)$/.test(facadeModuleId ?? '') ? 'languages/' : ''}[name]-[hash:8].js`,
      },
    },
    outDir: mode === 'mocks' ? 'dist-mocks' : 'dist',
  },
  server: { proxy: mode === 'mocks' ? {} : proxy },
}))
