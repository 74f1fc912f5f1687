import { delay, HttpResponse } from 'msw'
import { addFavoriteBook, removeFavoriteBook } from '../../contract/favorites.ts'
import { answering } from '../address.ts'
import { everyCall, everyCover, keepThree, pickInterests, SLOW_MS } from '../answers.ts'
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
import type { Scenario, Sight } from '../scenario.ts'

/** What the console says where nothing of the navbar can be fetched (docs/product.md 8). */
const NAVBAR_LOGS: readonly [Sight, Sight] = [
  { as: 'log', text: 'Profile fetch failed' },
  { as: 'log', text: 'Profile preferences fetch failed' },
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
    shows: [{ as: 'button', text: 'Explore Now' }],
    note: 'everything works, and what a visitor may not do is said',
  },
  notFound: {
    title: 'A page that does not exist',
    screen: 'Every page',
    path: '/no/such/page',
    shows: [
      { as: 'heading', text: 'You have found the last world' },
      { as: 'link', text: 'Go back to Home' },
    ],
  },

  // Sessions
  sessionExpired: {
    title: 'The session has ended on the server',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [
      { as: 'alert', text: 'User not authenticated. Please log in.' },
      { as: 'path', text: '/' },
      { as: 'link', text: 'Login / Register' },
    ],
    lacks: [{ as: 'alert', text: 'User not found. Please log in.' }],
    prepare(db) {
      db.sessions = []
    },
    failsRequests: true,
  },
  sessionEndsMidway: {
    title: 'The session ends on the server with the first heart',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Add to favorites' }],
    shows: [
      { as: 'alert', text: 'User not authenticated. Please log in.' },
      { as: 'path', text: '/' },
      { as: 'link', text: 'Login / Register' },
    ],
    lacks: [
      { as: 'alert', text: 'User not found. Please log in.' },
      { as: 'alert', text: 'Failed to save favorite book.' },
    ],
    note: 'the heart is rolled back; pressed again after the next login, it is saved',
    handlers(db) {
      let ended = false
      return [
        answering(addFavoriteBook, () => {
          if (!ended) db.sessions = []
          ended = true
          return undefined
        }),
      ]
    },
    prepare: pickInterests,
    failsRequests: true,
  },
  cookieLost: {
    title: 'The browser has lost its session cookie, the session goes on',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [{ as: 'link', text: 'Dracula' }],
    lacks: [{ as: 'alert', text: 'User not authenticated. Please log in.' }],
    note: 'the cookie is renewed without a word',
    prepare(db, reader) {
      keepThree(db, reader)
      db.browserCookie = null
    },
    failsRequests: true,
  },
  cookieOfAnother: {
    title: 'The browser holds the session cookie of another reader',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [{ as: 'link', text: 'Dracula' }],
    lacks: [
      { as: 'link', text: 'The Time Machine' },
      { as: 'alert', text: 'Failed to load favorite books.' },
    ],
    note: "Ada sees her own favorites, never Grace's",
    prepare(db, reader) {
      keepThree(db, reader)
      db.signIn(db.addUser({ id: 'reader-2', name: 'Grace', favorites: ['the-time-machine'] }))
    },
    failsRequests: true,
  },
  favoritesOfAnother: {
    title: 'The browser holds the favorites of another reader',
    screen: 'Every page',
    path: '/book/frankenstein-or-the-modern-prometheus',
    session: 'signedIn',
    shows: [{ as: 'button', text: 'Add to favorites' }],
    lacks: [{ as: 'button', text: 'Remove from favorites' }],
    note: "the server's list wins",
    storage: { favorites: LEFTOVER },
    prepare: keepThree,
  },
  favoritesOfNobody: {
    title: 'The browser holds favorites, and nobody is signed in',
    screen: 'Every page',
    path: '/book/frankenstein-or-the-modern-prometheus',
    session: 'signedOut',
    shows: [{ as: 'button', text: 'Add to favorites' }],
    lacks: [{ as: 'button', text: 'Remove from favorites' }],
    storage: { favorites: LEFTOVER },
  },

  // The server and the network
  serverDown: {
    title: 'The server cannot be reached',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [{ as: 'alert', text: 'Failed to fetch user preferences.' }, ...NAVBAR_LOGS],
    note: EVERY_SCREEN,
    handlers: everyCall(() => HttpResponse.error()),
    failsRequests: true,
  },
  offline: {
    title: 'The browser has no network',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [{ as: 'alert', text: 'Failed to load favorite books.' }, ...NAVBAR_LOGS],
    note: `${EVERY_SCREEN}; the built product has a service worker, which keeps favorites readable`,
    network: 'offline',
    prepare: keepThree,
    failsRequests: true,
  },
  offlineHeart: {
    title: 'The network is lost before a favorite is removed',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    steps: [{ do: 'press', button: 'Remove from favorites' }],
    shows: [
      { as: 'alert', text: 'Failed to update favorite books.' },
      { as: 'link', text: 'Dracula' },
    ],
    lacks: [{ as: 'button', text: 'Add to favorites' }],
    note: 'the heart is red again: without network a toggle fails like any other',
    handlers: () => [answering(removeFavoriteBook, () => HttpResponse.error())],
    prepare: keepThree,
    failsRequests: true,
  },
  html500: {
    title: 'A proxy answers with an error page',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [{ as: 'alert', text: 'Failed to fetch user preferences.' }, ...NAVBAR_LOGS],
    note: EVERY_SCREEN,
    handlers: everyCall(() => HttpResponse.html('<h1>502 Bad Gateway</h1>', { status: 500 })),
    failsRequests: true,
  },
  html200: {
    title: 'A proxy answers every call with a page, as if all were well',
    screen: 'Every page',
    path: '/book/dracula',
    session: 'signedIn',
    shows: [{ as: 'alert', text: 'Error loading the book details.' }, ...NAVBAR_LOGS],
    note: EVERY_SCREEN,
    handlers: everyCall(() => HttpResponse.html('<!doctype html><title>Sign in</title>')),
  },
  malformedJson: {
    title: 'Every answer is broken JSON',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [{ as: 'alert', text: 'Failed to load favorite books.' }, ...NAVBAR_LOGS],
    note: EVERY_SCREEN,
    handlers: everyCall(
      () =>
        new HttpResponse('[{"id": "dracula", "volumeInfo": {"title": "Dra', {
          headers: { 'Content-Type': 'application/json' },
        }),
    ),
  },
  emptyBodies: {
    title: 'Every answer is empty',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'alert', text: 'Failed to load favorite books.' },
      { as: 'log', text: 'Profile preferences fetch failed' },
    ],
    note: EVERY_SCREEN,
    handlers: everyCall(() => new HttpResponse(null, { status: 200 })),
  },
  wrongShapes: {
    title: 'Every answer is valid JSON of another kind',
    screen: 'Every page',
    path: '/categories',
    session: 'signedIn',
    shows: [
      { as: 'alert', text: 'User preferences not found or invalid.' },
      { as: 'log', text: 'Profile preferences fetch failed' },
    ],
    note: EVERY_SCREEN,
    handlers: everyCall(() => HttpResponse.json({ status: 'ok', result: [1, [2], { three: 3 }] })),
  },
  rateLimited: {
    title: 'Every call is one too many',
    screen: 'Every page',
    session: 'signedIn',
    steps: [{ do: 'search', text: 'emma' }],
    shows: [
      {
        as: 'alert',
        text: 'Error fetching data: Too many requests. Please try again in 1 second.',
      },
      ...NAVBAR_LOGS,
    ],
    note: '429 with Retry-After',
    handlers: everyCall(() =>
      problemResponse(
        new Problem(429, 'rate_limited', 'Too many requests. Please try again in 1 second.'),
      ),
    ),
    failsRequests: true,
  },
  serverBusy: {
    title: 'The server is too busy to answer',
    screen: 'Every page',
    path: '/login',
    session: 'signedOut',
    steps: [
      { do: 'fill', field: 'Email', text: READER.email },
      { do: 'fill', field: 'Password', text: READER.password },
      { do: 'press', button: 'Login' },
    ],
    shows: [
      { as: 'alert', text: 'Error: The server is busy. Please try again in a moment.' },
      { as: 'path', text: '/login' },
    ],
    note: '503 with Retry-After',
    handlers: everyCall(() =>
      problemResponse(
        new Problem(503, 'busy', 'The server is busy. Please try again in a moment.'),
      ),
    ),
    failsRequests: true,
  },
  everythingSlow: {
    title: 'Every answer takes four seconds',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [{ as: 'status', text: 'Loading...' }],
    note: 'beside skeletons; the books after eight seconds',
    handlers: everyCall(async () => {
      await delay(SLOW_MS)
      return undefined
    }),
    prepare: keepThree,
  },

  // What is in the books
  longTitles: {
    title: 'Very long titles, words and lists of authors',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [
      { as: 'link', text: LONG_TITLE },
      { as: 'link', text: LONG_WORD },
      { as: 'link', text: 'A Festschrift' },
    ],
    note: `nothing runs out of its place or over another; ${EVERY_ODD_PLACE}`,
    prepare: shelve(LONG_BOOKS),
  },
  longTitleOnPage: {
    title: 'A very long title on the page of its book',
    screen: 'Every page',
    path: '/book/long-title',
    session: 'signedIn',
    shows: [{ as: 'heading', text: LONG_TITLE }],
    note: 'the page is no wider than the window',
    prepare: shelve(LONG_BOOKS),
  },
  longWordOnPage: {
    title: 'A title of one very long word on the page of its book',
    screen: 'Every page',
    path: '/book/long-word',
    session: 'signedIn',
    shows: [{ as: 'heading', text: LONG_WORD }],
    note: 'the word breaks; the page is no wider than the window',
    prepare: shelve(LONG_BOOKS),
  },
  rightToLeftTitles: {
    title: 'Titles in Arabic, Hebrew and Persian, and in several directions',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [
      { as: 'link', text: 'ألف ليلة وليلة' },
      { as: 'link', text: 'סיפור על אהבה וחושך' },
      { as: 'link', text: 'כתר (Crown), volume 2: الجزء 3' },
    ],
    note: `each title runs in its own direction and turns nothing beside it; ${EVERY_ODD_PLACE}`,
    prepare: shelve(RIGHT_TO_LEFT_BOOKS),
  },
  rightToLeftOnPage: {
    title: 'A book in several directions on its page',
    screen: 'Every page',
    path: '/book/mixed-directions',
    session: 'signedIn',
    shows: [
      { as: 'heading', text: 'כתר (Crown), volume 2: الجزء 3' },
      { as: 'button', text: 'Leila Aboulela' },
      { as: 'button', text: 'ליאה גולדברג' },
    ],
    prepare: shelve(RIGHT_TO_LEFT_BOOKS),
  },
  manyScripts: {
    title: 'Titles in Chinese, Thai, Hindi, emoji and stacked marks',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [
      { as: 'link', text: '紅樓夢' },
      { as: 'link', text: 'สี่แผ่นดิน' },
      { as: 'link', text: 'गोदान' },
    ],
    note: `marks stay within their card, no character is cut in half; ${EVERY_ODD_PLACE}`,
    prepare: shelve(SCRIPT_BOOKS),
  },
  markupTitles: {
    title: 'Titles that look like markup, templates and queries',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [
      { as: 'link', text: '<script>alert("title")</script>' },
      { as: 'link', text: '"><img src=x onerror=alert(1)>' },
      { as: 'link', text: 'Tom &amp; Jerry < Bed & Board > &lt;b&gt;' },
      { as: 'link', text: "Robert'); DROP TABLE Books;--" },
    ],
    note: `to the letter, and nothing of it runs; ${EVERY_ODD_PLACE}`,
    prepare: shelve(MARKUP_BOOKS),
  },

  // Covers
  coversNone: {
    title: 'No book has a cover',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [{ as: 'heading', text: 'Best Mystery Books' }],
    note: 'placeholder covers with title and author in type; elsewhere the default image',
    prepare(db, reader) {
      keepThree(db, reader)
      db.books = db.books.map((book) => {
        const { imageLinks: _, ...volumeInfo } = book.volumeInfo
        return { ...book, volumeInfo }
      })
    },
  },
  coversMissing: {
    title: 'Every cover is missing on the server',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [{ as: 'heading', text: 'Best Mystery Books' }],
    note: 'placeholder covers with title and author in type; elsewhere the default image',
    handlers: everyCover(() => new HttpResponse(null, { status: 404 })),
    prepare: keepThree,
    failsRequests: true,
  },
  coversTiny: {
    title: 'Every cover is a picture of one pixel',
    screen: 'Every page',
    path: '/recommendations',
    session: 'signedIn',
    shows: [{ as: 'heading', text: 'Best Mystery Books' }],
    note: 'placeholder covers with title and author in type; elsewhere the default image',
    handlers: everyCover(
      () =>
        new HttpResponse(
          Uint8Array.from(atob(TINY_GIF), (character) => character.charCodeAt(0)),
          { headers: { 'Content-Type': 'image/gif' } },
        ),
    ),
    prepare: keepThree,
  },
  coversNeverLoad: {
    title: 'No cover ever loads',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'link', text: 'Dracula' },
      { as: 'button', text: 'Remove from favorites' },
    ],
    note: 'the covers hold their place empty; title and heart work',
    handlers: everyCover(async () => {
      await delay('infinite')
      return HttpResponse.error()
    }),
    prepare: keepThree,
  },

  // What the browser keeps (decisions 16 and 17)
  storageBareId: {
    title: 'The browser keeps the user as a bare id',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'link', text: 'Dracula' },
      { as: 'text', text: 'Hello, Ada' },
    ],
    storage: { user: READER.id },
    prepare: keepThree,
  },
  storageQuotedId: {
    title: 'The browser keeps the user as an id in JSON, without a name',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'link', text: 'Dracula' },
      { as: 'text', text: 'Hello, Ada' },
    ],
    note: 'the name comes with the profile',
    storage: { user: JSON.stringify(READER.id), username: null },
    prepare: keepThree,
  },
  storageUserBroken: {
    title: 'The browser keeps half a user',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'alert', text: 'User not found. Please log in.' },
      { as: 'path', text: '/' },
    ],
    note: 'nobody is signed in, and the next login works',
    storage: { user: '{"id":"reader-1","na' },
  },
  storageUserWithoutId: {
    title: 'The browser keeps a user without an id',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'alert', text: 'User not found. Please log in.' },
      { as: 'path', text: '/' },
    ],
    note: 'nobody is signed in, and the next login works',
    storage: { user: '{"name":"Ada"}' },
  },
  storageTokenMissing: {
    title: 'The browser keeps a user, but no token',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'alert', text: 'User not found. Please log in.' },
      { as: 'path', text: '/' },
    ],
    note: 'nobody is signed in, and the next login works',
    storage: { token: null },
  },
  storageFlagWrong: {
    title: 'The browser keeps a session whose flag is not the text true',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'alert', text: 'User not found. Please log in.' },
      { as: 'path', text: '/' },
    ],
    note: 'nobody is signed in, and the next login works',
    storage: { isLoggedIn: '1' },
  },
  storageFavoritesNoList: {
    title: 'The browser keeps favorites that are no list',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'link', text: 'Dracula' },
      { as: 'button', text: 'Remove from favorites' },
    ],
    note: "the session stays, and the server's list replaces what was stored",
    storage: { favorites: '{"dracula":true}' },
    prepare: keepThree,
  },
  storageFavoritesBroken: {
    title: 'The browser keeps half a list of favorites',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [
      { as: 'link', text: 'Dracula' },
      { as: 'button', text: 'Remove from favorites' },
    ],
    note: "the session stays, and the server's list replaces what was stored",
    storage: { favorites: '[{"id":"dracula","tit' },
    prepare: keepThree,
  },
  storageFavoritesMixed: {
    title: 'The browser keeps favorites of which some are no books, and the server is down',
    screen: 'Every page',
    path: '/favorites',
    session: 'signedIn',
    shows: [{ as: 'alert', text: 'Failed to load favorite books.' }, ...NAVBAR_LOGS],
    note: 'the entry that is a book stays in the storage',
    storage: { favorites: '[null, 5, {"title":"No Id"}, {"id":"dracula","title":"Dracula"}]' },
    handlers: everyCall(() => HttpResponse.error()),
    failsRequests: true,
  },
} as const satisfies Record<string, Scenario>
