import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getBook } from '../contract/books.ts'
import { OPERATIONS } from '../contract/operations.ts'
import type { Operation } from '../contract/operation.ts'
import { atOrigin } from './address.ts'
import { fakeBackend } from './node.ts'
import { READER } from './builders.ts'
import { describeExpectation, describeStep, SCREENS, type Scenario } from './scenario.ts'
import { isScenarioName, SCENARIO_NAMES, scenarios, type ScenarioName } from './scenarios.ts'
import { UPLOADS } from './uploads.ts'

beforeAll(async () => {
  fakeBackend.listen()
  // Fonts are loaded with the first cover, which would be late.
  await fetch(atOrigin('/covers/emma'))
})
afterEach(() => fakeBackend.reset())
afterAll(() => fakeBackend.close())

/** Longer than any response takes that is not held back, in milliseconds. */
const LATE_MS = 500

const me = `/api/user/${READER.id}`
const json = { 'Content-Type': 'application/json' }

/** What a scenario responds otherwise: the call, and the status or body that shows it. */
const CHANGED: readonly [
  name: ScenarioName,
  call: string,
  reply: { status?: number; body?: unknown },
][] = [
  ['loginRejected', 'POST /api/user/login', { status: 401 }],
  ['loginDisabled', 'POST /api/user/login', { status: 403 }],
  ['loginFails', 'POST /api/user/login', { status: 500 }],
  ['loginHtml', 'POST /api/user/login', { status: 502, body: '<h1>Not here</h1>' }],
  ['loginWrongShape', 'POST /api/user/login', { body: { ok: true } }],
  ['registrationWithoutWords', 'POST /api/user/register', { status: 201, body: { message: '' } }],
  ['registerEmailTaken', 'POST /api/user/register', { status: 409 }],
  ['registrationClosed', 'POST /api/user/register', { status: 403 }],
  ['interestsNone', `GET ${me}/preferences`, { body: { preferences: [] } }],
  ['interestsSaved', `GET ${me}/preferences`, { body: { preferences: ['Mystery', 'Sci-Fi'] } }],
  ['interestsFetchFails', `GET ${me}/preferences`, { status: 500 }],
  ['preferencesSaveFails', `PUT ${me}`, { status: 500 }],
  ['preferencesFetchFails', `GET ${me}/preferences`, { status: 500 }],
  ['preferencesWrongShape', `GET ${me}/preferences`, { body: { preferences: 'all' } }],
  ['navbarPreferencesFail', `GET /api/users/${READER.id}/preferences`, { status: 500 }],
  ['recommendationsFail', 'GET /api/recommendedBooks?preference=Poetry', { status: 500 }],
  ['recommendationsEmpty', 'GET /api/recommendedBooks?preference=Poetry', { body: [] }],
  ['favoriteAuthorsFail', `GET ${me}/favoriteAuthors`, { status: 500 }],
  ['saveAuthorFails', `PUT ${me}/favoriteAuthors`, { status: 500 }],
  ['saveMarkFails', `PUT ${me}/mark/emma`, { status: 500 }],
  ['marksFull', `PUT ${me}/mark/emma`, { status: 409 }],
  ['saveFavoriteFails', `POST ${me}/favoriteBook`, { status: 500 }],
  ['bookDetailFails', 'GET /api/book/detail/any', { status: 500 }],
  ['bookBare', 'GET /api/book/detail/bare', { body: { id: 'bare' } }],
  ['bookWantedRefused', `PUT ${me}/mark/any`, { status: 500 }],
  ['marksFail', `GET ${me}/marks`, { status: 500 }],
  ['favoritesFail', `GET ${me}/favoriteBooks`, { status: 500 }],
  ['favoritesEmpty', `GET ${me}/favoriteBooks`, { body: [] }],
  ['favorites404', `GET ${me}/favoriteBooks`, { status: 404 }],
  ['favoritesUpdateFails', `DELETE ${me}/favoriteBook/any`, { status: 500 }],
  ['wantToReadEmpty', `GET ${me}/marks/wantToRead`, { body: [] }],
  ['wantToReadFails', `GET ${me}/marks/wantToRead`, { status: 500 }],
  ['wantToReadUpdateFails', `DELETE ${me}/mark/dracula`, { status: 500 }],
  ['searchFails', 'GET /api/books/search?query=dune', { status: 500 }],
  ['searchFailsWithoutWords', 'GET /api/books/search?query=dune', { status: 500, body: '' }],
  ['searchEmpty', 'GET /api/books/search?query=dune', { body: { data: [] } }],
  ['profileFails', 'GET /api/profile', { status: 500 }],
  ['profilePicture', 'GET /api/profile', { body: { profileImage: '/media/portrait.svg' } }],
  ['profilePicture', 'GET /media/portrait.svg', { body: expect.stringMatching(/^<svg /) }],
  ['profilePictureGone', 'GET /media/gone.webp', { status: 404 }],
  ['uploadFails', 'POST /api/profile/upload', { status: 500 }],
  ['accountExportFails', `GET ${me}/export`, { status: 500 }],
  ['accountDeleteFails', `DELETE ${me}`, { status: 500 }],
  ['accountDeleteTooLate', `DELETE ${me}`, { status: 403, body: { code: 'sign_in_too_old' } }],
  ['accountDeleteTooLate', 'GET /api/profile', { body: { hasPassword: false } }],
  ['sessionExpired', 'GET /api/profile', { status: 401 }],
  ['sessionExpired', `GET ${me}/favoriteBooks`, { status: 401 }],
]

