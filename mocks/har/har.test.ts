import type { Entry } from 'har-format'
import { expect, test } from 'vitest'
import { buildBook, READER } from '../builders.ts'
import { addToIndex, recordHar } from './record.ts'
import { RECORDED_TOKEN } from './recording.ts'

const TOKEN = 'q7ZkV0b3mXh2LrT9yWc4Ne8pSdUf1GaJoKi5BvQxE6w'
const COOKIE = 'Yc81-hFz_0pLqXa7vRt3Jm9WkDs2NbGe4TuOiK5EyHw'

interface Exchange {
  url: string
  method?: string
  sent?: object
  headers?: Readonly<Record<string, string>>
  status?: number
  /** JSON, or the text of a page. */
  body?: unknown
}

let seconds = 0

/** A request and its response as a browser exports them. */
function exchange({
  url,
  method = 'GET',
  sent,
  headers = {},
  status = 200,
  body,
}: Exchange): Entry {
  seconds += 1
  const isPage = typeof body === 'string'
  const text = isPage ? body : JSON.stringify(body)
  return {
    startedDateTime: new Date(1_790_000_000_000 + seconds * 1000).toISOString(),
    time: 12,
    request: {
      method,
      url: new URL(url, 'https://books.example').href,
      httpVersion: 'HTTP/1.1',
      cookies: [{ name: 'sid', value: COOKIE }],
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      queryString: [],
      headersSize: -1,
      bodySize: -1,
      ...(sent && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: -1, mimeType: isPage ? 'text/html' : 'application/json', text },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 12, receive: 1 },
  }
}

const record = (entries: readonly Entry[], title = 'A session') =>
  recordHar(JSON.stringify({ log: { version: '1.2', entries } }), title)

const emma = buildBook({ id: 'emma', volumeInfo: { title: 'Emma', series: { name: 'Austen' } } })

/** A login, the navbar's requests, a heart, and requests that are none of ours. */
function session(): Entry[] {
  const headers = { Authorization: `Bearer ${TOKEN}` }
  return [
    exchange({ url: '/login', body: '<!doctype html>' }),
    exchange({
      url: '/api/user/login',
      method: 'POST',
      sent: { email: 'mina@whitby.example', password: 'Lucy & the dogs' },
      body: { token: TOKEN, id: 'u-41c2', name: 'Mina Harker', debug: 'more' },
    }),
    exchange({
      url: '/api/profile',
      headers,
      body: {
        profileImage: '/media/3f.webp',
        id: 'u-41c2',
        name: 'Mina Harker',
        hasPassword: true,
      },
    }),
    exchange({ url: '/api/user/u-41c2/favoriteBooks', headers, body: [] }),
    exchange({
      url: '/api/user/u-41c2/favoriteBook',
      method: 'POST',
      headers,
      sent: { bookId: 'emma' },
      body: { message: 'Saved for MINA HARKER (mina@whitby.example).' },
    }),
    exchange({ url: '/api/user/u-41c2/favoriteBooks', headers, body: [emma] }),
    exchange({
      url: '/api/recommendedBooks?preference=Mystery&startIndex=7',
      status: 500,
      body: {},
    }),
    exchange({ url: '/api/user/u-41c2/export', headers, body: { account: 'all of it' } }),
    exchange({ url: 'https://elsewhere.example/api/profile', body: { id: 'x' } }),
    exchange({ url: '/assets/index.js', body: {} }),
  ]
}

test('takes the responses of our API in their order, with Ada in the place of the reader', () => {
  expect(record(session())).toEqual({
    title: 'A session',
    path: '/login',
    isSignedIn: false,
    responses: [
      {
        request: 'POST /api/user/login',
        status: 200,
        body: { token: RECORDED_TOKEN, id: READER.id, name: READER.name },
      },
      {
        request: 'GET /api/profile',
        status: 200,
        body: {
          profileImage: '/default-avatar.svg',
          id: READER.id,
          name: READER.name,
          hasPassword: true,
        },
      },
      { request: `GET /api/user/${READER.id}/favoriteBooks`, status: 200, body: [] },
      {
        request: `POST /api/user/${READER.id}/favoriteBook`,
        status: 200,
        body: { message: `Saved for ${READER.name} (${READER.email}).` },
      },
      { request: `GET /api/user/${READER.id}/favoriteBooks`, status: 200, body: [emma] },
      { request: 'GET /api/recommendedBooks?preference=Mystery', status: 500 },
    ],
  })
})

test('a session that begins with a request of a reader is signed in from the start', () => {
  expect(record(session().slice(2, 4))).toMatchObject({ isSignedIn: true, path: '/' })
})

/** The request of a book whose description has this. */
const describing = (description: string) =>
  exchange({ url: '/api/book/detail/emma', body: buildBook({ volumeInfo: { description } }) })

test.each([
  ['a token', `See ${TOKEN.toLowerCase()}X1.`, /"q7zk\w+X1" would be left/],
  ['an email address', 'Write to jane@chawton.example!', /"jane@chawton.example" would be left/],
  ['a UUID', 'No. 0b5e7c1a-93d2-4f6b-8a10-2c4d6e8f9a1b', /"0b5e7c1a-[\w-]+" would be left/],
])('nothing is recorded where %s would be left', (_what, description, complaint) => {
  expect(() => record([...session(), describing(description)])).toThrow(complaint)
})

test('nothing is recorded where the title tells the name, nor of a file without responses', () => {
  expect(() => record(session(), 'How Mina Harker read')).toThrow('"Mina Harker" would be left')
  expect(() => recordHar('{}', 'A session')).toThrow('This is no HAR file.')
  expect(() => recordHar('{"log":{"entries":[]}}', 'A session')).toThrow(
    /^This HAR file has no response of the API with a body.* export it with content/,
  )
})

test('a recording is added to the index', () => {
  const index = `import a from './a.json'\n\n/** Sessions. */\nexport const recorded = {\n  a: replay(a),\n} as const\n`
  expect(addToIndex(index, 'slowVisit')).toBe(
    `import a from './a.json'\nimport slowVisit from './slowVisit.json' with { type: 'json' }\n\n` +
      `/** Sessions. */\nexport const recorded = {\n  a: replay(a),\n  slowVisit: replay(slowVisit),\n} as const\n`,
  )
})
