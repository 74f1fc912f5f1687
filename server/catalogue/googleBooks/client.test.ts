import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGoogleBooksClient, type ClientOptions, type GoogleBooksClient } from './client.ts'
import {
  apiError,
  dayUsedUp,
  json,
  listOf,
  startFakeGoogle,
  volume,
  type Behaviour,
  type FakeGoogle,
} from './fakeGoogle.ts'

const KEY = 'AIzaSecretKey0123456789'
const ONE = volume('one', 'One')
const NOON = Date.parse('2026-07-15T19:00:00.000Z')
const MIDNIGHT = Date.parse('2026-07-16T07:00:00.000Z')

let google: FakeGoogle
let lines: string[]
let time: number
let clients: GoogleBooksClient[]

beforeEach(async () => {
  google = await startFakeGoogle()
  lines = []
  clients = []
  time = NOON
})

afterEach(async () => {
  for (const client of clients) client.close()
  await google.close()
})

function connect(options: Partial<ClientOptions> = {}): GoogleBooksClient {
  const client = createGoogleBooksClient({
    baseUrl: google.baseUrl,
    apiKey: KEY,
    perDay: 1000,
    log: (line) => lines.push(line),
    now: () => time,
    random: () => 0.5,
    ...options,
    timing: { attempt: 10_000, backoff: 10, longestWait: 1500, ...options.timing },
  })
  clients.push(client)
  return client
}

/** Why a list could not be had. */
async function whyNot(client: GoogleBooksClient): Promise<string> {
  try {
    await client.list({ q: 'x' })
    return 'had'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Answers in turn, the last one for ever. */
function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  let turn = 0
  return (response, request) => {
    const behaviour = behaviours[Math.min(turn++, behaviours.length - 1)]
    behaviour?.(response, request)
  }
}

const html: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end('<!doctype html><title>Sign in to the network</title>')
}
const malformed: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end('{"items": [')
}
const reset: Behaviour = (response) => {
  response.destroy()
}
const brokenOff: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"items": [')
  setTimeout(() => response.destroy(), 10)
}
const never: Behaviour = () => {}
const huge: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
  response.end(gzipSync(Buffer.alloc(8 * 1024 * 1024, ' ')))
}
const redirect: Behaviour = (response) => {
  response.writeHead(302, { location: `${google.baseUrl}/elsewhere` })
  response.end()
}

describe('what is asked', () => {
  test('a list: its query, the fields we use, the key as a header only', async () => {
    google.behave(listOf(ONE))
    expect(await connect().list({ q: 'subject:"Horror"', langRestrict: 'en' })).toEqual([ONE])
    const [request] = google.requests
    expect(request?.url.pathname).toBe('/books/v1/volumes')
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
      q: 'subject:"Horror"',
      langRestrict: 'en',
      printType: 'books',
      maxResults: '40',
      fields: expect.stringMatching(/^items\(id,volumeInfo\(title,/),
    })
    expect(request?.headers['x-goog-api-key']).toBe(KEY)
    expect(request?.url.href).not.toContain(KEY)
  })

  test('names the country where it is told one', async () => {
    google.behave(json({ items: [ONE] }))
    const client = connect({ country: 'NL' })
    await client.list({ q: 'x' })
    await client.volume('a')
    const countries = google.requests.map(({ url }) => url.searchParams.get('country'))
    expect(countries).toEqual(['NL', 'NL'])
  })

  test('one volume, its id encoded, and no key where there is none', async () => {
    google.behave(json(ONE))
    const client = createGoogleBooksClient({
      baseUrl: `${google.baseUrl}/`,
      perDay: 1,
      log: () => {},
    })
    clients.push(client)
    expect(await client.volume('a/../b')).toEqual(ONE)
    expect(google.requests[0]?.url.pathname).toBe('/books/v1/volumes/a%2F..%2Fb')
    expect(google.requests[0]?.headers['x-goog-api-key']).toBeUndefined()
  })
})