/** Plays a scenario, and gives what the reader's own page would send with a call. */
function play(name: ScenarioName): { Authorization: string } {
  const { session } = fakeBackend.play(name)
  const reader = fakeBackend.db.user(READER.id)
  if (reader === undefined) throw new Error('There is no reader.')
  return { Authorization: `Bearer ${(session ?? fakeBackend.db.signIn(reader)).token}` }
}

async function read(response: Response): Promise<{ status: number; body: unknown }> {
  const isJson = response.headers.get('Content-Type')?.includes('json')
  const text = await response.text()
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text
  return { status: response.status, body }
}

describe('the table', () => {
  test.each(CHANGED)('%s: %s', async (name, call, expected) => {
    const headers = play(name)
    const [method = '', path = ''] = call.split(' ')
    const reply = await read(await fetch(atOrigin(path), { method, headers }))
    expect(reply).toMatchObject({ status: 200, ...expected })
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
    expect(await response.json()).toHaveLength(36)
  })
})

const BODIES: Readonly<Record<string, object>> = {
  login: { email: READER.email, password: READER.password },
  register: {
    name: 'Grace',
    email: 'grace@example.org',
    password: 'correct horse',
    confirmPassword: 'correct horse',
  },
  savePreferences: { preferences: ['Poetry'] },
  saveLanguage: { language: 'de' },
  addFavoriteAuthor: { author: 'Sappho' },
  addFavoriteBook: { bookId: 'dracula' },
  addFavoriteBookFromDetail: { bookId: 'dracula' },
  setMark: { mark: 'wantToRead' },
  removeBooks: { bookIds: ['dracula'] },
  restoreBooks: { bookIds: ['dracula'] },
  // The reader is needed for the calls that follow.
  deleteAccount: { password: 'not this one' },
}

const QUERIES: Readonly<Record<string, string>> = {
  getRecommendedBooks: '?preference=Mystery&startIndex=1',
  searchBooks: '?query=emma',
}

/** A call of the contract as the page would make it: address and options for `fetch`. */
function call(
  { method, url, schema }: Operation,
  headers: object,
  bookId = 'dracula',
): [string, RequestInit] {
  const { operationId } = schema
  const path = url
    .replace(':bookId', bookId)
    .replace(':mark', 'wantToRead')
    .replace(':list', 'wantToRead')
    .replace(':id', operationId === 'getBook' ? bookId : READER.id)
  const address = atOrigin(path + (QUERIES[operationId] ?? ''))
  const body = BODIES[operationId]
  if (operationId === 'uploadProfileImage') {
    const form = new FormData()
    const { name, base64 } = UPLOADS.picture
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    form.append('profileImage', new File([bytes], name))
    return [address, { method, headers: { ...headers }, body: form }]
  }
  return body
    ? [address, { method, headers: { ...headers, ...json }, body: JSON.stringify(body) }]
    : [address, { method, headers: { ...headers } }]
}

/** What comes of a request, in a form that two runs can be compared by. */
async function outcome(address: string, options: RequestInit): Promise<string> {
  const late = new Promise<string>((resolve) => {
    setTimeout(() => resolve('late'), LATE_MS)
  })
  const reply = fetch(address, options).then(
    async (response) => {
      const text = `${response.status} ${await response.text()}`
      // Secrets and names of files are new in every run.
      return text.replaceAll(/[\w-]{43}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '')
    },
    () => 'unreachable',
  )
  return Promise.race([reply, late])
}

/** Every call there is, the scenario's own book, and a cover: all made twice. */
function calls(name: ScenarioName, headers: object): [string, RequestInit][] {
  const { path = '/' }: Scenario = scenarios[name]
  const own = path.startsWith('/book/') ? path.slice('/book/'.length) : 'emma'
  const once = [
    ...OPERATIONS.filter(({ schema }) => schema.operationId !== 'logout').map((operation) =>
      call(operation, headers),
    ),
    call(getBook, headers, own),
    call({ ...getBook, url: '/covers/:id' }, headers),
  ]
  return [...once, ...once]
}

