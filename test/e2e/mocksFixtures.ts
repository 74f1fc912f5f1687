/**
 * Fixtures for tests of the build on the fake backend (`dist-mocks/`, by `vite build --mode mocks`): it is served
 * with the headers of the product's own server, and every page is watched.
 */
import { join, resolve } from 'node:path'
import { test as base } from '@playwright/test'
import { fastify } from 'fastify'
import plugin from 'fastify-plugin'
import { readConfig } from '../../server/config.ts'
import { http } from '../../server/plugins/http.ts'
import { language } from '../../server/plugins/language.ts'
import { spa } from '../../server/plugins/spa.ts'
import { watch } from './fixtures.ts'

export { expect } from '@playwright/test'

/** The folder of the build on the fake backend. */
export const MOCKS_DIST_DIR = resolve(
  process.env['MOCKS_DIST_DIR'] ?? join(import.meta.dirname, '../../dist-mocks'),
)

/** A static server, and the requests that it received beside those for its files. */
interface StaticServer {
  origin: string
  /** Requests such as `GET /api/profile`, which the fake backend should have handled. */
  passed: string[]
}

interface WorkerFixtures {
  files: StaticServer
}

interface TestFixtures {
  /** The lines of the page's console, as they come. */
  logged: string[]
  /** The errors that the page reports, as they come: `console: …`, `failed: …` and the like. */
  complaints: string[]
}

/**
 * Lets the page register the mock's worker and notistack fill a new style element with a space (the product's own
 * pages have one already), and nothing else that Trusted Types refuse. Runs in the page.
 */
const TRUST = `window.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => (url === '/mockServiceWorker.js' ? url : null),
  createHTML: (html) => (html === ' ' ? html : null),
})`

/** Serves the files of the build; pages by `index.html`, as Vite's preview does. */
async function serveFiles(passed: string[]) {
  const config = readConfig({ DIST_DIR: MOCKS_DIST_DIR })
  const app = fastify()
  // Unknown paths are answered below.
  await app.register(plugin(async () => {}, { name: 'errors' }))
  await app.register(language)
  await app.register(http, { config })
  app.addHook('onSend', async (_request, reply) => {
    const policy = reply.getHeader('content-security-policy')
    if (typeof policy !== 'string') return
    // Only prerendered pages have the style element that notistack fills; here it inserts its own.
    const allowed = policy.replace(/style-src [^;]*/, "style-src 'self' 'unsafe-inline'")
    void reply.header('content-security-policy', allowed)
  })
  app.setNotFoundHandler(async (request, reply) => {
    // The Google button is a link: it leads back to the page, which goes on by itself.
    if (request.headers['sec-fetch-mode'] === 'navigate') return reply.sendFile('/index.html')
    passed.push(`${request.method} ${request.url}`)
    return reply.code(501).send()
  })
  await app.register(spa, {
    config,
    cookie: { read: () => undefined },
    findBook: async () => undefined,
  })
  return app
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  files: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the dependencies from the pattern
    async ({}, use) => {
      const passed: string[] = []
      const app = await serveFiles(passed)
      const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
      await use({ origin: `http://localhost:${port}`, passed })
      await app.close()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ files }, use) => {
    await use(files.origin)
  },

  context: async ({ context }, use) => {
    await context.addInitScript({ content: TRUST })
    await use(context)
  },

  logged: [
    async ({ context }, use) => {
      const lines: string[] = []
      context.on('console', (message) => lines.push(message.text()))
      await use(lines)
    },
    { auto: true },
  ],

  complaints: [
    async ({ context, files }, use) => {
      files.passed.length = 0
      await use(await watch(context, files.origin))
    },
    { auto: true },
  ],
})
