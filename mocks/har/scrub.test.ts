import type { Entry } from 'har-format'
import { describe, expect, test } from 'vitest'
import { READER } from '../reader.ts'
import { recordHar } from './record.ts'
import { buildEntry, buildHar, buildPage, harText } from './testing/buildHar.ts'

const ID = 'u-41c2-marked'
const TOKEN = 'tok_MARKED_1234567890abcdefghijklmnopqrstuvw'

/** Every secret of the session below: whatever holds this word must not be written. */
const MARK = /marked|whitby|harker|wilhelmina|mina\b|10\.20\.30\.40|2001:db8:aa/i

function record(entries: readonly Entry[]) {
  return recordHar(harText(entries), 'A session')
}

/** The body of the one answer to a call. */
function written(fields: Parameters<typeof buildEntry>[0], others: readonly Entry[] = []): unknown {
  const { recording } = record([...others, buildEntry(fields)])
  return recording.calls.at(-1)?.answers[0]?.body
}

const registration = buildEntry({
  method: 'POST',
  url: '/api/user/register',
  sent: {
    name: 'Wilhelmina Harker',
    email: 'mina.MARKED@example.net',
    password: 'Whitby-MARKED-1',
    confirmPassword: 'Whitby-MARKED-2',
  },
  status: 201,
  responseHeaders: {
    'Set-Cookie': 'sid=cookie-MARKED-0000000000; Max-Age=2592000; Path=/; HttpOnly',
    'X-Auth-Token': 'header-token-MARKED',
  },
  body: {
    token: TOKEN,
    id: ID,
    name: 'Wilhelmina Harker',
    message: 'Welcome to Catchword, Wilhelmina Harker! Your account is ready.',
    refreshToken: 'refresh-MARKED-000',
    address: '7 Whitby Street',
  },
  serverIPAddress: '10.20.30.40',
  extra: { _initiator: { url: `https://catchword.example/?token=initiator-MARKED` } },
})

const session = [
  buildPage(`/register?token=url-token-MARKED&email=mina.MARKED%40example.net#key=MARKED-in-hash`),
  registration,
  buildEntry({
    url: '/api/profile',
    headers: {
      Authorization: `Bearer ${TOKEN}`,
      Cookie: 'sid=cookie-MARKED-0000000000; theme=MARKED-theme-value',
      Referer: 'https://catchword.example/?token=referer-MARKED-1',
      'User-Agent': 'MARKED browser',
      'X-Forwarded-For': '10.20.30.40',
    },
    cookies: { sid: 'cookie-MARKED-0000000000', tracking: 'tracking-MARKED-1' },
    body: {
      profileImage: '/media/MARKED.webp',
      id: ID,
      name: 'Wilhelmina Harker',
      phone: 'MARKED',
    },
  }),
  buildEntry({
    method: 'POST',
    url: '/api/profile/upload',
    sent: '------MARKED\r\nContent-Disposition: form-data; name="profileImage"; filename="MARKED.png"',
    body: { profileImageUrl: 'data:image/png;base64,TUFSS0VE', MARKED: 'MARKED' },
  }),
  buildEntry({
    url: `/api/user/${ID}/preferences?token=query-MARKED-1&userId=${ID}`,
    body: { preferences: ['Poetry'], email: 'mina.MARKED@example.net', owner: ID },
  }),
  buildEntry({
    method: 'PUT',
    url: `/api/user/${ID}`,
    sent: { preferences: ['Poetry'], password: 'body-MARKED-1' },
    status: 400,
    mimeType: 'application/problem+json',
    body: {
      type: 'https://catchword.example/problems/MARKED',
      title: 'Bad Request of mina.MARKED@example.net',
      status: 400,
      detail: `Reader ${ID} at 10.20.30.40 (2001:db8:aa:0:0:0:0:7) sent Whitby-MARKED-1.`,
      instance: 'urn:request:0199-MARKED',
      error: `Wilhelmina sent https://catchword.example/?token=${TOKEN}`,
      message: `See data:image/png;base64,MARKED0000 and 7f3b9a2e-MARKED-Whitby-MARKED-1`,
      code: 'MARKED!',
      errors: [{ field: 'MARKED field', rule: 'MARKED rule' }],
    },
  }),
  buildEntry({
    url: `/api/user/${ID}/MARKED-unknown-42?user=MARKED`,
    body: {
      id: ID,
      count: 4711,
      isHappy: true,
      nothing: null,
      friends: [{ name: 'MARKED', kind: 'Poetry' }],
      MARKED: 1,
      'mina.MARKED@example.net': { marked: 'MARKED' },
    },
  }),
  buildEntry({ url: `/api/invitations/MARKED123`, status: 500, body: { oops: 'MARKED' } }),
  buildEntry({
    url: '/api/user/login',
    method: 'POST',
    sent: { email: 'mina.MARKED@example.net', password: 'wrong-MARKED-1' },
    status: 502,
    mimeType: 'text/html',
    body: '<h1>MARKED</h1>',
  }),
  buildEntry({
    method: 'POST',
    url: 'https://bank.example/api/login',
    headers: { Authorization: `Basic ${btoa('mina:basic-MARKED-1')}` },
    sent: 'user=mina&password=form-MARKED-1',
    body: { session_token: 'bank-MARKED-1' },
  }),
]

