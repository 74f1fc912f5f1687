import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../testing/testServer.ts'

const CSP =
  "default-src 'none';script-src 'self';connect-src 'self';font-src 'self';manifest-src 'self';" +
  "worker-src 'self';style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';" +
  "style-src-attr 'none';img-src 'self' data: blob:;object-src 'none';base-uri 'none';" +
  "form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types 'none'"

let plain: TestServer
let secure: TestServer

beforeAll(async () => {
  plain = await createTestServer()
  secure = await createTestServer({ publicUrl: 'https://books.example', secure: true })
})

afterAll(async () => {
  await plain.close()
  await secure.close()
})

describe('the headers of every answer', () => {
  test.each(['/healthz', '/api/profile', '/api/nothing', '/api/auth/google', '/login'])(
    '%s',
    async (url) => {
      const { headers } = await plain.app.inject({ url })
      expect(headers).toMatchObject({
        'content-security-policy': CSP,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'permissions-policy': expect.stringContaining('geolocation=()'),
      })
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('strict-transport-security')
    },
  )

  test('are stricter behind https', async () => {
    const { headers } = await secure.app.inject({ url: '/healthz' })
    expect(headers['content-security-policy']).toBe(`${CSP};upgrade-insecure-requests`)
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  test('keep answers of the API out of every cache, unless their route says otherwise', async () => {
    const { headers } = await plain.app.inject({ url: '/api/auth/google' })
    expect(headers['cache-control']).toBe('no-store')
    expect(headers.vary).toBe('Authorization, Cookie, Origin, Sec-Fetch-Site')
    expect(headers.location).toBe('/login?authError=google_not_configured')
    const search = await plain.app.inject({ url: '/api/books/search?query=a' })
    expect(search.headers['cache-control']).not.toBe('no-store')
  })
})
