import { beforeAll, describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '../errorTexts.ts'
import { addFavoriteBook, getFavoriteBooks } from '../favorites.ts'
import { previewLibrary } from '../library.ts'
import { LIBRARY_FIELD, PROFILE_IMAGE_FIELD } from '../uploads.ts'
import type { Operation } from '../operation.ts'
import { OPERATIONS } from '../operations.ts'
import { getPreferences } from '../preferences.ts'
import { getProfile, uploadProfileImage } from '../profile.ts'
import { logout } from '../session.ts'
import {
  by,
  byCookie,
  cookieOf,
  form,
  PASSWORD,
  PNG,
  STRANGE_TOKEN,
  type CallOptions,
  type Client,
  type Reader,
} from './client.ts'

/** Who may send each request: docs/security.md 1. */
export function describeGuard(client: Client): void {
  const { call, refused, newReader, someBook } = client

  /** Options that make a request valid, except for its credential. */
  async function inOrder(operation: Operation, reader: Reader): Promise<CallOptions> {
    const book = await someBook()
    const params = { id: reader.id, bookId: book.id, mark: 'read', list: 'favorites' }
    const bodies: Readonly<Record<string, unknown>> = {
      savePreferences: { preferences: ['Poetry'] },
      saveLanguage: { language: 'de' },
      addFavoriteAuthor: { author: 'Ursula K. Le Guin' },
      addFavoriteBook: { bookId: book.id },
      addFavoriteBookFromDetail: { bookId: book.id },
      setMark: { mark: 'read' },
      removeBooks: { bookIds: [book.id] },
      restoreBooks: { bookIds: [book.id] },
      deleteAccount: { password: PASSWORD },
      addLibrary: { program: null, read: [book.id] },
    }
    const json = bodies[operation.schema.operationId]
    if (operation === uploadProfileImage) return { params, body: form(PROFILE_IMAGE_FIELD, PNG) }
    if (operation === previewLibrary) {
      return { params, body: form(LIBRARY_FIELD, new TextEncoder().encode('Title\nDune')) }
    }
    return { params, ...(json !== undefined && { json }) }
  }

  describe('the guard', () => {
    const guarded = OPERATIONS.filter(({ access }) => access !== 'public')
    const needing = guarded.filter((operation) => operation !== logout)
    const ofAReader = needing.filter(({ url }) => url.includes('/:id'))
    const withCookie = needing.filter(({ access }) => access === 'bearerOrCookie')
    const bearerOnly = needing.filter(({ access }) => access === 'bearer')
    let reader: Reader
    let other: Reader

    beforeAll(async () => {
      reader = await newReader()
      other = await newReader()
    })

    test('has calls of every kind to guard', () => {
      expect(ofAReader.length).toBeGreaterThan(5)
      expect(withCookie).toHaveLength(3)
      expect(bearerOnly.length).toBeGreaterThan(5)
    })

    test.each(needing)('$method $url: 401 without a credential', async (operation) => {
      const response = await call(operation, await inOrder(operation, reader))
      expect(response).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
      expect(response.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
    })

    test.each(needing)('$method $url: 401 with an unknown bearer', async (operation) => {
      const options = { ...(await inOrder(operation, reader)), bearer: STRANGE_TOKEN }
      const error = await refused(401, 'unauthenticated', operation, options)
      expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
    })

    test.each(ofAReader)("$method $url: 403 with another reader's bearer", async (operation) => {
      const options = { ...(await inOrder(operation, reader)), bearer: other.token }
      const error = await refused(403, 'forbidden', operation, options)
      expect(error.message).toBe(ERROR_TEXTS.forbidden)
    })

    test.each(ofAReader)('$method $url: 403 for an id that nobody has', async (operation) => {
      const options = await inOrder(operation, { ...reader, id: 'nobody' })
      const error = await refused(403, 'forbidden', operation, {
        ...options,
        bearer: reader.token,
      })
      expect(error.message).toBe(ERROR_TEXTS.forbidden)
    })

    test.each(bearerOnly)('$method $url: 401 with the cookie alone', async (operation) => {
      const options = { ...(await inOrder(operation, reader)), cookie: reader.cookie }
      const error = await refused(401, 'unauthenticated', operation, options)
      expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
    })

    test.each(withCookie)('$method $url: 200 with the cookie alone', async (operation) => {
      const options = { ...(await inOrder(operation, reader)), cookie: reader.cookie }
      expect((await call(operation, options)).status).toBe(200)
    })

    test.each(withCookie)("$method $url: 403 with another reader's cookie", async (operation) => {
      const options = { ...(await inOrder(operation, reader)), cookie: other.cookie }
      const error = await refused(403, 'forbidden', operation, options)
      expect(error.message).toBe(ERROR_TEXTS.forbidden)
    })

    test.each(withCookie)(
      '$method $url: 401 with a bad bearer, however good the cookie',
      async (operation) => {
        const options = await inOrder(operation, reader)
        const credentials = { bearer: STRANGE_TOKEN, cookie: reader.cookie }
        const error = await refused(401, 'unauthenticated', operation, {
          ...options,
          ...credentials,
        })
        expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
      },
    )

    test.each(withCookie)('$method $url: 401 with an unknown cookie', async (operation) => {
      const cookie = `${reader.cookie.split('=')[0]}=${STRANGE_TOKEN}`
      const options = { ...(await inOrder(operation, reader)), cookie }
      const error = await refused(401, 'unauthenticated', operation, options)
      expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
    })

    test.each(
      withCookie.flatMap((operation) => [
        { operation, url: operation.url, method: operation.method, site: 'cross-site' },
        { operation, url: operation.url, method: operation.method, site: 'same-site' },
      ]),
    )('$method $url: 403 with the cookie from a $site page', async ({ operation, site }) => {
      const options = await inOrder(operation, reader)
      const error = await refused(403, 'cross_site', operation, {
        ...options,
        cookie: reader.cookie,
        headers: { 'Sec-Fetch-Site': site },
      })
      expect(error.message).toBe(ERROR_TEXTS.crossSite)
    })

    test.each(withCookie)('$method $url: 403 with the cookie and a foreign Origin', async (op) => {
      const options = await inOrder(op, reader)
      const headers = { Cookie: reader.cookie, Origin: 'https://evil.example' }
      const error = await refused(403, 'cross_site', op, { ...options, headers })
      expect(error.message).toBe(ERROR_TEXTS.crossSite)
    })

    test('refuses a change by cookie of which nothing says where it comes from', async () => {
      const options = await inOrder(addFavoriteBook, reader)
      const headers = { Cookie: reader.cookie }
      const error = await refused(403, 'cross_site', addFavoriteBook, { ...options, headers })
      expect(error.message).toBe(ERROR_TEXTS.crossSite)
    })

    test('lets a bearer act from wherever it comes', async () => {
      const headers = { 'Sec-Fetch-Site': 'cross-site' }
      const response = await call(getPreferences, by(reader, { headers }))
      expect(response.status).toBe(200)
    })

    test.each(['Bearer', 'bearer', 'BEARER'])(
      'reads the scheme in any case: %s',
      async (scheme) => {
        const headers = { Authorization: `${scheme} ${reader.token}` }
        expect((await call(getProfile, { headers })).status).toBe(200)
      },
    )

    test.each(['Basic', 'Token'])('takes no scheme %s', async (scheme) => {
      const headers = { Authorization: `${scheme} ${reader.token}` }
      const error = await refused(401, 'unauthenticated', getProfile, { headers })
      expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
    })

    test('takes no token with one letter changed', async () => {
      const last = reader.token.endsWith('A') ? 'E' : 'A'
      const bearer = reader.token.slice(0, -1) + last
      const error = await refused(401, 'unauthenticated', getProfile, { bearer })
      expect(error.message).toBe(ERROR_TEXTS.unauthenticated)
    })

    test('gives a browser that lost its cookie a new one, which works', async () => {
      const headers = { 'Sec-Fetch-Site': 'same-origin' }
      const fresh = await newReader()
      const response = await call(getProfile, by(fresh, { headers }))
      const cookie = cookieOf(response)
      expect(cookie).toMatch(/=[A-Za-z0-9_-]{43}$/)
      const list = await call(getFavoriteBooks, byCookie({ ...fresh, cookie }))
      expect(list.status).toBe(200)
    })

    test("replaces a cookie that is left over from another reader, and that reader's still works", async () => {
      const headers = { 'Sec-Fetch-Site': 'same-origin' }
      const [present, past] = [await newReader(), await newReader()]
      const response = await call(getProfile, by(present, { headers, cookie: past.cookie }))
      const cookie = cookieOf(response)
      expect((await call(getFavoriteBooks, byCookie({ ...present, cookie }))).status).toBe(200)
      expect((await call(getFavoriteBooks, byCookie(past))).status).toBe(200)
    })

    test('leaves a good cookie alone', async () => {
      const fresh = await newReader()
      const response = await call(getProfile, by(fresh, { cookie: fresh.cookie }))
      expect(response.headers.getSetCookie()).toStrictEqual([])
    })
  })
}
