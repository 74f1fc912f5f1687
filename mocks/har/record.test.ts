import { describe, expect, test } from 'vitest'
import { READER } from '../reader.ts'
import { recordHar } from './record.ts'
import { buildEntry, buildPage, harText, ORIGIN } from './testing/buildHar.ts'

const BOOK = {
  id: 'emma',
  volumeInfo: {
    title: 'Emma',
    authors: ['Jane Austen'],
    description: 'Handsome, clever, and rich.',
    imageLinks: { thumbnail: '/covers/emma' },
    categories: ['Romance'],
    publishedDate: '1815',
  },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
}

const AUTHORIZED = { Authorization: 'Bearer a-token-of-the-recording-1234567890abcdefgh' }

function record(entries: Parameters<typeof harText>[0], log?: Parameters<typeof harText>[1]) {
  return recordHar(harText(entries, log), 'A session')
}

function calls(entries: Parameters<typeof harText>[0]) {
  return record(entries).recording.calls
}

const time = (second: number) => `2026-11-20T20:15:0${second}.000Z`

const shelf = (startIndex: number) =>
  buildEntry({
    url: `/api/recommendedBooks?preference=Food%20%26%20Cooking&startIndex=${startIndex}`,
    body: [],
  })

const begin = (entries: Parameters<typeof harText>[0], log?: Parameters<typeof harText>[1]) => {
  const { path, session, arrival } = record(entries, log).recording
  return { path, session, ...(arrival && { arrival }) }
}

const search = (text: string, second: number, found: unknown[]) =>
  buildEntry({
    url: `/api/books/search?query=${text}`,
    body: { data: found },
    startedDateTime: time(second),
  })

const heart = (bookId: string, second: number) =>
  buildEntry({
    method: 'POST',
    url: '/api/user/u-41c2/favoriteBook',
    headers: AUTHORIZED,
    sent: { bookId },
    body: { message: 'Added to favorites.' },
    startedDateTime: time(second),
  })

const profile = (name: string) => ({ profileImage: null, id: 'u-41c2', name })

describe('what is refused, in one line', () => {
  test.each([
    ['no JSON', '<html>', 'This is no JSON, so it is no HAR file.'],
    ['nothing', '', 'This is no JSON, so it is no HAR file.'],
    [
      'other JSON',
      '{"calls":[]}',
      'This is JSON, but no HAR 1.2 file: it has no log with a version and entries.',
    ],
    [
      'null',
      'null',
      'This is JSON, but no HAR 1.2 file: it has no log with a version and entries.',
    ],
    ['no entries', harText([]), 'This HAR file has no entries: nothing was recorded.'],
    [
      'an entry without a response',
      '{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"http://a/"}}]}}',
      'Entry 1 is not as HAR 1.2 has it: it must have required properties response.',
    ],
    [
      'a status that is no number',
      '{"log":{"version":"1.2","entries":[{"request":{"method":"GET","url":"http://a/"},"response":{"status":"200"}}]}}',
      'Entry 1 is not as HAR 1.2 has it: /response/status must be number.',
    ],
    [
      'no call to /api',
      harText([buildPage('/'), buildEntry({ url: '/covers/emma' })]),
      'This HAR file has no call to /api: record with the network panel open, and keep the log over navigations.',
    ],
    [
      'an API of somebody else',
      harText([buildEntry({ url: 'https://shop.example/api/cart' })]),
      'This HAR file has calls under /api, but none that Catchword makes.',
    ],
    [
      'no bodies',
      harText([
        buildEntry({ body: null }),
        buildEntry({ body: null }),
        buildEntry({ url: '/api/books/search?query=emma', body: '' }),
      ]),
      "This HAR file has no answer's body (GET /api/profile, GET /api/books/search): export it with content.",
    ],
    [
      'only preflights',
      harText([buildEntry({ status: 302, body: null })]),
      'This HAR file has no call that can be replayed.',
    ],
    [
      'broken base64',
      harText([buildEntry({ encoding: 'base64', body: 'eyJ%%%' })]),
      'The body of GET /api/profile is damaged: it is said to be base64 and is not.',
    ],
    [
      'an encoding that HAR does not have',
      harText([buildEntry({ encoding: 'gzip', body: 'H4sI' })]),
      'The body of GET /api/profile is damaged: it is said to be gzip and is not.',
    ],
  ])('%s', (_what, source, message) => {
    expect(() => recordHar(source, 'A session')).toThrow(
      expect.objectContaining({ name: 'Error', message }),
    )
  })

  test('names at most five calls without a body', () => {
    const paths = ['profile', 'user/a/preferences', 'user/a/favoriteBooks', 'b', 'c', 'd', 'e']
    const entries = paths.map((path) => buildEntry({ url: `/api/${path}`, body: null }))
    expect(() => record(entries)).toThrow(/GET \/api\/c and 2 more\): export it with content/)
  })

  test('JSON that is nested without end', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    expect(() => recordHar(deep, 'A session')).toThrow(/^This is /)
    const { recording } = record([buildEntry(), buildEntry({ url: '/api/deep', body: deep })])
    expect(JSON.stringify(recording).length).toBeLessThan(500)
  })
})