const detail = (description: string) =>
  buildEntry({
    url: '/api/book/detail/a',
    body: {
      id: 'a',
      volumeInfo: { title: 'A', authors: [], categories: [], description },
      accessInfo: { pdf: { isAvailable: false } },
      saleInfo: {},
    },
  })

test('nothing of the reader is left, wherever in the file it stood', () => {
  const source = JSON.stringify(
    buildHar(session, {
      comment: 'recorded by MARKED',
      browser: { name: 'MARKED', version: '1' },
      creator: { name: 'WebInspector', version: '537.36', comment: 'MARKED' },
      pages: [
        {
          id: 'page_1',
          title: 'https://catchword.example/?token=page-MARKED-1',
          startedDateTime: '2026-11-20T20:15:00.000Z',
          pageTimings: {},
        },
      ],
    }),
  )
  expect(source).toMatch(MARK)
  const { recording, summary } = recordHar(source, 'A session')
  expect(JSON.stringify(recording)).not.toMatch(MARK)
  expect(Object.fromEntries(summary.scrubbed)).toEqual({
    authorization: 1,
    cookie: 3,
    email: 1,
    name: 1,
    password: 6,
    picture: 2,
    'reader id': 1,
    token: 10,
    'unknown text': 3,
  })
  expect(recording).toEqual({
    title: 'A session',
    path: '/register',
    session: 'signedOut',
    calls: [
      {
        method: 'POST',
        path: '/api/user/register',
        answers: [
          {
            status: 201,
            body: {
              token: `recorded-${READER.id}-`.padEnd(43, '0'),
              id: READER.id,
              name: READER.name,
              message: 'Welcome to Catchword, Ada! Your account is ready.',
            },
          },
        ],
      },
      {
        method: 'GET',
        path: '/api/profile',
        answers: [
          {
            status: 200,
            body: { profileImage: '/default-avatar.svg', id: READER.id, name: READER.name },
          },
        ],
      },
      {
        method: 'POST',
        path: '/api/profile/upload',
        answers: [{ status: 200, body: { profileImageUrl: '/default-avatar.svg' } }],
      },
      {
        method: 'GET',
        path: `/api/user/${READER.id}/preferences`,
        answers: [{ status: 200, body: { preferences: ['Poetry'] } }],
      },
      {
        method: 'PUT',
        path: `/api/user/${READER.id}`,
        body: { preferences: ['Poetry'] },
        answers: [
          {
            status: 400,
            body: {
              type: 'about:blank',
              title: `Bad Request of scrubbed`,
              status: 400,
              detail: `Reader ${READER.id} at 192.0.2.1 (2001:db8:0:0:0:0:0:1) sent scrubbed.`,
              instance: 'urn:request:recorded',
              error: 'Ada sent https://catchword.example/',
              message: 'See /default-avatar.svg and scrubbed',
              code: 'scrubbed',
              errors: [{ field: 'scrubbed', rule: 'scrubbed' }],
            },
          },
        ],
      },
      {
        method: 'GET',
        path: `/api/user/${READER.id}/*`,
        answers: [
          {
            status: 200,
            body: {
              id: 'scrubbed',
              count: 0,
              isHappy: true,
              nothing: null,
              friends: [{ name: 'scrubbed', kind: 'Poetry' }],
            },
          },
        ],
      },
      {
        method: 'GET',
        path: '/api/invitations/*',
        answers: [{ status: 500, body: { oops: 'scrubbed' } }],
      },
      {
        method: 'POST',
        path: '/api/user/login',
        answers: [{ status: 502, as: 'html' }],
      },
    ],
    books: [],
  })
})