describe('what an answer means', () => {
  test.each([
    ['no items', json({ kind: 'books#volumes', totalItems: 0 })],
    ['empty items', json({ items: [] })],
    ['items of another kind', json({ items: 'none' })],
    ['a list in place of an object', json([])],
    ['a query that it does not take', apiError(400, 'required', 'Missing query.')],
  ])('%s: nothing found', async (_name, behaviour) => {
    google.behave(behaviour)
    expect(await connect().list({ q: 'x' })).toEqual([])
    expect(google.requests).toHaveLength(1)
  })

  test('a volume that is not there is none', async () => {
    google.behave(apiError(404, 'notFound', 'The volume ID could not be found.'))
    expect(await connect().volume('x')).toBeUndefined()
  })

  test.each([
    ['HTML', html, 'an answer that is not JSON'],
    ['malformed JSON', malformed, 'an answer that is not JSON'],
    ['text in place of an object', json('x'), 'an answer that is not JSON'],
    ['a redirect', redirect, 'a redirect'],
    ['more than we read', huge, 'answer too long'],
    ['a wrong address', apiError(404, 'notFound', 'Not Found'), 'status 404'],
    ['a teapot', apiError(418, 'teapot', 'No.'), 'status 418, teapot'],
  ])('%s is a failure, and is not asked for again', async (_name, behaviour, reason) => {
    google.behave(behaviour)
    expect(await whyNot(connect())).toBe(reason)
    expect(google.requests).toHaveLength(1)
  })

  test('silence is a failure after its time', async () => {
    google.behave(never)
    expect(await whyNot(connect({ timing: { attempt: 100 } }))).toBe('no answer in time')
    expect(google.requests).toHaveLength(1)
  })
})

describe('what is tried again', () => {
  test.each([
    ['500', apiError(500, 'backendError', 'Backend Error')],
    ['503', apiError(503, 'backendFailed', 'Service temporarily unavailable.')],
    ['a reset connection', reset],
    ['an answer broken off', brokenOff],
    ['429 with a time', apiError(429, 'rateLimitExceeded', 'Slow down', { 'retry-after': '0' })],
  ])('%s, until it goes well', async (_name, behaviour) => {
    google.behave(inTurn(behaviour, behaviour, listOf(ONE)))
    expect(await connect().list({ q: 'x' })).toEqual([ONE])
    expect(google.requests).toHaveLength(3)
    expect(lines).toEqual([])
  })

  test('three times at most', async () => {
    google.behave(apiError(503, 'backendFailed', 'Service temporarily unavailable.'))
    expect(await whyNot(connect())).toBe('status 503, backendFailed')
    expect(google.requests).toHaveLength(3)
  })

  test('not before Retry-After', async () => {
    const at: number[] = []
    const busy = apiError(503, 'backendFailed', 'Busy', { 'retry-after': '1' })
    const behaviour = inTurn(busy, listOf(ONE))
    google.behave((response, request) => {
      at.push(performance.now())
      behaviour(response, request)
    })
    expect(await connect().list({ q: 'x' })).toEqual([ONE])
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(990)
  })

  test('a long Retry-After leaves Google in peace until then', async () => {
    google.behave(
      inTurn(apiError(503, 'backendFailed', 'Busy', { 'retry-after': '120' }), listOf(ONE)),
    )
    const client = connect()
    expect(await whyNot(client)).toBe('status 503, backendFailed')
    time += 119_000
    expect(await whyNot(client)).toBe('left in peace')
    time += 1000
    expect(await whyNot(client)).toBe('had')
    expect(google.requests).toHaveLength(2)
  })

  test('a Retry-After beyond a day is one of a day', async () => {
    google.behave(apiError(503, 'backendFailed', 'Busy', { 'retry-after': '9999999' }))
    expect(await whyNot(connect())).toBe('status 503, backendFailed')
    expect(lines).toEqual([
      'Google Books is left in peace until 2026-07-16T19:00:00.000Z: status 503, backendFailed.',
    ])
  })

  test('Retry-After may be a date', async () => {
    const until = new Date(NOON + 300_000).toUTCString()
    google.behave(apiError(503, 'backendFailed', 'Busy', { 'retry-after': until }))
    expect(await whyNot(connect())).toBe('status 503, backendFailed')
    expect(lines).toEqual([
      'Google Books is left in peace until 2026-07-15T19:05:00.000Z: status 503, backendFailed.',
    ])
  })
})

