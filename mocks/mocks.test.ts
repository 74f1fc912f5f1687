// @vitest-environment jsdom
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Mocks, USUAL_LATENCY } from './mocks.ts'
import { READER } from './builders.ts'
import { SCENARIO_NAMES } from './scenarios.ts'

const server = setupServer()
let events: string[] = []

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  events = []
  for (const level of ['info', 'warn', 'error'] as const)
    vi.spyOn(console, level).mockReturnValue(undefined)
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

// Latency and links are in test/e2e/panel.spec.ts.

/** The fake backend of a page that was opened at an address. */
function open(address: string): Mocks {
  window.history.replaceState(null, '', address)
  return new Mocks({
    setHandlers: (handlers) => server.resetHandlers(...handlers),
    stop: () => void events.push('stop'),
    start: () => void events.push(`start ${location.pathname}`),
  })
}

async function statusOf(path: string, init?: RequestInit): Promise<number> {
  const { status } = await fetch(new URL(path, location.origin), init)
  return status
}

const favoritesOf = ({ db }: Mocks) => db.user(READER.id)?.favorites

test('an address begins its scenarios, at the page of the last one, and is tidied', async () => {
  const { state, scenario } = open('/?scenario=favoritesFail,profileFails&latency=0&panel=off')
  expect(state).toMatchObject({ names: ['favoritesFail', 'profileFails'], latency: 0, unknown: [] })
  expect(scenario.title).toBe('Favorites cannot be fetched + The profile cannot be fetched')
  expect(location.pathname + location.search).toBe('/favorites')
  expect(localStorage.getItem('isLoggedIn')).toBe('true')
  expect(await statusOf(`/api/user/${READER.id}/favoriteBooks`)).toBe(500)
  expect(await statusOf('/api/profile')).toBe(500)
  expect(await statusOf('/api/book/detail/dracula')).toBe(200)
})

test('the happy path plays by default, and never with others', () => {
  expect(open('/').state).toMatchObject({ names: ['happyPath'], latency: USUAL_LATENCY })
  const { state } = open('/?scenario=searchFails,happyPath,profileFails,searchFails')
  expect(state.names).toEqual(['searchFails', 'profileFails'])
})

test('on a page for readers somebody with favorites is signed in, unless the scenario has a visitor', () => {
  const happy = open('/favorites?scenario=happyPath')
  expect(localStorage.getItem('isLoggedIn')).toBe('true')
  expect(favoritesOf(happy)).toHaveLength(3)
  open('/?scenario=happyPath')
  expect(localStorage.getItem('isLoggedIn')).toBeNull()
  open('/?scenario=guardFavorites')
  expect(localStorage.getItem('isLoggedIn')).toBeNull()
})

const inLanguage = () => {
  const { lang, dir } = document.documentElement
  return [lang, dir, document.cookie]
}

test('the page is in English whatever was chosen before, unless the scenario has a language', () => {
  document.cookie = 'language=de; path=/'
  const mocks = open('/?scenario=threeFavorites')
  expect(inLanguage()).toEqual(['en', 'ltr', ''])
  mocks.play(['favoritesInArabic'])
  expect(inLanguage()).toEqual(['ar', 'rtl', 'language=ar'])
  expect(mocks.db.user(READER.id)?.language).toBe('ar')
  // A reload brings what the tester chose meanwhile.
  document.cookie = 'language=pt-BR; path=/'
  open('/')
  expect(inLanguage()).toEqual(['pt-BR', 'ltr', 'language=pt-BR'])
  mocks.play([])
  expect(inLanguage()).toEqual(['en', 'ltr', ''])
})

test("a reload goes on with what was played and done, and with the scenario's own books", () => {
  const mocks = open('/?scenario=threeFavorites,longTitles&latency=20')
  const reader = mocks.db.user(READER.id)
  if (reader) reader.favorites = ['emma']
  mocks.setLatency(40)
  const again = open('/favorites')
  expect(again.state).toMatchObject({ names: mocks.state.names, latency: 40 })
  expect(favoritesOf(again)).toEqual(['emma'])
  expect(again.db.sessions).toEqual(mocks.db.sessions)
  expect(again.db.books).toEqual(mocks.db.books)
})

