import { createHash } from 'node:crypto'
import { bookAt, expect, signedIn, test } from './fixtures.ts'

const PAGES = [
  '/',
  '/login',
  '/register',
  '/categories',
  '/recommendations',
  '/favorites',
  '/profile',
  '/book/pride-and-prejudice',
  '/book/no-such-book',
  '/no/such/page',
  '/?token=abc&userId=1&isNewUser=true',
]

/** The hash of the empty text: Emotion's style tags (../shared/security.md 3.5). */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/** The policy, directive by directive, that lets in nothing but our own origin. */
const POLICY = {
  'default-src': "'none'",
  'connect-src': "'self'",
  'img-src': "'self' data: blob:",
  'style-src-attr': "'none'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'workers',
}

for (const path of PAGES) {
  test(`${path} answers the page with the security headers`, async ({ request }) => {
    const answer = await request.get(path, { headers: { accept: 'text/html' } })
    expect(answer.status()).toBe(200)
    const html = await answer.text()
    expect(html).toContain('<div id="root"')
    const headers = answer.headers()
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers['server']).toBeUndefined()
    const directives = (headers['content-security-policy'] ?? '').split(';').map((text) => {
      const [name = '', ...values] = text.trim().split(' ')
      return [name, values.join(' ')]
    })
    // Beside the policy of every answer: the hashes of the one script and the one style sheet of the page.
    const hashOf = (pattern: RegExp): string => {
      const [text, ...others] = [...html.matchAll(pattern)].map(([, found = '']) => found)
      expect(others).toEqual([])
      return `'sha256-${createHash('sha256')
        .update(text ?? '')
        .digest('base64')}'`
    }
    expect(Object.fromEntries(directives)).toMatchObject({
      ...POLICY,
      'script-src': `'self' ${hashOf(/<script type="module">(.*?)<\/script>/gs)}`,
      'style-src': `'self' ${EMPTY_STYLE} ${hashOf(/<style>(.*?)<\/style>/gs)}`,
    })
    // Nothing else runs; a book's record beside its page is data.
    expect(html).not.toMatch(/<script(?! type="module">| type="application\/json" )/)
    expect(html).not.toMatch(/ (?:style|on\w+)=/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/)
  })
}

test('the files of the build are kept for ever and sent compressed', async ({ request }) => {
  // A page that waits for its script names what that needs.
  const page = await (await request.get('/categories')).text()
  const files = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)]
  expect(files.length).toBeGreaterThan(1)
  for (const [, file = ''] of files) {
    const answer = await request.get(file, { headers: { 'accept-encoding': 'br' } })
    expect(answer.status()).toBe(200)
    expect(answer.headers()).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
    })
  }
})

test('what is not there is not the page', async ({ request }) => {
  for (const path of ['/assets/no-such-file.js', '/no-such-picture.png', '/covers/no-such-book']) {
    const answer = await request.get(path, { headers: { accept: '*/*' } })
    expect(answer.status(), path).toBe(404)
    expect(await answer.text()).not.toContain('<div id="root">')
  }
  const call = await request.get('/api/no/such/call')
  expect(call.status()).toBe(404)
  expect(call.headers()['content-type']).toContain('application/problem+json')
  expect(await call.json()).toMatchObject({ code: 'not_found' })
})

test('a cover is kept for ever under its own link, and asked for cheaply otherwise', async ({
  request,
}) => {
  const book = await bookAt(request, 'Poetry', 0)
  const link = book.volumeInfo.imageLinks?.thumbnail ?? ''
  expect(link).toMatch(/^\/covers\//)
  const cover = await request.get(link)
  expect(cover.status()).toBe(200)
  expect(cover.headers()).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  const etag = cover.headers()['etag'] ?? ''
  expect(etag).not.toBe('')
  const again = await request.get(link, { headers: { 'if-none-match': etag } })
  expect(again.status()).toBe(304)
  expect(await again.body()).toHaveLength(0)
  // Without the version in the link it may change, so it is not kept for ever.
  const bare = await request.get(`/covers/${book.id}`)
  expect(bare.status()).toBe(200)
  expect(bare.headers()['cache-control']).not.toContain('immutable')
})

test('a reload takes the cover and the scripts from the cache', async ({ page }) => {
  await signedIn(page, { interests: ['Poetry'] })
  await page.goto('/recommendations')
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.reload()
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .map(({ name, transferSize, decodedBodySize }) => ({
        path: new URL(name).pathname,
        sent: transferSize,
        held: decodedBodySize,
      })),
  )
  const kept = files.filter(({ path }) => /^\/(?:covers|assets)\//.test(path))
  expect(kept.some(({ path }) => path.startsWith('/covers/'))).toBe(true)
  expect(kept.some(({ path }) => path.endsWith('.js'))).toBe(true)
  for (const { path, sent, held } of kept) {
    expect(sent, path).toBe(0)
    expect(held, path).toBeGreaterThan(0)
  }
})

test('the server says that it is well, and publishes its contract', async ({ request }) => {
  expect((await request.get('/healthz')).status()).toBe(200)
  const answer = await request.get('/api/openapi.json')
  expect(await answer.json()).toMatchObject({ openapi: expect.stringMatching(/^3\./) })
})
