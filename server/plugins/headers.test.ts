import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify, type LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROUTES } from '../../test/authorization.ts'
import { createTestServer, type TestServer } from '../../test/testServer.ts'
import { errors } from './errors.ts'
import { http } from './http.ts'

const CSP =
  "default-src 'none';script-src 'self';connect-src 'self';font-src 'self';manifest-src 'self';" +
  "worker-src 'self';style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';" +
  "style-src-attr 'none';img-src 'self' data: blob:;object-src 'none';base-uri 'none';" +
  "form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types default description"

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const DOCUMENT_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"

let plain: TestServer
let secure: TestServer
let distDir: string

beforeAll(async () => {
  distDir = await mkdtemp(join(tmpdir(), 'catchword-headers-'))
  await mkdir(join(distDir, 'assets'))
  await writeFile(join(distDir, 'assets/first-AbCdEf.js'), 'export {}')
  await mkdir(join(distDir, 'showcase'))
  await writeFile(join(distDir, 'showcase/1-200.avif'), 'a cover')
  await writeFile(join(distDir, 'serviceWorker.js'), '')
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>Catchword</title>')
  await writeFile(
    join(distDir, 'register.html'),
    '<script id="scheme">scheme()</script><style data-emotion="css">p{margin:0}</style>',
  )
  plain = await createTestServer({ distDir })
  secure = await createTestServer({ publicUrl: 'https://books.example', secure: true, distDir })
})

afterAll(async () => {
  await plain.close()
  await secure.close()
  await rm(distDir, { recursive: true, force: true })
})

/** What every response has, whatever it is. */
function expectHeaders(response: LightMyRequestResponse): void {
  const { headers } = response
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  })
  // The last one makes a browser begin the page again, in another process.
  const unwanted = ['server', 'x-powered-by', 'access-control-allow-origin']
  for (const name of [...unwanted, 'cross-origin-opener-policy']) {
    expect(headers).not.toHaveProperty(name)
  }
}

/** The policy of a route: pictures need less than pages, and the page of the document has its own. */
function policyOf(route: string): string {
  if (route === 'GET /api/docs') return DOCUMENT_CSP
  if (route.startsWith('GET /covers/'))
    return "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  return CSP
}

test.each(Object.keys(ROUTES))('%s', async (key) => {
  const row = ROUTES[key]
  const [verb = '', path = ''] = key.split(' ')
  const method = (['GET', 'POST', 'PUT', 'DELETE'] as const).find((one) => one === verb)
  if (!row || !method) throw new Error(`no row for ${key}`)
  const [book] = await plain.catalogue.byCategory('Poetry', 0, 1)
  const url = (row.url ?? path).replaceAll(/\{bookId\}|:\w+/g, book?.id ?? '')
  const open = await plain.app.inject({ method, url })
  expectHeaders(open)
  expect(open.headers).not.toHaveProperty('strict-transport-security')
  expect(open.headers['content-security-policy']).toBe(policyOf(key))
  // Whose answer it is depends on these, for whoever keeps it all the same.
  const isOwn = url.startsWith('/api/') && open.headers['cache-control'] === 'no-store'
  const vary = isOwn ? 'Authorization, Cookie, Origin, Sec-Fetch-Site' : ''
  expect(String(open.headers.vary)).toContain(vary)
})

const json = { 'content-type': 'application/json' }
const login = { method: 'POST', url: '/api/user/login' } as const

test.each([
  ['an unknown file', { url: '/assets/nothing.js' }, 404],
  ['a bad address', { url: '/api/book/detail/%E0%A4%A' }, 400],
  ['no session', { url: '/api/profile' }, 401],
  ['broken JSON', { ...login, headers: json, payload: '{' }, 400],
  ['a large body', { ...login, headers: json, payload: `"${'x'.repeat(20_000)}"` }, 413],
] as const)('the error for %s has them too', async (_what, request, status) => {
  const response = await secure.app.inject({ ...request })
  expect(response.statusCode).toBe(status)
  expectHeaders(response)
  expect(response.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'strict-transport-security': 'max-age=31536000',
    'cache-control': 'no-store',
  })
})

describe('headers', () => {
  test.each(['/assets/first-AbCdEf.js', '/showcase/1-200.avif'])(
    'say no more of %s than that it is no page',
    async (url) => {
      for (const server of [plain, secure]) {
        const response = await server.app.inject({ url })
        expect(response.statusCode).toBe(200)
        expectHeaders(response)
        expect(response.headers['content-security-policy']).toBe(
          "default-src 'none';frame-ancestors 'none'",
        )
      }
    },
  )

  test('hold the service worker to the policy of the pages', async () => {
    const { headers } = await plain.app.inject({ url: '/serviceWorker.js' })
    expect(headers['content-security-policy']).toBe(CSP)
  })

  test('allow a page its inline scripts and styles', async () => {
    const { headers } = await secure.app.inject({ url: '/register' })
    expect(headers['content-security-policy']).toBe(
      `${CSP};upgrade-insecure-requests`
        .replace("script-src 'self'", `script-src 'self' ${hashOf('scheme()')}`)
        .replace("style-src 'self'", `style-src 'self' ${hashOf('p{margin:0}')}`),
    )
  })

  test.each([
    ['subdomains', 'max-age=31536000; includeSubDomains'],
    ['off', 'max-age=0'],
  ] as const)('with HSTS=%s say %s', async (hsts, expected) => {
    const app = fastify()
    await app.register(errors)
    await app.register(http, { config: { secure: true, hsts, trustProxy: [] } })
    const { headers } = await app.inject('/')
    expect(headers['strict-transport-security']).toBe(expected)
  })
})
