import { beforeAll, describe, expect, test } from 'vitest'
import { addFavoriteBook, getFavoriteBooks } from '../favorites.ts'
import { OPERATIONS } from '../operations.ts'
import { getPreferences } from '../preferences.ts'
import { getProfile } from '../profile.ts'
import { logout } from '../session.ts'
import {
  by,
  byCookie,
  cookieOf,
  CROSS_SITE,
  FORBIDDEN,
  STRANGE_TOKEN,
  UNAUTHENTICATED,
  type CallOptions,
  type Client,
  type Reader,
} from './client.ts'

/** Who may send each request: docs/security.md 1. `server/authorization.test.ts` has every state of the server's. */
export function describeGuard(client: Client): void {
  const { call, succeed, refused, newReader } = client

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

    test.each<[string, typeof needing, (() => CallOptions)[], typeof FORBIDDEN]>([
      [
        'without a good bearer',
        needing,
        [() => ({}), () => ({ bearer: STRANGE_TOKEN })],
        UNAUTHENTICATED,
      ],
      ['with the cookie alone', bearerOnly, [() => ({ cookie: reader.cookie })], UNAUTHENTICATED],
      [
        'of another reader, or nobody',
        ofAReader,
        [
          () => ({ bearer: other.token }),
          () => ({ params: { id: 'nobody' }, bearer: reader.token }),
        ],
        FORBIDDEN,
      ],
      ["with another reader's cookie", withCookie, [() => ({ cookie: other.cookie })], FORBIDDEN],
      [
        'with a bad bearer beside a good cookie, or a bad cookie',
        withCookie,
        [
          () => ({ bearer: STRANGE_TOKEN, cookie: reader.cookie }),
          () => ({ cookie: `${reader.cookie.split('=')[0]}=${STRANGE_TOKEN}` }),
        ],
        UNAUTHENTICATED,
      ],
      [
        'with the cookie from other sites',
        withCookie,
        [
          () => ({ cookie: reader.cookie, headers: { 'Sec-Fetch-Site': 'cross-site' } }),
          () => ({ cookie: reader.cookie, headers: { 'Sec-Fetch-Site': 'same-site' } }),
          () => ({ headers: { Cookie: reader.cookie, Origin: 'https://evil.example' } }),
        ],
        CROSS_SITE,
      ],
    ])('refuses every call %s', async (_, operations, shown, refusal) => {
      const params = { bookId: 'emma', mark: 'read', list: 'favorites', sessionId: 'none' }
      for (const operation of operations) {
        for (const options of shown.map((show) => show())) {
          const own = { ...options, params: { id: reader.id, ...params, ...options.params } }
          await refused(operation, own, refusal)
        }
      }
    })

    test('names the scheme that it wants', async () => {
      const { headers } = await call(getProfile)
      expect(headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
    })

    test('refuses a change by cookie of which nothing says where it comes from', async () => {
      const headers = { Cookie: reader.cookie }
      await refused(addFavoriteBook, { params: { id: reader.id }, headers }, CROSS_SITE)
    })

    test('lets a bearer act from wherever it comes', async () => {
      const headers = { 'Sec-Fetch-Site': 'cross-site' }
      expect((await call(getPreferences, by(reader, { headers }))).status).toBe(200)
    })

    test('reads the scheme Bearer in any case, no other, and no token with one letter changed', async () => {
      const authorized = (scheme: string, token = reader.token) => ({
        headers: { Authorization: `${scheme} ${token}` },
      })
      for (const scheme of ['Bearer', 'bearer', 'BEARER'])
        await succeed(getProfile, authorized(scheme))
      for (const scheme of ['Basic', 'Token'])
        await refused(getProfile, authorized(scheme), UNAUTHENTICATED)
      const changed = reader.token.slice(0, -1) + (reader.token.endsWith('A') ? 'E' : 'A')
      await refused(getProfile, authorized('Bearer', changed), UNAUTHENTICATED)
    })

    test.each(['lost its cookie', "has another reader's"])(
      'gives a browser that %s a new one, which works',
      async (what) => {
        const [present, past] = [await newReader(), await newReader()]
        const cookie = what === 'lost its cookie' ? {} : { cookie: past.cookie }
        const headers = { 'Sec-Fetch-Site': 'same-origin' }
        const fresh = cookieOf(await call(getProfile, by(present, { headers, ...cookie })))
        expect(fresh).toMatch(/=[A-Za-z0-9_-]{43}$/)
        for (const one of [{ ...present, cookie: fresh }, past])
          await succeed(getFavoriteBooks, byCookie(one))
      },
    )

    test('leaves a good cookie alone', async () => {
      const { headers } = await call(getProfile, by(reader, { cookie: reader.cookie }))
      expect(headers.getSetCookie()).toStrictEqual([])
    })
  })
}
