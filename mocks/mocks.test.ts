// @vitest-environment jsdom
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Mocks, USUAL_LATENCY } from './mocks.ts'
import { READER } from './reader.ts'
import { SCENARIO_NAMES } from './scenarios.ts'

const server = setupServer()
let warn = vi.spyOn(console, 'warn')
let complaint = vi.spyOn(console, 'error')
let events: string[] = []

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  events = []
  vi.spyOn(console, 'info').mockReturnValue(undefined)
  warn = vi.spyOn(console, 'warn').mockReturnValue(undefined)
  complaint = vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.spyOn(window, 'scrollTo').mockReturnValue(undefined)
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

/** The fake backend of a page that was opened at an address. */
function open(address: string): Mocks {
  window.history.replaceState(null, '', address)
  return new Mocks({
    setHandlers: (handlers) => server.resetHandlers(...handlers),
    stop: () => void events.push('stop'),
    start: () => void events.push(`start ${location.pathname}${location.search}`),
  })
}

function address(): string {
  return location.pathname + decodeURIComponent(location.search)
}

async function askFor(path: string, init?: RequestInit): Promise<number> {
  const { status } = await fetch(new URL(path, location.origin), init)
  return status
}

test('an address begins its scenarios in order, at the page of the last one', async () => {
  const { state, scenario } = open('/?scenario=favoritesFail,profileFails&latency=0')
  expect(state).toMatchObject({ names: ['favoritesFail', 'profileFails'], latency: 0, unknown: [] })
  expect(scenario.title).toBe('Favorites cannot be fetched + The profile cannot be fetched')
  expect(address()).toBe('/favorites?scenario=favoritesFail,profileFails&latency=0')
  expect(localStorage.getItem('isLoggedIn')).toBe('true')
  expect(await askFor(`/api/user/${READER.id}/favoriteBooks`)).toBe(500)
  expect(await askFor('/api/profile')).toBe(500)
  expect(await askFor('/api/book/detail/dracula')).toBe(200)
})

test('a page that the address names is opened as it is', () => {
  open('/categories?scenario=favoritesFail')
  expect(location.pathname).toBe('/categories')
  open('/?scenario=favoritesFail&stay')
  expect(location.pathname).toBe('/')
})

test.each(['scenario=', 'scenario=,%20,', 'scenario=happyPath,happyPath', ''])(
  '?%s plays the happy path',
  (query) => {
    const { state } = open(`/?${query}`)
    expect(state).toMatchObject({ names: ['happyPath'], unknown: [], latency: USUAL_LATENCY })
    expect(warn).not.toHaveBeenCalled()
  },
)

test('a name counts once, and the happy path not beside others', () => {
  const { state } = open('/?scenario=searchFails,happyPath,%20profileFails,searchFails')
  expect(state.names).toEqual(['searchFails', 'profileFails'])
})

test.each(['nothingOfTheKind', '__proto__', 'toString'])(
  'the unknown name %s is told with the known ones, and the happy path begins',
  async (name) => {
    const { state } = open(`/?scenario=favoritesFail,${name}`)
    expect(state).toMatchObject({ names: ['happyPath'], unknown: [name] })
    const said = warn.mock.calls.join()
    expect(said).toContain(`No scenario is called "${name}"`)
    for (const known of SCENARIO_NAMES) expect(said).toContain(known)
    expect(await askFor('/api/book/detail/dracula')).toBe(200)
  },
)

test.each(['-1', '60001', '1.5', 'soon', '', '1e9'])('latency=%s is refused', (latency) => {
  const { state } = open(`/?scenario=searchFails&latency=${latency}`)
  expect(state.latency).toBe(USUAL_LATENCY)
  expect(warn).toHaveBeenCalledWith(
    expect.stringContaining(`latency=${latency} is no whole number`),
  )
})

test('every answer takes as long as was asked for, that of a scenario too', async () => {
  const mocks = open('/?scenario=favoritesFail&latency=0')
  mocks.setLatency(80)
  const began = performance.now()
  await askFor(`/api/user/${READER.id}/favoriteBooks`)
  expect(performance.now() - began).toBeGreaterThanOrEqual(75)
})

test("a scenario's own latency ends with it, and the tester's choice comes back", () => {
  const mocks = open('/?scenario=searchFails')
  mocks.setLatency(500)
  mocks.play(['everythingSlow'])
  expect(mocks.state.latency).toBe(mocks.scenario.latency ?? 500)
  mocks.play(['searchFails'])
  expect(mocks.state.latency).toBe(500)
})