describe('what is taken', () => {
  test('calls by method, path, query and body, with their answers in the order of their times', () => {
    expect(
      calls([
        search('emma', 3, [{ id: 'emma', volumeInfo: { title: 'Emma', authors: [] } }]),
        search('emma', 1, []),
        search('dune', 2, []),
        heart('emma', 4),
        heart('persuasion', 5),
      ]),
    ).toEqual([
      {
        method: 'GET',
        path: '/api/books/search',
        query: { query: 'emma' },
        answers: [
          { status: 200, body: { data: [] } },
          {
            status: 200,
            body: { data: [{ id: 'emma', volumeInfo: { title: 'Emma', authors: [] } }] },
          },
        ],
      },
      {
        method: 'GET',
        path: '/api/books/search',
        query: { query: 'dune' },
        answers: [{ status: 200, body: { data: [] } }],
      },
      ...['emma', 'persuasion'].map((bookId) => ({
        method: 'POST',
        path: `/api/user/${READER.id}/favoriteBook`,
        body: { bookId },
        answers: [{ status: 200, body: { message: 'Added to favorites.' } }],
      })),
    ])
  })

  test('a drawn startIndex makes no difference', () => {
    expect(calls([shelf(3), shelf(8)])).toEqual([
      {
        method: 'GET',
        path: '/api/recommendedBooks',
        query: { preference: 'Food & Cooking' },
        answers: [
          { status: 200, body: [] },
          { status: 200, body: [] },
        ],
      },
    ])
  })

  test('whole books stand once, the later ones are references', () => {
    const { recording } = record([
      buildEntry({ url: '/api/book/detail/emma', body: BOOK }),
      buildEntry({ url: '/api/recommendedBooks?preference=Romance', body: [BOOK] }),
    ])
    expect(recording.books).toEqual([BOOK])
    expect(recording.calls.map(({ answers }) => answers[0]?.body)).toEqual([
      { $book: 'emma' },
      [{ $book: 'emma' }],
    ])
  })

  test('a book that changed meanwhile is kept as it was each time', () => {
    const renamed = { ...BOOK, volumeInfo: { ...BOOK.volumeInfo, title: 'Emma, again' } }
    const [call] = calls([
      buildEntry({ url: '/api/book/detail/emma', body: BOOK }),
      buildEntry({ url: '/api/book/detail/emma', body: renamed }),
    ])
    expect(call?.answers.map(({ body }) => body)).toEqual([{ $book: 'emma' }, renamed])
  })

  test('failed calls, whatever number the exporter writes', () => {
    const [call] = calls([
      buildEntry({ body: profile('Mina') }),
      buildEntry({ status: 0, body: null }),
      buildEntry({ status: -1, body: null }),
    ])
    expect(call?.answers.map(({ status }) => status)).toEqual([200, 0, 0])
  })

  test('long waits, in tenths of a second and no longer than five', () => {
    const [call] = calls([999, 1234, 60_000].map((wait) => buildEntry({ wait })))
    expect(call?.answers.map(({ ms }) => ms)).toEqual([1000, 1200, 5000])
    const [quick] = calls([buildEntry({ wait: 940 })])
    expect(quick?.answers[0]).not.toHaveProperty('ms')
  })

  test('bodies in base64, HTML, broken JSON, texts, and answers without one', () => {
    const packed = Buffer.from(JSON.stringify({ preferences: ['Poetry'] })).toString('base64')
    const [call] = calls(
      [
        { encoding: 'base64', body: packed },
        { status: 502, mimeType: 'text/html', body: '<h1>Bad Gateway at 10.0.0.7</h1>' },
        { body: '{"preferences":' },
        { mimeType: 'text/plain', body: 'no words for Mina' },
        { encoding: 'base64', mimeType: 'image/png', body: 'iVBORw0KGgr///8=' },
        { status: 204, body: null },
        { body: null, responseHeaders: { 'Content-Length': '0' } },
        { status: 304, body: { preferences: [] } },
      ].map((fields) => buildEntry({ url: '/api/user/u-41c2/preferences', ...fields })),
    )
    expect(call?.answers).toEqual([
      { status: 200, body: { preferences: ['Poetry'] } },
      { status: 502, as: 'html' },
      { status: 200, as: 'brokenJson' },
      { status: 200, as: 'text' },
      { status: 200, as: 'text' },
      { status: 204 },
      { status: 200 },
      { status: 200, body: { preferences: [] } },
    ])
  })

  test('what is left out is counted by its reason', () => {
    const { summary } = record([
      buildPage('/'),
      buildEntry({ url: '/assets/index.js' }),
      buildEntry({ url: 'https://tracker.example/api/hit' }),
      buildEntry({ url: '/api/auth/google', status: 303 }),
      buildEntry({ method: 'OPTIONS' }),
      buildEntry({ status: 301 }),
      buildEntry({ status: 999 }),
      buildEntry({ body: null }),
      buildEntry({ body: profile('Mina') }),
      buildEntry({ url: '/api/typo' }),
    ])
    expect(summary).toMatchObject({
      creator: 'WebInspector 537.36',
      entries: 10,
      taken: 2,
      unknown: 1,
      bodiless: 'GET /api/profile',
    })
    expect([...summary.skipped]).toEqual([
      ['not under /api', 2],
      ['calls of another site', 1],
      ['sign-in elsewhere', 1],
      ['preflights and other methods', 1],
      ['redirects', 1],
      ['no status', 1],
      ['no body in the file', 1],
    ])
  })

  test('an address that is none is left out', () => {
    const odd = { ...buildEntry(), request: { ...buildEntry().request, url: 'not an address' } }
    expect([...record([odd, buildEntry()]).summary.skipped]).toEqual([['no address', 1]])
  })
})

