import type { Entry } from 'har-format'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { atOrigin } from '../address.ts'
import { fakeBackend } from '../node.ts'
import { READER } from '../reader.ts'
import { startScenario } from '../startScenario.ts'
import { recordHar } from './record.ts'
import { replay } from './replay.ts'
import { buildEntry, buildPage, harText } from './testing/buildHar.ts'

beforeAll(() => fakeBackend.listen())
afterEach(() => fakeBackend.reset())
afterAll(() => fakeBackend.close())

const ID = 'u-41c2'
const ME = `/api/user/${READER.id}`

const BOOK = {
  id: 'a-book-that-does-not-ship',
  volumeInfo: { title: 'A Book', authors: ['An Author'], categories: ['Poetry'] },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
}

const login = buildEntry({
  method: 'POST',
  url: '/api/user/login',
  sent: { email: 'mina@example.net', password: 'Whitby-1897' },
  body: { token: 'a-token-of-the-recording', id: ID, name: 'Mina' },
})

/** The scenario of what was recorded, as a file has it. */
function scenarioOf(entries: readonly Entry[]) {
  const { recording } = recordHar(harText(entries), 'A session')
  return replay(JSON.parse(JSON.stringify(recording)))
}

/** Plays what was recorded; returns the bearer token of the reader, where one is signed in. */
function play(entries: readonly Entry[]): string | undefined {
  const scenario = scenarioOf(entries)
  const { session } = startScenario(fakeBackend.db, scenario)
  fakeBackend.use(...(scenario.handlers?.(fakeBackend.db) ?? []))
  return session?.token
}