test('a reload goes on with what was played and done', async () => {
  const mocks = open('/?scenario=threeFavorites&latency=20')
  const reader = mocks.db.user(READER.id)
  if (reader) reader.favorites = ['emma']
  mocks.setLatency(40)
  mocks.db.signIn(mocks.db.addUser({ id: 'grace', name: 'Grace' }))
  mocks.keep()
  const again = open('/favorites')
  expect(again.state).toMatchObject({ names: ['threeFavorites'], latency: 40 })
  expect(again.db.user(READER.id)?.favorites).toEqual(['emma'])
  expect(again.db.sessions).toEqual(mocks.db.sessions)
  expect(address()).toBe('/favorites')
})

test("a reload keeps a scenario's own books", () => {
  const first = open('/?scenario=longTitles')
  const titles = first.db.books.map(({ volumeInfo }) => volumeInfo.title)
  const again = open('/recommendations')
  expect(again.db.books.map(({ volumeInfo }) => volumeInfo.title)).toEqual(titles)
})

test.each([
  '{',
  'null',
  '[]',
  '"favoritesFail"',
  '{"names":"favoritesFail"}',
  '{"names":["nothingOfTheKind"],"latency":0,"users":[],"sessions":[],"browserCookie":null}',
  '{"names":["favoritesFail"],"latency":-1,"users":[],"sessions":[],"browserCookie":null}',
  '{"names":["favoritesFail"],"latency":0,"users":[{}],"sessions":[],"browserCookie":null}',
  '{"names":["favoritesFail"],"latency":0,"users":[],"sessions":[7],"browserCookie":null}',
])('a tab that kept %s begins the happy path', (text) => {
  sessionStorage.setItem('catchword-mocks-played', text)
  expect(open('/').state).toMatchObject({ names: ['happyPath'], latency: USUAL_LATENCY })
})

test('a storage that takes nothing is told once, and the scenario plays', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const mocks = open('/?scenario=favoritesFail&latency=0')
  mocks.keep()
  expect(warn).toHaveBeenCalledTimes(1)
  expect(await askFor(`/api/user/${READER.id}/favoriteBooks`)).toBe(500)
})

test('playing another scenario ends the page, empties what is left of it, and begins anew', () => {
  const mocks = open('/?scenario=threeFavorites')
  const { db } = mocks
  localStorage.setItem('logoutPending', 'true')
  sessionStorage.setItem('places', '[]')
  sessionStorage.setItem('catchword-mocks-panel', 'open')
  const { length } = window.history
  const heard = vi.fn<() => void>()
  const stop = mocks.subscribe(heard)
  mocks.play(['searchSignedOut', 'profileFails'])
  stop()
  expect(events).toEqual(['stop', 'start /?scenario=searchSignedOut%2CprofileFails'])
  expect(mocks.state).toMatchObject({ names: ['searchSignedOut', 'profileFails'], run: 2 })
  expect(mocks.db).not.toBe(db)
  expect(localStorage.getItem('logoutPending')).toBeNull()
  expect(Object.keys(sessionStorage)).toEqual(
    expect.arrayContaining(['catchword-mocks-panel', 'catchword-mocks-played']),
  )
  expect(sessionStorage.getItem('places')).toBeNull()
  expect(window.history).toHaveLength(length)
  expect(heard).toHaveBeenCalledTimes(1)
  mocks.play([])
  expect(mocks.state.names).toEqual(['happyPath'])
  expect(heard).toHaveBeenCalledTimes(1)
})

test('reset begins the same once more', () => {
  const mocks = open('/?scenario=threeFavorites')
  const favorites = mocks.db.user(READER.id)?.favorites
  mocks.db.users = []
  mocks.reset()
  expect(mocks.state).toMatchObject({ names: ['threeFavorites'], run: 2 })
  expect(mocks.db.user(READER.id)?.favorites).toEqual(favorites)
  expect(address()).toBe('/favorites?scenario=threeFavorites')
})

test('going back never changes what is played', () => {
  const mocks = open('/?scenario=favoritesFail')
  mocks.play(['searchFails'])
  window.history.replaceState(
    { idx: 1 },
    '',
    '/favorites?scenario=favoritesFail&latency=3&reader={}',
  )
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(address()).toBe('/favorites?scenario=searchFails')
  expect(window.history.state).toEqual({ idx: 1 })
})

test('a link carries scenarios, latency, page and what the reader changed', () => {
  const mocks = open('/?scenario=threeFavorites&latency=0')
  expect(mocks.link()).toBe(`${location.origin}/favorites?scenario=threeFavorites&latency=0`)
  const reader = mocks.db.user(READER.id)
  if (reader) {
    reader.favorites = ['the-odyssey', ...reader.favorites.slice(1)]
    reader.preferences = ['Poetry']
    reader.favoriteAuthors = ['Homer']
  }
  mocks.setLatency(1000)
  window.history.pushState(null, '', '/categories?reader=7&panel=off')
  const link = mocks.link()
  expect(new URL(link).pathname).toBe('/categories')

  sessionStorage.clear()
  const other = open(link)
  expect(other.state).toMatchObject({ names: ['threeFavorites'], latency: 1000 })
  expect(other.db.user(READER.id)).toMatchObject({
    favorites: reader?.favorites,
    preferences: ['Poetry'],
    favoriteAuthors: ['Homer'],
  })
  expect(location.pathname).toBe('/categories')
  expect(other.link()).toBe(link)
})

