import { describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { checkError, readBody, type Client } from './client.ts'

/** Paths without an operation. */
export function describeOtherPaths({ someIds, request }: Client): void {
  describe('beside the calls of docs/product.md 7.1', () => {
    test.each([
      ['/api/nothing', ERROR_TEXTS.pathNotFound],
      ['/api/user/x/favorites', ERROR_TEXTS.pathNotFound],
      ['/covers/no-such-book', expect.any(String)],
      ['/media/no-such-picture.webp', expect.any(String)],
    ])('GET %s: 404 as problem+json', async (path, message) => {
      const response = await request(path)
      const body = await readBody(response)
      expect(response.status).toBe(404)
      checkError(response, body)
      expect(body).toMatchObject({ code: 'not_found', message })
    })

    test('a trailing slash makes no other path', async () => {
      const [id] = await someIds()
      expect((await request(`/api/book/detail/${id}/`)).status).toBe(200)
    })

    test('Google sign-in leads back to the login page', async () => {
      const response = await request('/api/auth/google', { redirect: 'manual' })
      expect(response.status).toBe(303)
      expect(response.headers.get('Location')).toBe('/login?authError=google_not_configured')
    })

    test('the health check answers', async () => {
      const response = await request('/healthz')
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ status: 'ok' })
    })
  })
}
