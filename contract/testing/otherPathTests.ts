import { describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { checkError, readBody, type Client } from './client.ts'

/** Paths without an operation. */
export function describeOtherPaths(client: Client): void {
  const { someBook, request } = client

  describe('beside the calls of docs/product.md 7.1', () => {
    test.each(['/api/nothing', '/api/user', '/api/user/x/favorites', '/api/books'])(
      'GET %s: 404 as problem+json',
      async (path) => {
        const response = await request(path)
        const body = await readBody(response)
        expect(response.status).toBe(404)
        checkError(response, body)
        expect(body).toMatchObject({ code: 'not_found', message: ERROR_TEXTS.pathNotFound })
      },
    )

    test('a trailing slash makes no other path', async () => {
      const { id } = await someBook()
      expect((await request(`/api/book/detail/${id}/`)).status).toBe(200)
    })

    test.each(['/covers/no-such-book', '/media/no-such-picture.webp'])(
      'GET %s: 404 as problem+json',
      async (path) => {
        const response = await request(path)
        expect(response.status).toBe(404)
        checkError(response, await readBody(response))
      },
    )

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