describe('what stays', () => {
  const BOOK = {
    id: 'dracula',
    volumeInfo: {
      title: 'Dracula',
      authors: ['Bram Stoker'],
      description: 'Mina Murray, engaged to Jonathan Harker, goes to <b>Whitby</b>.',
      imageLinks: { thumbnail: 'https://books.example/cover?token=MARKED&id=dracula' },
      categories: ['Horror'],
      averageRating: 5,
    },
    accessInfo: {
      pdf: {
        isAvailable: true,
        acsTokenLink: 'http://reader:pw@shop.example/dracula?userId=7&id=1',
      },
      webReaderLink: 'http://192.168.1.7:3000/read/dracula#top',
      viewability: 'ALL_PAGES',
    },
    saleInfo: { buyLink: 'javascript:alert(1)', country: 'NL' },
  }

  test('books, whoever is in them; their links lose what might name somebody', () => {
    const { recording } = record([
      registration,
      buildEntry({ url: '/api/book/detail/dracula', body: BOOK }),
    ])
    expect(recording.books).toEqual([
      {
        id: 'dracula',
        volumeInfo: {
          title: 'Dracula',
          authors: ['Bram Stoker'],
          description: BOOK.volumeInfo.description,
          imageLinks: { thumbnail: '/covers/dracula' },
          categories: ['Horror'],
        },
        accessInfo: {
          pdf: { isAvailable: true, acsTokenLink: 'http://shop.example/dracula?id=1' },
          webReaderLink: 'http://example.org:3000/read/dracula',
        },
        saleInfo: {},
      },
    ])
  })

  test('books of hosts that keep the contract loosely (decision 31)', () => {
    const entry = { id: 'a', title: 'A', imageLinks: { thumbnail: '/x.png' }, description: 'B' }
    const body = [entry, { id: 'b', volumeInfo: { title: 'B', pageCount: 3 } }, { id: 'c' }, 'd']
    expect(written({ url: `/api/user/${ID}/favoriteBooks`, body })).toEqual([
      { ...entry, imageLinks: { thumbnail: '/covers/a' } },
      { id: 'b', volumeInfo: { title: 'B' } },
      { id: 'c' },
      'scrubbed',
    ])
  })

  test('a bare list of interests (decision 30), and none that is unknown', () => {
    const url = `/api/user/${ID}/preferences`
    expect(written({ url, body: ['Poetry'] })).toEqual(['Poetry'])
    expect(written({ url, body: ['Poetry', 'MARKED'] })).toEqual(['Poetry', 'scrubbed'])
  })

  test('the answers of a login, of a profile without more than a picture, of a search', () => {
    const login = { method: 'POST', url: '/api/user/login', sent: {} }
    expect(written({ ...login, body: { token: TOKEN, id: ID, name: 'Mina' } })).toEqual({
      token: `recorded-${READER.id}-`.padEnd(43, '0'),
      id: READER.id,
      name: READER.name,
    })
    expect(written({ ...login, body: { jwt: TOKEN } })).toEqual({ jwt: 'scrubbed' })
    expect(written({ body: { profileImage: null } })).toEqual({ profileImage: null })
    const found = { id: 'a', volumeInfo: { title: 'A', authors: [], subtitle: 'B' } }
    expect(written({ url: '/api/books/search?query=a', body: { data: [found] } })).toEqual({
      data: [{ id: 'a', volumeInfo: { title: 'A', authors: [] } }],
    })
  })

  test.each([
    'Invalid email or password.',
    'Password needs at least 8 characters.',
    'Something went wrong on our side. Please try again.',
  ])('the sentence "%s"', (message) => {
    const body = { error: message, message, code: 'some_code' }
    expect(written({ status: 400, body }, [registration])).toEqual(body)
  })

  test('an error in another shape keeps its shape only', () => {
    expect(written({ status: 400, body: { error: { text: 'MARKED' } } })).toEqual({
      error: { text: 'scrubbed' },
    })
  })
})

