import react from '@vitejs/plugin-react'
import { msw } from 'msw/vite'
import { defineConfig } from 'vite'
import { precompress } from './scripts/precompress.ts'
import { prerender } from './scripts/prerender.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`
const proxy = Object.fromEntries(
  ['/api', '/covers', '/media', '/healthz'].map((path) => [path, { target: server }]),
)

// With `--mode mocks` the fake backend's service worker is served (dev) or built in; the plain build
// contains neither it nor anything of mocks/.
export default defineConfig(({ mode }) => ({
  plugins: [
    react(),
    msw({ mode: mode === 'mocks' ? 'worker-only' : 'auto' }),
    mode === 'production' && prerender(),
    precompress(),
  ],
  build: {
    target: 'baseline-widely-available',
    // The policy allows fonts and images from our own origin, not from data: addresses in style sheets.
    assetsInlineLimit: 0,
    manifest: true,
    // Every browser of the target knows `modulepreload` by itself.
    modulePreload: { polyfill: false },
    outDir: mode === 'mocks' ? 'dist-mocks' : 'dist',
  },
  server: { proxy: mode === 'mocks' ? {} : proxy },
}))