test('playing ends the page, empties what is left of it, and begins anew', () => {
  const mocks = open('/?scenario=threeFavorites')
  const { db } = mocks
  localStorage.setItem('logoutPending', 'true')
  sessionStorage.setItem('startIndex', '7')
  sessionStorage.setItem('catchword-mocks-panel', '{}')
  const { length } = window.history
  const onChange = vi.fn<() => void>()
  const unsubscribe = mocks.subscribe(onChange)
  mocks.play(['favoritesFail', 'profileFails'])
  unsubscribe()
  expect(events).toEqual(['stop', 'start /favorites'])
  expect(mocks.state).toMatchObject({ names: ['favoritesFail', 'profileFails'], run: 2 })
  expect(mocks.db).not.toBe(db)
  expect(localStorage.getItem('logoutPending')).toBeNull()
  expect(Object.keys(sessionStorage).toSorted()).toEqual([
    'catchword-mocks-panel',
    'catchword-mocks-played',
  ])
  expect(window.history).toHaveLength(length)
  expect(onChange).toHaveBeenCalledTimes(1)
  mocks.play([])
  expect(mocks.state.names).toEqual(['happyPath'])
  expect(onChange).toHaveBeenCalledTimes(1)
})

test.each(['nothingOfTheKind', '__proto__'])(
  'the unknown name %s is reported with the known ones, and the happy path begins',
  (name) => {
    const { state } = open(`/?scenario=favoritesFail,${name}`)
    expect(state).toMatchObject({ names: ['happyPath'], unknown: [name] })
    // oxlint-disable-next-line no-console -- where it is reported
    const message = vi.mocked(console.warn).mock.calls.join()
    expect(message).toContain(`No scenario is called "${name}"`)
    for (const existing of SCENARIO_NAMES) expect(message).toContain(existing)
  },
)

test('an unknown request fails, and is reported with its method and address', async () => {
  const mocks = open('/?scenario=happyPath&latency=0')
  await expect(statusOf('/api/typo?x=1', { method: 'PUT', body: '' })).rejects.toThrow(TypeError)
  await expect(statusOf('https://elsewhere.example/a')).rejects.toThrow(TypeError)
  const requests = ['PUT /api/typo?x=1', 'GET https://elsewhere.example/a']
  expect(mocks.state.unhandled).toEqual(requests)
  // oxlint-disable-next-line no-console -- where it is reported
  expect(vi.mocked(console.error).mock.calls.flat()).toEqual(
    requests.map((request) => `[mocks] No handler knows ${request}.`),
  )
  mocks.play(['happyPath'])
  expect(mocks.state.unhandled).toEqual([])
})

test('without a network no response comes, and the browser says so', async () => {
  const mocks = open('/?scenario=offline&latency=0')
  expect(navigator.onLine).toBe(false)
  await expect(statusOf('/api/book/detail/dracula')).rejects.toThrow(TypeError)
  mocks.play(['happyPath'])
  expect(navigator.onLine).toBe(true)
  expect(await statusOf('/api/book/detail/dracula')).toBe(200)
})

test.each([
  ['googleNewcomer', /^\/\?token=[\w-]{43}&userId=reader-1&isNewUser=true$/],
  ['googleNotSetUp', /^\/login\?authError=google_not_configured$/],
])("Google's button leads back to us in %s, through the worker or without it", async (name, to) => {
  const mocks = open(`/?scenario=${name}&latency=0`)
  const response = await fetch(new URL('/api/auth/google', location.origin), { redirect: 'manual' })
  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toMatch(to)
  expect(sessionStorage.getItem('catchword-mocks-played')).toContain(
    JSON.stringify(mocks.db.sessions),
  )
  open('/api/auth/google')
  expect(location.pathname + location.search).toMatch(to)
})