describe('how it begins', () => {
  test.each([
    ['/', '/'],
    ['/register', '/register'],
    ['/Favorites/', '/favorites'],
    ['/book/emma', '/book/emma'],
    ['/book/emma?from=mina@example.net', '/book/emma'],
    ['/a/secret/path', '/nowhere'],
  ])('at the page %s, written as %s', (url, path) => {
    expect(
      begin([buildPage(url), buildEntry({ url: '/api/book/detail/emma', body: BOOK })]),
    ).toEqual({ path, session: 'signedOut' })
  })

  test("at the page that Chrome's list of pages names, where its document is missing", () => {
    const pages = [
      {
        id: 'page_1',
        title: `${ORIGIN}/favorites`,
        startedDateTime: '2026-11-20T20:15:00.000Z',
        pageTimings: {},
      },
    ]
    expect(begin([buildEntry()], { pages }).path).toBe('/favorites')
    expect(begin([buildEntry()]).path).toBe('/')
  })

  test('signed in, where the first call of a reader has a bearer or needs one', () => {
    expect(begin([buildEntry({ headers: AUTHORIZED })]).session).toBe('signedIn')
    expect(begin([buildEntry()]).session).toBe('signedIn')
    expect(begin([buildEntry({ url: '/api/user/u-41c2/favoriteBooks', body: [] })]).session).toBe(
      'signedIn',
    )
  })

  test('signed out, where the reader signs in first, or never does', () => {
    const login = buildEntry({
      method: 'POST',
      url: '/api/user/login',
      sent: { email: 'mina@example.net', password: 'Whitby-1897' },
      body: { token: 't-41c2', id: 'u-41c2', name: 'Mina' },
    })
    expect(begin([login, buildEntry({ headers: AUTHORIZED })]).session).toBe('signedOut')
    expect(begin([buildEntry({ url: '/api/book/detail/emma', body: BOOK })]).session).toBe(
      'signedOut',
    )
  })

  test.each([
    ['true', 'newcomer'],
    ['false', 'returning'],
  ])('with a session in the address, isNewUser=%s', (isNewUser, arrival) => {
    const address = `/?token=t-41c2-secret&userId=u-41c2&isNewUser=${isNewUser}&name=Mina`
    const { recording } = record([
      buildPage(address),
      buildEntry({ headers: AUTHORIZED, body: profile('Mina') }),
    ])
    expect(recording).toMatchObject({ path: '/', session: 'signedOut', arrival })
    expect(recording.calls[0]?.answers[0]?.body).toEqual({
      profileImage: null,
      id: READER.id,
      name: READER.name,
    })
    expect(JSON.stringify(recording)).not.toMatch(/41c2|Mina/)
  })

  test('where the API has an origin of its own, at the page that calls it', () => {
    const headers = { origin: 'https://books.example' }
    const url = 'https://api.books.example/api/profile'
    expect(
      begin([
        buildPage('https://elsewhere.example/login'),
        buildPage('https://books.example/favorites'),
        buildEntry({ url, headers }),
      ]).path,
    ).toBe('/favorites')
  })
})

test('reads what a byte order mark begins', () => {
  const source = `\uFEFF${harText([buildEntry()])}`
  expect(recordHar(source, 'A session').recording.calls).toHaveLength(1)
})

test('takes the exporters’ nulls, unknown fields and missing lists', () => {
  const source = JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'Firefox' },
      entries: [
        {
          _priority: null,
          request: { method: 'GET', url: `${ORIGIN}/api/profile`, postData: null },
          response: { status: 200, content: { text: '{}', mimeType: null, encoding: null } },
          timings: null,
          time: null,
        },
      ],
    },
  })
  const { recording, summary } = recordHar(source, 'A session')
  expect(recording.calls).toEqual([
    { method: 'GET', path: '/api/profile', answers: [{ status: 200, body: {} }] },
  ])
  expect(summary.creator).toBe('Firefox')
})
