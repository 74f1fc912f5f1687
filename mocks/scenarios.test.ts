import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { atOrigin } from './address.ts'
import { fakeBackend } from './node.ts'
import { READER } from './scenarioState.ts'
import { isScenarioName, scenarios, type ScenarioName } from './scenarios.ts'

beforeAll(() => fakeBackend.listen())
afterEach(() => fakeBackend.reset())
afterAll(() => fakeBackend.close())

const NAMES = Object.keys(scenarios).filter(isScenarioName)

const me = `/api/user/${READER.id}`

/** What a scenario answers otherwise: the call, and the status or body that shows it. */
const CHANGED: readonly [
  name: ScenarioName,
  call: string,
  answer: { status?: number; body?: unknown },
][] = [
  ['loginRejected', 'POST /api/user/login', { status: 401 }],
  ['registerEmailTaken', 'POST /api/user/register', { status: 409 }],
  ['preferencesSaveFails', `PUT ${me}`, { status: 500 }],
  ['preferencesFetchFails', `GET ${me}/preferences`, { status: 500 }],
  ['preferencesWrongShape', `GET ${me}/preferences`, { body: { preferences: 'all' } }],
  ['navbarPreferencesFail', `GET /api/users/${READER.id}/preferences`, { status: 500 }],
  ['recommendationsFail', 'GET /api/recommendedBooks?preference=Poetry', { status: 500 }],
  ['recommendationsEmpty', 'GET /api/recommendedBooks?preference=Poetry', { body: [] }],
  ['favoriteAuthorsFail', `GET ${me}/favoriteAuthors`, { status: 500 }],
  ['saveAuthorFails', `PUT ${me}/favoriteAuthors`, { status: 500 }],
  ['saveFavoriteFails', `POST ${me}/favoriteBook`, { status: 500 }],
  ['saveFavoriteFails', `POST /api/users/${READER.id}/favoriteBook`, { status: 500 }],
  ['bookDetailFails', 'GET /api/book/detail/any', { status: 500 }],
  ['bookBare', 'GET /api/book/detail/bare', { body: { id: 'bare' } }],
  ['favoritesFail', `GET ${me}/favoriteBooks`, { status: 500 }],
  ['favoritesEmpty', `GET ${me}/favoriteBooks`, { body: [] }],
  ['favorites404', `GET ${me}/favoriteBooks`, { status: 404 }],
  ['favoritesUpdateFails', `DELETE ${me}/favoriteBook/any`, { status: 500 }],
  ['favoritesUpdateFails', `POST ${me}/favoriteBook`, { status: 500 }],
  ['searchFails', 'GET /api/books/search?query=dune', { status: 500 }],
  ['searchEmpty', 'GET /api/books/search?query=dune', { body: { data: [] } }],
  ['profileFails', 'GET /api/profile', { status: 500 }],
  ['uploadFails', 'POST /api/profile/upload', { status: 500 }],
  ['sessionExpired', 'GET /api/profile', { status: 401 }],
  ['sessionExpired', `GET ${me}/favoriteBooks`, { status: 401 }],
  ['html500', 'GET /api/profile', { status: 500 }],
]

describe('scenarios', () => {
  test.each(CHANGED)('%s: %s', async (name, call, expected) => {
    const session = fakeBackend.play(name)
    const [method = '', path = ''] = call.split(' ')
    const headers = session ? { Authorization: `Bearer ${session.token}` } : undefined
    const response = await fetch(atOrigin(path), { method, ...(headers && { headers }) })
    const isJson = response.headers.get('Content-Type')?.includes('json')
    const body: unknown = isJson ? await response.json() : await response.text()
    expect({ status: response.status, body }).toMatchObject({ status: 200, ...expected })
  })

  test('serverDown: no call gets through', async () => {
    fakeBackend.play('serverDown')
    await expect(fetch(atOrigin('/api/profile'))).rejects.toThrow(/fetch/i)
  })

  test('recommendationsSlow: the books come in the end', async () => {
    fakeBackend.play('recommendationsSlow')
    const start = performance.now()
    const response = await fetch(atOrigin('/api/recommendedBooks?preference=Poetry'))
    expect(performance.now() - start).toBeGreaterThan(3900)
    expect(await response.json()).toHaveLength(10)
  })

  test('every scenario but the happy path and the slow ones is checked above', () => {
    const checked = new Set<string>(CHANGED.map(([name]) => name))
    const others = NAMES.filter((name) => !checked.has(name))
    expect(others).toStrictEqual(['happyPath', 'recommendationsSlow', 'serverDown'])
  })

  test.each(NAMES)(
    '%s says what is seen, and signs the reader in only where it says so',
    (name) => {
      const { title, sees, path = '/', session } = scenarios[name]
      expect(title).not.toBe('')
      expect(sees).not.toBe('')
      expect(path).toMatch(/^\//)
      expect(fakeBackend.play(name) !== undefined).toBe(session === 'signedIn')
    },
  )
})