async function ask(
  call: string,
  { sent, token }: { sent?: unknown; token?: string } = {},
): Promise<[status: number, body: unknown]> {
  const [method = '', path = ''] = call.split(' ')
  const response = await fetch(atOrigin(path), {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.includes('json')
  return [response.status, isJson ? JSON.parse(text) : text]
}

const put = (preferences: string[]) => ask(`PUT ${ME}`, { sent: { preferences } })

const recordedHeart = (bookId: string) =>
  buildEntry({ method: 'POST', url: `/api/user/${ID}/favoriteBook`, sent: { bookId } })

describe('the answers', () => {
  test('come one after the other; the last one repeats', async () => {
    play([
      buildEntry({ url: `/api/user/${ID}/favoriteBooks`, body: [] }),
      buildEntry({ url: `/api/user/${ID}/favoriteBooks`, body: [BOOK] }),
    ])
    const answers = []
    for (let turn = 0; turn < 4; turn += 1) answers.push(await ask(`GET ${ME}/favoriteBooks`))
    expect(answers).toEqual([
      [200, []],
      [200, [BOOK]],
      [200, [BOOK]],
      [200, [BOOK]],
    ])
  })

  test('begin anew with every start', async () => {
    const entries = [
      buildEntry({ url: '/api/user/u-41c2/preferences', body: { preferences: [] } }),
      buildEntry({ url: '/api/user/u-41c2/preferences', body: { preferences: ['Poetry'] } }),
    ]
    for (let time = 0; time < 2; time += 1) {
      play(entries)
      expect(await ask(`GET ${ME}/preferences`)).toEqual([200, { preferences: [] }])
      fakeBackend.reset()
    }
  })

  test('of a shelf are the same for whatever startIndex the page draws', async () => {
    play([
      buildEntry({ url: '/api/recommendedBooks?preference=Sci-Fi&startIndex=7', body: [BOOK] }),
    ])
    expect(await ask('GET /api/recommendedBooks?preference=Sci-Fi&startIndex=2')).toEqual([
      200,
      [BOOK],
    ])
  })

  test('of a change go by what it sends, in whatever order', async () => {
    play([
      login,
      ...[
        { sent: ['Poetry', 'Travel'], message: 'Two.' },
        { sent: ['Poetry'], message: 'One.' },
      ].map(({ sent, message }) =>
        buildEntry({
          method: 'PUT',
          url: `/api/user/${ID}`,
          sent: { preferences: sent },
          body: { message, preferences: sent },
        }),
      ),
    ])
    expect(await put(['Poetry'])).toEqual([200, { message: 'One.', preferences: ['Poetry'] }])
    expect(await put(['Travel', 'Poetry'])).toMatchObject([200, { message: 'Two.' }])
  })

  test('of a call that the contract lacks go by its path', async () => {
    play([
      login,
      buildEntry({ url: '/api/offers/MARKED-1?day=2', body: { isOpen: true } }),
      buildEntry({ url: '/api/MARKED-2', body: { isOpen: false } }),
    ])
    expect(await ask('GET /api/offers/other-9?day=3')).toEqual([200, { isOpen: true }])
    expect(await ask('GET /api/other-9')).toEqual([200, { isOpen: false }])
    // A path that was not kept is none of the contract's.
    expect(await ask('GET /api/profile')).toMatchObject([401, {}])
  })

  test('are errors, HTML, broken JSON and nothing at all, as they were', async () => {
    play(
      [
        { status: 503, mimeType: 'application/problem+json', body: { message: 'Later.' } },
        { status: 502, mimeType: 'text/html', body: '<h1>MARKED</h1>' },
        { body: '{"profileImage":' },
        { mimeType: 'text/plain', body: 'MARKED' },
        { status: 204, body: null },
        { status: 0, body: null },
      ].map((fields) => buildEntry(fields)),
    )
    expect(await ask('GET /api/profile')).toEqual([503, { message: 'Later.' }])
    expect(await ask('GET /api/profile')).toEqual([502, '<h1>Recorded without its words</h1>'])
    await expect(ask('GET /api/profile')).rejects.toThrow(SyntaxError)
    expect(await ask('GET /api/profile')).toEqual([200, 'Recorded without its words'])
    expect(await ask('GET /api/profile')).toEqual([204, ''])
    await expect(ask('GET /api/profile')).rejects.toThrow(/fetch/i)
  })

  test('that took long take as long', async () => {
    play([buildEntry({ wait: 1000, body: { profileImage: null } })])
    const start = performance.now()
    await ask('GET /api/profile')
    expect(performance.now() - start).toBeGreaterThan(950)
  })
})

describe('what was not recorded', () => {
  test('is answered as usual, to the session that the recording gave', async () => {
    expect(play([login])).toBeUndefined()
    const sent = { email: 'anybody@example.org', password: 'anything' }
    const [status, body] = await ask('POST /api/user/login', { sent })
    expect([status, body]).toMatchObject([200, { id: READER.id, name: READER.name }])
    const token = `recorded-${READER.id}-`.padEnd(43, '0')
    expect(body).toMatchObject({ token })
    expect(await ask('GET /api/profile', { token })).toMatchObject([200, { name: READER.name }])
    // By the cookie alone, as the favorites page asks.
    expect(await ask(`GET ${ME}/favoriteBooks`)).toEqual([200, []])
    // The session that a second login gives is the same.
    await ask('POST /api/user/login', { sent })
    expect(fakeBackend.db.sessions).toHaveLength(1)
  })

  test('is refused to a reader who has logged out', async () => {
    play([
      login,
      buildEntry({ method: 'POST', url: '/api/user/logout', body: { message: 'Gone.' } }),
    ])
    await ask('POST /api/user/login', { sent: {} })
    expect(await ask('POST /api/user/logout')).toEqual([200, { message: 'Gone.' }])
    expect(await ask(`GET ${ME}/favoriteBooks`)).toMatchObject([401, {}])
  })

  test('is answered to a second reader of the recording too', async () => {
    play([
      login,
      buildEntry({
        method: 'POST',
        url: '/api/user/login',
        sent: {},
        body: { token: 'another-token-12345', id: 'u-77d0', name: 'Lucy' },
      }),
    ])
    await ask('POST /api/user/login', { sent: {} })
    const [, body] = await ask('POST /api/user/login', { sent: {} })
    expect(body).toMatchObject({ id: 'reader-2', name: 'Reader 2' })
    expect(await ask('GET /api/user/reader-2/favoriteBooks')).toEqual([200, []])
  })

  test('knows the books of the recording, and leaves those that ship as they are', async () => {
    const [shipped] = fakeBackend.db.books
    const count = fakeBackend.db.books.length
    const { id = '' } = shipped ?? {}
    play([
      buildEntry({ url: '/api/recommendedBooks?preference=Poetry', body: [BOOK, { ...BOOK, id }] }),
    ])
    expect(await ask(`GET /api/book/detail/${BOOK.id}`)).toEqual([200, BOOK])
    expect(await ask(`GET /covers/${BOOK.id}`)).toEqual([200, expect.stringMatching(/^<svg/)])
    expect(fakeBackend.db.books).toHaveLength(count + 1)
    expect(fakeBackend.db.book(id)).toBe(shipped)
  })

  test('falls through for another heart than the recorded one', async () => {
    const token = play([
      buildEntry({ body: { profileImage: null } }),
      buildEntry({
        method: 'POST',
        url: `/api/user/${ID}/favoriteBook`,
        sent: { bookId: 'recorded' },
        body: { message: 'As recorded.' },
      }),
    ])
    const heart = (bookId: string) => ask(`POST ${ME}/favoriteBook`, { sent: { bookId }, token })
    expect(await heart('recorded')).toEqual([200, { message: 'As recorded.' }])
    expect(await heart('no-such-book')).toMatchObject([404, { code: 'not_found' }])
    const [book] = fakeBackend.db.books
    expect(await heart(book?.id ?? '')).toMatchObject([200, { message: 'Added to favorites.' }])
    expect(fakeBackend.db.user(READER.id)?.favorites).toEqual([book?.id])
  })
})

describe('what a tester is told', () => {
  const bearer = { Authorization: 'Bearer a-token-of-the-recording' }

  test.each([
    ['/', [], { path: '/', session: 'signedOut' }, { as: 'button', text: 'Explore Now' }],
    ['/login', [], { path: '/login' }, { as: 'heading', text: 'Login' }],
    ['/register', [], { path: '/register' }, { as: 'heading', text: 'Register' }],
    ['/book/a', [], { path: '/book/a' }, { as: 'button', text: 'Back' }],
    ['/typo', [], { path: '/nowhere' }, { as: 'heading', text: 'You have found the last world' }],
    [
      '/favorites',
      [],
      { path: '/favorites', session: 'signedOut' },
      { as: 'alert', text: 'User not found. Please log in.' },
    ],
    [
      '/favorites',
      [buildEntry({ headers: bearer })],
      { path: '/favorites', session: 'signedIn' },
      { as: 'heading', text: 'Your Favorite Books' },
    ],
    [
      '/recommendations',
      [buildEntry({ headers: bearer, status: 401 })],
      { session: 'signedIn', failsRequests: true },
      { as: 'alert', text: 'User not authenticated. Please log in.' },
    ],
    [
      '/login',
      [buildEntry({ headers: bearer })],
      { path: '/login', session: 'signedIn' },
      { as: 'path', text: '/recommendations' },
    ],
    [
      '/?token=t-41c2-secret&userId=u-41c2&isNewUser=true',
      [buildEntry({ headers: bearer })],
      { path: '/', arrival: 'newcomer' },
      { as: 'path', text: '/categories' },
    ],
  ] as const)('at %s', (url, entries, start, sight) => {
    const search = buildEntry({ url: '/api/books/search?query=emma', body: { data: [] } })
    const scenario = scenarioOf([buildPage(url), ...entries, search])
    expect(scenario).toMatchObject({ title: 'A session', screen: 'Every page', ...start })
    expect(scenario.shows).toEqual([sight])
    expect(scenario.failsRequests).toBe('failsRequests' in start ? true : undefined)
  })

  test('what was done, and that the rest is as usual', () => {
    const { note } = scenarioOf([login, recordedHeart('a'), recordedHeart('b'), buildEntry()])
    expect(note).toContain('What was done: sign in with email and password, add a favorite.')
    expect(note).toContain('What the recording does not have is answered as usual')
    expect(scenarioOf([buildEntry()]).note).not.toContain('What was done')
  })
})

test('a file that no recording made is an error', () => {
  expect(() => replay({ title: 'A session', path: '/', calls: [] })).toThrow(
    /^This is no recorded session: /,
  )
})