/** Gives back the usual handlers; the database stays as the scenario has prepared it. */
function forgetHandlers(): void {
  const { books, users, sessions, pictures, sendsMail, resetTokens, browserCookie } = fakeBackend.db
  const stored = { books, users, sessions, pictures, sendsMail, resetTokens, browserCookie }
  fakeBackend.reset()
  Object.assign(fakeBackend.db, stored)
}

/** Whether any call is answered otherwise than it would be without the scenario's responses. */
async function respondsOtherwise(name: ScenarioName): Promise<boolean> {
  const headers = play(name)
  forgetHandlers()
  const usual: string[] = []
  for (const request of calls(name, headers)) usual.push(await outcome(...request))
  fakeBackend.reset()
  for (const [index, request] of calls(name, play(name)).entries()) {
    if ((await outcome(...request)) !== usual[index]) return true
  }
  return false
}

/** What the database holds, as far as a scenario may want it otherwise. */
function databaseText(): string {
  const { books, users, sessions, pictures, sendsMail, resetTokens, browserCookie } = fakeBackend.db
  return JSON.stringify([
    books,
    users,
    sessions.length,
    [...pictures.keys()],
    sendsMail,
    [...resetTokens],
    browserCookie === null,
  ])
}

const withResponses = SCENARIO_NAMES.filter((name) => {
  const { responses, network }: Scenario = scenarios[name]
  return responses !== undefined || network !== undefined
})
const withPreparation = SCENARIO_NAMES.filter((name) => scenarios[name].prepare !== undefined)

describe('a scenario', () => {
  test('without responses of its own responds as usual', async () => {
    expect(await respondsOtherwise('happyPath')).toBe(false)
  })

  test.each(withResponses)(
    'with responses of its own responds otherwise than usual: %s',
    async (name) => {
      expect(await respondsOtherwise(name)).toBe(true)
    },
  )

  test.each(withPreparation)('with a preparation has another database: %s', (name) => {
    fakeBackend.play(name)
    const prepared = databaseText()
    fakeBackend.reset()
    const { session } = scenarios[name]
    const reader = fakeBackend.db.addUser(READER)
    if (session === 'signedIn') fakeBackend.db.signIn(reader)
    expect(prepared).not.toBe(databaseText())
  })

  test.each(SCENARIO_NAMES)('says what is seen: %s', (name) => {
    const {
      title,
      screen,
      shows,
      note,
      path = '/',
      steps = [],
      then = [],
      lacks = [],
    }: Scenario = scenarios[name]
    expect(name).toMatch(/^[a-z][A-Za-z\d]*$/)
    expect(title).toMatch(/^\S.*[^.\s]$/)
    expect(SCREENS).toContain(screen)
    // Steps have an end that can be seen, and without steps there is no afterwards.
    const afterwards = [...then, ...lacks]
    expect(steps.length > 0 ? afterwards.length > 0 : shows.length > 0 && then.length === 0).toBe(
      true,
    )
    expect(note ?? 'said').not.toBe('')
    expect(path).toMatch(/^\//)
    for (const list of [shows, afterwards]) {
      expect(new Set(list.map(describeExpectation)).size).toBe(list.length)
    }
    expect(
      [...shows, ...afterwards].filter(({ text }) => text !== text.trim() || text === ''),
    ).toEqual([])
    expect(steps.map(describeStep).filter((words) => words.endsWith('""'))).toEqual([])
  })

  test.each(SCENARIO_NAMES)('signs the reader in only where it says so: %s', (name) => {
    const { session: expected, storage = {} }: Scenario = scenarios[name]
    const { session, storage: stored } = fakeBackend.play(name)
    expect(session !== undefined).toBe(expected === 'signedIn')
    expect(stored['token']).toBe(storage['token'] === undefined ? session?.token : storage['token'])
  })
})

describe('names', () => {
  test('no two scenarios have one title', () => {
    const titles = SCENARIO_NAMES.map((name) => scenarios[name].title)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  })

  test('every name is known by itself, and nothing else is', () => {
    expect(SCENARIO_NAMES).toHaveLength(Object.keys(scenarios).length)
    expect(SCENARIO_NAMES.every(isScenarioName)).toBe(true)
    for (const text of ['', 'nonsense', 'toString', '__proto__', 'HappyPath']) {
      expect(isScenarioName(text)).toBe(false)
    }
  })
})