describe('quota', () => {
  test.each([
    ['429, the day', dayUsedUp],
    ['403 dailyLimitExceeded', apiError(403, 'dailyLimitExceeded', 'Daily Limit Exceeded')],
    ['403 quotaExceeded', apiError(403, 'quotaExceeded', 'Quota exceeded')],
  ])('%s: nothing is asked until the day is over in California', async (_name, behaviour) => {
    google.behave(inTurn(behaviour, listOf(ONE)))
    const client = connect()
    await whyNot(client)
    time = MIDNIGHT - 1
    expect(await whyNot(client)).toBe('left in peace')
    time = MIDNIGHT + 60_000
    expect(await whyNot(client)).toBe('had')
    expect(google.requests).toHaveLength(2)
    expect(lines).toHaveLength(2)
  })

  test.each([
    ['403', apiError(403, 'rateLimitExceeded', 'Rate Limit Exceeded')],
    ['403 of one user', apiError(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded')],
    ['429', apiError(429, 'rateLimitExceeded', "Limit 'Queries per minute'")],
  ])('%s for too fast: a minute', async (_name, behaviour) => {
    google.behave(inTurn(behaviour, listOf(ONE)))
    const client = connect()
    await whyNot(client)
    time += 59_999
    expect(await whyNot(client)).toBe('left in peace')
    time += 1
    expect(await whyNot(client)).toBe('had')
  })

  test.each([
    [
      '400',
      json(
        { error: { code: 400, message: 'API key not valid.', status: 'INVALID_ARGUMENT' } },
        400,
      ),
    ],
    ['403', apiError(403, 'forbidden', 'The caller does not have permission')],
    ['401', apiError(401, 'authError', 'Invalid Credentials')],
  ])(
    '%s for a key that is no good: an hour, and the log says what to check',
    async (_name, behaviour) => {
      google.behave(behaviour)
      const client = connect()
      expect(await whyNot(client)).toMatch(/check GOOGLE_BOOKS_KEY$/)
      time += 3_599_999
      expect(await whyNot(client)).toBe('left in peace')
      expect(lines).toHaveLength(1)
      expect(lines[0]).toMatch(/check GOOGLE_BOOKS_KEY\.$/)
    },
  )

  test.each([
    ['unknownLocation', /set GOOGLE_BOOKS_COUNTRY/],
    ['accessNotConfigured', /enable the Books API in the project of GOOGLE_BOOKS_KEY/],
    ['ipRefererBlocked', /the restrictions of GOOGLE_BOOKS_KEY keep this server out/],
  ])('a 403 for %s: the log says what to do about it', async (reason, advice) => {
    google.behave(apiError(403, reason, 'Something'))
    expect(await whyNot(connect())).toMatch(advice)
    expect(lines).toEqual([expect.stringMatching(advice)])
  })

  test('our own count ends before Google’s does, retries counted', async () => {
    google.behave(apiError(503, 'backendFailed', 'Busy'))
    const client = connect({ perDay: 5, timing: { failures: 100 } })
    expect(await whyNot(client)).toBe('status 503, backendFailed')
    expect(await whyNot(client)).toBe("the day's requests are used up")
    expect(await whyNot(client)).toBe("the day's requests are used up")
    expect(google.requests).toHaveLength(5)
    expect(lines).toEqual([
      "The day's 5 requests to Google Books are used up (GOOGLE_BOOKS_QUOTA).",
    ])
    google.behave(listOf(ONE))
    time = MIDNIGHT
    expect(await whyNot(client)).toBe('had')
  })
})

describe('the breaker', () => {
  test('opens after failures, lets one through after the pause, closes when it goes well', async () => {
    google.behave(html)
    const client = connect({ timing: { failures: 3, pause: 10_000 } })
    for (let times = 0; times < 3; times++) await whyNot(client)
    expect(await whyNot(client)).toBe('left in peace')
    expect(google.requests).toHaveLength(3)

    google.behave(listOf(ONE))
    time += 12_000
    const answers = await Promise.all([whyNot(client), whyNot(client), whyNot(client)])
    expect(answers.toSorted()).toEqual(['had', 'left in peace', 'left in peace'])
    expect(await whyNot(client)).toBe('had')
    expect(google.requests).toHaveLength(5)
    expect(lines).toEqual([
      'Google Books is left in peace until 2026-07-15T19:00:11.250Z: an answer that is not JSON.',
      'Google Books answers again.',
    ])
  })

  test('ids that Google answers with 503, as it does for those it does not know, do not open it', async () => {
    google.behave(apiError(503, 'backendFailed', 'Service temporarily unavailable.'))
    const client = connect({ timing: { failures: 2 } })
    for (let times = 0; times < 5; times++) {
      await expect(client.volume('nobody')).rejects.toThrow('status 503, backendFailed')
    }
    expect(google.requests).toHaveLength(10)
    expect(lines).toEqual([])
  })
})

describe('secrets', () => {
  test('no message and no log line holds the key, the address or what readers search', async () => {
    const said: string[] = []
    const echo: Behaviour = (response, request) =>
      apiError(
        403,
        `${KEY} bad`,
        `key ${String(request.headers['x-goog-api-key'])}`,
      )(response, request)
    for (const behaviour of [echo, html, reset, redirect, huge, dayUsedUp]) {
      google.behave(behaviour)
      const client = connect({ timing: { failures: 1, backoff: 1 } })
      try {
        await client.list({ q: 'private search' })
      } catch (error) {
        said.push(
          error instanceof Error
            ? `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
            : '',
        )
      }
    }
    expect(said).toHaveLength(6)
    const all = [...said, ...lines].join('\n')
    expect(all).not.toContain(KEY)
    expect(all).not.toContain('private')
    expect(all).not.toContain(google.baseUrl)
  })
})

test('closing ends what is under way', async () => {
  google.behave(never)
  const client = connect({ timing: { attempt: 20_000 } })
  const asked = whyNot(client)
  client.close()
  expect(await asked).toBe('closing')
})