test('a link that was cut on its way plays its scenario, and says what is missing', () => {
  const whole = open('/?scenario=threeFavorites')
  const reader = whole.db.user(READER.id)
  if (reader) reader.favoriteAuthors = ['Homer']
  const link = whole.link()
  sessionStorage.clear()
  expect(open(link.slice(0, -8)).state).toMatchObject({ names: ['threeFavorites'] })
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/^\[mocks\] reader= changes nothing: .+\.$/)],
  ])
  sessionStorage.clear()
  open(link)
  expect(warn).toHaveBeenCalledOnce()
})

test('scenarios of an address that names them one by one are all played', () => {
  const { state } = open('/?scenario=threeFavorites&latency=0&scenario=profileFails')
  expect(state).toMatchObject({ names: ['threeFavorites', 'profileFails'], unknown: [] })
})

test('a link of a scenario that has five hundred favorites stays short', () => {
  const mocks = open('/?scenario=manyFavorites')
  const reader = mocks.db.user(READER.id)
  const gone = reader?.favorites.pop()
  const link = mocks.link()
  expect(link.length).toBeLessThan(500)
  expect(open(link).db.user(READER.id)?.favorites).toEqual(reader?.favorites)
  expect(gone).toBeDefined()
})

test('a link to the landing page stays there, though the scenario has a page of its own', () => {
  const mocks = open('/?scenario=favoritesFail')
  window.history.pushState(null, '', '/')
  open(mocks.link())
  expect(location.pathname).toBe('/')
})

test('a reader who logged in by hand is in by the link, and one who logged out is out', () => {
  const mocks = open('/?scenario=happyPath')
  expect(mocks.link()).not.toContain('reader=')
  const reader = mocks.db.user(READER.id)
  if (reader) localStorage.setItem('token', mocks.db.signIn(reader).token)
  sessionStorage.clear()
  open(mocks.link())
  expect(localStorage.getItem('isLoggedIn')).toBe('true')

  const other = open('/?scenario=threeFavorites')
  other.db.sessions = []
  localStorage.clear()
  open(other.link())
  expect(localStorage.getItem('isLoggedIn')).toBeNull()
})

test('a session that the scenario itself ends is not carried as a logout', () => {
  const mocks = open('/?scenario=sessionExpired')
  localStorage.clear()
  expect(mocks.link()).not.toContain('reader=')
})

test('a call that nothing answers fails, and is told with its method and address', async () => {
  const mocks = open('/?scenario=happyPath&latency=0')
  await expect(askFor('/api/typo?x=1', { method: 'PUT', body: '' })).rejects.toThrow(TypeError)
  await expect(askFor('https://elsewhere.example/a')).rejects.toThrow(TypeError)
  const calls = ['PUT /api/typo?x=1', 'GET https://elsewhere.example/a']
  expect(mocks.state.unhandled).toEqual(calls)
  expect(complaint.mock.calls.flat()).toEqual(
    calls.map((call) => `[mocks] No handler answers ${call}.`),
  )
  mocks.reset()
  expect(mocks.state.unhandled).toEqual([])
})

test('without a network no call is answered, and the browser says so', async () => {
  const mocks = open('/?scenario=offline&latency=0')
  expect(navigator.onLine).toBe(false)
  await expect(askFor('/api/book/detail/dracula')).rejects.toThrow(TypeError)
  mocks.play(['happyPath'])
  expect(navigator.onLine).toBe(true)
  expect(await askFor('/api/book/detail/dracula')).toBe(200)
})

test.each([
  ['googleNewcomer', /^\/\?token=[\w-]{43}&userId=reader-1&isNewUser=true$/],
  ['googleNotSetUp', /^\/login\?authError=google_not_configured$/],
])("Google's button leads back to us in %s, through the worker or without it", async (name, to) => {
  const mocks = open(`/?scenario=${name}&latency=0`)
  const answer = await fetch(new URL('/api/auth/google', location.origin), { redirect: 'manual' })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('Location')).toMatch(to)
  expect(sessionStorage.getItem('catchword-mocks-played')).toContain(
    JSON.stringify(mocks.db.sessions),
  )
  open('/api/auth/google')
  expect(address()).toMatch(to)
})
