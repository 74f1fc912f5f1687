import { delay, HttpResponse } from 'msw'
import { addFavoriteBook, removeFavoriteBook } from '../../contract/favorites.ts'
import { respondTo } from '../address.ts'
import {
  everyRequest,
  everyCover,
  withInterests,
  responding,
  SLOW_MS,
  withFavorites,
} from '../responses.ts'
import {
  LONG_BOOKS,
  LONG_TITLE,
  LONG_WORD,
  MARKUP_BOOKS,
  RIGHT_TO_LEFT_BOOKS,
  SCRIPT_BOOKS,
  shelve,
} from '../oddBooks.ts'
import { Problem, problemResponse } from '../problem.ts'
import { READER } from '../reader.ts'
import type { Scenario, Expectation } from '../scenario.ts'
import {
  alert,
  button,
  fill,
  heading,
  link,
  log,
  path,
  press,
  scenariosOf,
  search,
  status,
  text,
} from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Every page', '/favorites')
const atRecommendations = scenariosOf('Every page', '/recommendations')
const anywhere = scenariosOf('Every page')

/** What the console says where nothing of the navbar can be fetched (docs/product.md 8). */
const NAVBAR_LOGS: readonly [Expectation, Expectation] = [
  log('Profile fetch failed'),
  log('Profile preferences fetch failed'),
]

const EVERY_SCREEN = 'every screen has its own message, and nothing crashes'

const EVERY_ODD_PLACE =
  'also with a heart at /favorites, on the page of each, and in search results'

/** The smallest GIF there is: 1 by 1 pixel, as some catalogues answer where they have no cover. */
const TINY_GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** A favorite of another reader that stayed in the storage of this browser. */
const LEFTOVER = JSON.stringify([{ id: 'frankenstein-or-the-modern-prometheus', title: 'Left' }])