test('a second reader gets a stand-in of their own, everywhere the same', () => {
  const other = 'u-77d0-marked'
  const { recording } = record([
    registration,
    buildEntry({
      method: 'POST',
      url: '/api/user/login',
      sent: { email: 'lucy.MARKED@example.net', password: 'other-MARKED-1' },
      body: { token: 'other-token-MARKED-1', id: other, name: 'Lucy Westenra' },
    }),
    buildEntry({
      url: `/api/user/${other}/favoriteBooks`,
      status: 403,
      body: { message: `Lucy Westenra is no ${ID}.` },
    }),
  ])
  const [, login, favorites] = recording.calls
  expect(login?.answers[0]?.body).toEqual({
    token: 'recorded-reader-2-'.padEnd(43, '0'),
    id: 'reader-2',
    name: 'Reader 2',
  })
  expect(favorites).toEqual({
    method: 'GET',
    path: '/api/user/reader-2/favoriteBooks',
    answers: [{ status: 403, body: { message: `Reader 2 is no ${READER.id}.` } }],
  })
})

test('an unknown path keeps its plain words, but none of a name', () => {
  const { recording } = record([
    registration,
    ...['/api/people/harker/reading-list', '/api/people/9/readingList', '/api/MARKED'].map((url) =>
      buildEntry({ url, body: { harker: 'MARKED', wilhelmina: 1, isOpen: true } }),
    ),
  ])
  expect(recording.calls.slice(1)).toEqual(
    ['/api/people/*/reading-list', '/api/people/*/readingList', '/api/*'].map((path) => ({
      method: 'GET',
      path,
      answers: [{ status: 200, body: { isOpen: true } }],
    })),
  )
})

test('a search for something private is written without it', () => {
  const { recording } = record([
    registration,
    buildEntry({ url: '/api/books/search?query=mina.marked@example.net', body: { data: [] } }),
  ])
  expect(recording.calls[1]?.query).toEqual({ query: READER.email })
})

describe('the last check', () => {
  const login = (password: string) =>
    buildEntry({
      method: 'POST',
      url: '/api/user/login',
      sent: { email: 'mina@example.net', password },
      body: { token: TOKEN, id: ID, name: 'Mina' },
    })
  const heart = buildEntry({
    method: 'POST',
    url: `/api/user/${ID}/favoriteBook`,
    sent: { bookId: 'the-moonstone' },
    body: { message: 'Added to favorites.' },
  })

  test.each([
    ['plain, in a call', [login('the-moonstone'), heart], 'a value of kind "password" in call 2'],
    ['in other letters', [login('THE-Moonstone'), heart], 'a value of kind "password" in call 2'],
    ['as a part', [login('moonstone'), heart], 'a value of kind "password" in call 2'],
    [
      'in a book',
      [login('Whitby 1897'), detail('The year of Whitby 1897 it is.')],
      'a value of kind "password" in book 1 of the answers',
    ],
    [
      'in base64',
      [login('Whitby-1897!'), detail(`Read ${btoa('Whitby-1897!')} aloud.`)],
      'a value of kind "password" in book 1 of the answers',
    ],
    [
      "in a book's email",
      [login('x'), detail('Write to mina@example.net.')],
      'a value of kind "email" in book 1 of the answers',
    ],
    [
      "the reader's id",
      [login('x'), detail(`Read by ${ID}.`)],
      'a value of kind "reader id" in book 1 of the answers',
    ],
  ])('refuses a secret that is %s', (_what, entries, place) => {
    expect(() => record(entries)).toThrow(
      `Nothing is written: ${place} would be left. Record again with values that occur nowhere else.`,
    )
  })

  test('refuses a title that says one', () => {
    expect(() => recordHar(harText([login('the-moonstone')]), 'With the-moonstone')).toThrow(
      'a value of kind "password" in the title or path',
    )
  })

  test('is not troubled by short values and by words that books have', () => {
    const cookies = buildEntry({ cookies: { theme: 'dark', consent: 'true', lang: 'moonlight' } })
    expect(
      record([cookies, login('darkness'), detail('True darkness under a dark moonlight.')])
        .recording.books,
    ).toHaveLength(1)
  })
})