/** What concerns every page: all is well, the session ends, the server or the network is gone. */
export const everywhereScenarios = {
  happyPath: {
    title: 'All is well',
    screen: 'Landing',
    shows: [button('Explore Now')],
    note: 'everything works, and what a visitor may not do is said',
  },
  notFound: asVisitor('A page that does not exist', {
    path: '/no/such/page',
    shows: [heading('You have found the last world'), link('Go back to Home')],
  }),

  // Sessions
  sessionExpired: atRecommendations.asReader('The session has ended on the server', {
    shows: [alert('User not authenticated. Please log in.'), path('/'), link('Login / Register')],
    lacks: [alert('User not found. Please log in.')],
    prepare(db) {
      db.sessions = []
    },
    failsRequests: true,
  }),
  sessionEndsMidway: atRecommendations.asReader(
    'The session ends on the server with the first heart',
    {
      steps: [press('Add to favorites')],
      shows: [alert('User not authenticated. Please log in.'), path('/'), link('Login / Register')],
      lacks: [alert('User not found. Please log in.'), alert('Failed to save favorite book.')],
      note: 'the heart is rolled back; pressed again after the next login, it is saved',
      handlers(db) {
        let ended = false
        return [
          respondTo(addFavoriteBook, () => {
            if (!ended) db.sessions = []
            ended = true
            return undefined
          }),
        ]
      },
      prepare: withInterests,
      failsRequests: true,
    },
  ),
  cookieLost: asReader('The browser has lost its session cookie, the session goes on', {
    shows: [link('Dracula')],
    lacks: [alert('User not authenticated. Please log in.')],
    note: 'the cookie is renewed without a word',
    prepare(db, reader) {
      withFavorites(db, reader)
      db.browserCookie = null
    },
    failsRequests: true,
  }),
  cookieOfAnother: asReader('The browser holds the session cookie of another reader', {
    shows: [link('Dracula')],
    lacks: [link('The Time Machine'), alert('Failed to load favorite books.')],
    note: "Ada sees her own favorites, never Grace's",
    prepare(db, reader) {
      withFavorites(db, reader)
      db.signIn(db.addUser({ id: 'reader-2', name: 'Grace', favorites: ['the-time-machine'] }))
    },
    failsRequests: true,
  }),
  favoritesOfAnother: asReader('The browser holds the favorites of another reader', {
    path: '/book/frankenstein-or-the-modern-prometheus',
    shows: [button('Add to favorites')],
    lacks: [button('Remove from favorites')],
    note: "the server's list wins",
    storage: { favorites: LEFTOVER },
    prepare: withFavorites,
  }),
  favoritesOfVisitor: asVisitor('The browser holds favorites, and nobody is signed in', {
    path: '/book/frankenstein-or-the-modern-prometheus',
    shows: [button('Add to favorites')],
    lacks: [button('Remove from favorites')],
    storage: { favorites: LEFTOVER },
  }),

  // The server and the network
  serverDown: atRecommendations.asReader('The server cannot be reached', {
    shows: [alert('Failed to fetch user preferences.'), ...NAVBAR_LOGS],
    note: EVERY_SCREEN,
    ...everyRequest(() => HttpResponse.error()),
    failsRequests: true,
  }),
  offline: asReader('The browser has no network', {
    shows: [alert('Failed to load favorite books.'), ...NAVBAR_LOGS],
    note: `${EVERY_SCREEN}; the built product has a service worker, which keeps favorites readable`,
    network: 'offline',
    prepare: withFavorites,
    failsRequests: true,
  }),
  offlineHeart: asReader('The network is lost before a favorite is removed', {
    steps: [press('Remove from favorites')],
    shows: [alert('Failed to update favorite books.'), link('Dracula')],
    lacks: [button('Add to favorites')],
    note: 'the heart is red again: without network a toggle fails like any other',
    ...responding(removeFavoriteBook, () => HttpResponse.error()),
    prepare: withFavorites,
    failsRequests: true,
  }),
  html500: atRecommendations.asReader('A proxy answers with an error page', {
    shows: [alert('Failed to fetch user preferences.'), ...NAVBAR_LOGS],
    note: EVERY_SCREEN,
    ...everyRequest(() => HttpResponse.html('<h1>502 Bad Gateway</h1>', { status: 500 })),
    failsRequests: true,
  }),
  html200: asReader('A proxy answers every call with a page, as if all were well', {
    path: '/book/dracula',
    shows: [alert('Error loading the book details.'), ...NAVBAR_LOGS],
    note: EVERY_SCREEN,
    ...everyRequest(() => HttpResponse.html('<!doctype html><title>Sign in</title>')),
  }),
  malformedJson: asReader('Every answer is broken JSON', {
    shows: [alert('Failed to load favorite books.'), ...NAVBAR_LOGS],
    note: EVERY_SCREEN,
    ...everyRequest(
      () =>
        new HttpResponse('[{"id": "dracula", "volumeInfo": {"title": "Dra', {
          headers: { 'Content-Type': 'application/json' },
        }),
    ),
  }),
  emptyBodies: asReader('Every answer is empty', {
    shows: [alert('Failed to load favorite books.'), log('Profile preferences fetch failed')],
    note: EVERY_SCREEN,
    ...everyRequest(() => new HttpResponse(null, { status: 200 })),
  }),
  wrongShapes: asReader('Every answer is valid JSON of another kind', {
    path: '/categories',
    shows: [
      alert('User preferences not found or invalid.'),
      log('Profile preferences fetch failed'),
    ],
    note: EVERY_SCREEN,
    ...everyRequest(() => HttpResponse.json({ status: 'ok', result: [1, [2], { three: 3 }] })),
  }),
  rateLimited: anywhere.asReader('Every call is one too many', {
    steps: [search('emma')],
    shows: [
      alert('Error fetching data: Too many requests. Please try again in 1 second.'),
      ...NAVBAR_LOGS,
    ],
    note: '429 with Retry-After',
    ...everyRequest(() =>
      problemResponse(
        new Problem(429, 'rate_limited', 'Too many requests. Please try again in 1 second.'),
      ),
    ),
    failsRequests: true,
  }),
  serverBusy: asVisitor('The server is too busy to answer', {
    path: '/login',
    steps: [fill('Email', READER.email), fill('Password', READER.password), press('Login')],
    shows: [alert('Error: The server is busy. Please try again in a moment.'), path('/login')],
    note: '503 with Retry-After',
    ...everyRequest(() =>
      problemResponse(
        new Problem(503, 'busy', 'The server is busy. Please try again in a moment.'),
      ),
    ),
    failsRequests: true,
  }),
  everythingSlow: atRecommendations.asReader('Every answer takes four seconds', {
    shows: [status('Loading...')],
    note: 'beside skeletons; the books after eight seconds',
    ...everyRequest(async () => {
      await delay(SLOW_MS)
      return undefined
    }),
    prepare: withFavorites,
  }),

  // What is in the books
  longTitles: atRecommendations.asReader('Very long titles, words and lists of authors', {
    shows: [link(LONG_TITLE), link(LONG_WORD), link('A Festschrift')],
    note: `nothing runs out of its place or over another; ${EVERY_ODD_PLACE}`,
    prepare: shelve(LONG_BOOKS),
  }),
  longTitleOnPage: asReader('A very long title on the page of its book', {
    path: '/book/long-title',
    shows: [heading(LONG_TITLE)],
    note: 'the page is no wider than the window',
    prepare: shelve(LONG_BOOKS),
  }),
  longWordOnPage: asReader('A title of one very long word on the page of its book', {
    path: '/book/long-word',
    shows: [heading(LONG_WORD)],
    note: 'the word breaks; the page is no wider than the window',
    prepare: shelve(LONG_BOOKS),
  }),
  rightToLeftTitles: atRecommendations.asReader(
    'Titles in Arabic, Hebrew and Persian, and in several directions',
    {
      shows: [
        link('ألف ليلة وليلة'),
        link('סיפור על אהבה וחושך'),
        link('כתר (Crown), volume 2: الجزء 3'),
      ],
      note: `each title runs in its own direction and turns nothing beside it; ${EVERY_ODD_PLACE}`,
      prepare: shelve(RIGHT_TO_LEFT_BOOKS),
    },
  ),
  rightToLeftOnPage: asReader('A book in several directions on its page', {
    path: '/book/mixed-directions',
    shows: [
      heading('כתר (Crown), volume 2: الجزء 3'),
      button('Leila Aboulela'),
      button('ליאה גולדברג'),
    ],
    prepare: shelve(RIGHT_TO_LEFT_BOOKS),
  }),
  manyScripts: atRecommendations.asReader(
    'Titles in Chinese, Thai, Hindi, emoji and stacked marks',
    {
      shows: [link('紅樓夢'), link('สี่แผ่นดิน'), link('गोदान')],
      note: `marks stay within their card, no character is cut in half; ${EVERY_ODD_PLACE}`,
      prepare: shelve(SCRIPT_BOOKS),
    },
  ),
  markupTitles: atRecommendations.asReader('Titles that look like markup, templates and queries', {
    shows: [
      link('<script>alert("title")</script>'),
      link('"><img src=x onerror=alert(1)>'),
      link('Tom &amp; Jerry < Bed & Board > &lt;b&gt;'),
      link("Robert'); DROP TABLE Books;--"),
    ],
    note: `to the letter, and nothing of it runs; ${EVERY_ODD_PLACE}`,
    prepare: shelve(MARKUP_BOOKS),
  }),

  // Covers
  coversNone: atRecommendations.asReader('No book has a cover', {
    shows: [heading('Best Mystery Books')],
    note: 'placeholder covers with title and author in type; elsewhere the default image',
    prepare(db, reader) {
      withFavorites(db, reader)
      db.books = db.books.map((book) => {
        const { imageLinks: _, ...volumeInfo } = book.volumeInfo
        return { ...book, volumeInfo }
      })
    },
  }),
  coversMissing: atRecommendations.asReader('Every cover is missing on the server', {
    shows: [heading('Best Mystery Books')],
    note: 'placeholder covers with title and author in type; elsewhere the default image',
    ...everyCover(() => new HttpResponse(null, { status: 404 })),
    prepare: withFavorites,
    failsRequests: true,
  }),
  coversTiny: atRecommendations.asReader('Every cover is a picture of one pixel', {
    shows: [heading('Best Mystery Books')],
    note: 'placeholder covers with title and author in type; elsewhere the default image',
    ...everyCover(
      () =>
        new HttpResponse(
          Uint8Array.from(atob(TINY_GIF), (character) => character.charCodeAt(0)),
          { headers: { 'Content-Type': 'image/gif' } },
        ),
    ),
    prepare: withFavorites,
  }),
  coversNeverLoad: asReader('No cover ever loads', {
    shows: [link('Dracula'), button('Remove from favorites')],
    note: 'the covers hold their place empty; title and heart work',
    ...everyCover(async () => {
      await delay('infinite')
      return HttpResponse.error()
    }),
    prepare: withFavorites,
  }),

  // What the browser keeps (decisions 16 and 17)
  storageBareId: asReader('The browser keeps the user as a bare id', {
    shows: [link('Dracula'), text('Hello, Ada')],
    storage: { user: READER.id },
    prepare: withFavorites,
  }),
  storageQuotedId: asReader('The browser keeps the user as an id in JSON, without a name', {
    shows: [link('Dracula'), text('Hello, Ada')],
    note: 'the name comes with the profile',
    storage: { user: JSON.stringify(READER.id), username: null },
    prepare: withFavorites,
  }),
  storageUserBroken: asReader('The browser keeps half a user', {
    shows: [alert('User not found. Please log in.'), path('/')],
    note: 'nobody is signed in, and the next login works',
    storage: { user: '{"id":"reader-1","na' },
  }),
  storageUserWithoutId: asReader('The browser keeps a user without an id', {
    shows: [alert('User not found. Please log in.'), path('/')],
    note: 'nobody is signed in, and the next login works',
    storage: { user: '{"name":"Ada"}' },
  }),
  storageTokenMissing: asReader('The browser keeps a user, but no token', {
    shows: [alert('User not found. Please log in.'), path('/')],
    note: 'nobody is signed in, and the next login works',
    storage: { token: null },
  }),
  storageFlagWrong: asReader('The browser keeps a session whose flag is not the text true', {
    shows: [alert('User not found. Please log in.'), path('/')],
    note: 'nobody is signed in, and the next login works',
    storage: { isLoggedIn: '1' },
  }),
  storageFavoritesNoList: asReader('The browser keeps favorites that are no list', {
    shows: [link('Dracula'), button('Remove from favorites')],
    note: "the session stays, and the server's list replaces what was stored",
    storage: { favorites: '{"dracula":true}' },
    prepare: withFavorites,
  }),
  storageFavoritesBroken: asReader('The browser keeps half a list of favorites', {
    shows: [link('Dracula'), button('Remove from favorites')],
    note: "the session stays, and the server's list replaces what was stored",
    storage: { favorites: '[{"id":"dracula","tit' },
    prepare: withFavorites,
  }),
  storageFavoritesMixed: asReader(
    'The browser keeps favorites of which some are no books, and the server is down',
    {
      shows: [alert('Failed to load favorite books.'), ...NAVBAR_LOGS],
      note: 'the entry that is a book stays in the storage',
      storage: { favorites: '[null, 5, {"title":"No Id"}, {"id":"dracula","title":"Dracula"}]' },
      ...everyRequest(() => HttpResponse.error()),
      failsRequests: true,
    },
  ),
} satisfies Record<string, Scenario>
