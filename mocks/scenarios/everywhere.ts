import { HttpResponse } from 'msw'
import { getFavoriteBooks } from '../../contract/favorites.ts'
import { LONG_BOOKS, LONG_TITLE, LONG_WORD, RIGHT_TO_LEFT_BOOKS, shelve } from '../oddBooks.ts'
import { Problem, problemResponse } from '../problem.ts'
import { READER } from '../builders.ts'
import type { Scenario } from '../scenario.ts'
import {
  every,
  press,
  RED_HEART,
  responding,
  scenariosOf,
  search,
  withFavorites,
} from '../scenarioForm.ts'

const { asReader, asVisitor } = scenariosOf('Every page', { path: '/favorites' })
const atRecommendations = scenariosOf('Every page', { path: '/recommendations' })
const broken = scenariosOf('Every page', {
  note: 'every screen has its own message, and nothing crashes',
})
const withOddBooks = scenariosOf('Every page', {
  path: '/recommendations',
  note: 'also with a heart at /favorites, on the page of each, and in search results',
})

/** What the console says where nothing of the navbar can be fetched (docs/product.md 8). */
const NAVBAR_LOGS = ['Profile fetch failed', 'Profile preferences fetch failed']

const OFFLINE = 'You are offline. Favorites and books you opened are here.'
const NOT_HERE = 'This is not on your device. It comes by itself when you are online again.'
const FAVORITES_FAILED = 'Failed to load favorite books.'
const TOO_MANY = 'Too many requests. Please try again in 1 second.'
const NOT_AUTHENTICATED = 'User not authenticated. Please log in.'
const NOT_FOUND = 'User not found. Please log in.'

/** What concerns every page: all is well, the session ends, the server or the network is gone. */
export const everywhereScenarios = {
  happyPath: {
    title: 'All is well',
    screen: 'Landing',
    shows: [{ as: 'button', text: 'Explore Now' }],
    note: 'everything works, and what a visitor may not do is said',
  },
  rateLimited: broken.asReader('Every call is one too many (429)', {
    shows: { log: NAVBAR_LOGS },
    steps: [search('emma')],
    then: { alert: `Error fetching data: ${TOO_MANY}` },
    responses: [every('/api', () => problemResponse(new Problem(429, 'rate_limited', TOO_MANY)))],
  }),
  notFound: asVisitor('A page that does not exist', {
    path: '/no/such/page',
    shows: { heading: 'You have found the last world', link: 'Go back to Home' },
  }),

  // Sessions
  sessionExpired: atRecommendations.asReader('The session has ended on the server', {
    shows: { alert: NOT_AUTHENTICATED, link: 'Login / Register', path: '/' },
    lacks: { alert: NOT_FOUND },
    prepare: (db) => void (db.sessions = []),
    failsRequests: true,
  }),

  // The server and the network
  serverDown: broken.asReader('The server cannot be reached', {
    path: '/recommendations',
    shows: { alert: 'Failed to fetch user preferences.', log: NAVBAR_LOGS },
    responses: [every('/api', () => HttpResponse.error())],
  }),
  offline: broken.asReader('The browser has no network', {
    path: '/favorites',
    shows: { status: NOT_HERE, text: OFFLINE },
    lacks: { alert: FAVORITES_FAILED },
    note: 'the built product has a service worker, which keeps favorites readable',
    network: 'offline',
    prepare: withFavorites,
    failsRequests: true,
  }),
  offlineHeart: asReader('A heart without network', {
    shows: { link: 'Dracula', text: OFFLINE },
    steps: [press(RED_HEART)],
    then: { alert: 'You are offline. This was not saved.', button: RED_HEART },
    lacks: { alert: 'Failed to update favorite books.' },
    note: 'the list is what the device has kept; the page of each book has its record, too',
    network: 'offline',
    prepare: withFavorites,
    responses: [
      responding(getFavoriteBooks, (db) =>
        HttpResponse.json(['dracula', 'emma', '1984'].map((id) => db.book(id) ?? { id })),
      ),
    ],
    failsRequests: true,
  }),

  // What is in the books
  longTitles: withOddBooks.asReader('Very long titles, words and lists of authors', {
    shows: { link: [LONG_TITLE, LONG_WORD, 'A Festschrift'] },
    prepare: shelve(LONG_BOOKS),
  }),
  rightToLeftTitles: withOddBooks.asReader('Titles in Arabic and Hebrew, and in both ways', {
    shows: { link: ['ألف ليلة وليلة', 'סיפור על אהבה וחושך', 'כתר (Crown), volume 2: الجزء 3'] },
    note: 'each title runs in its own direction and turns nothing beside it',
    prepare: shelve(RIGHT_TO_LEFT_BOOKS),
  }),

  // Covers
  coversMissing: atRecommendations.asReader('Every cover is missing on the server', {
    shows: { heading: 'Best Mystery Books' },
    note: 'placeholder covers with title and author in type; elsewhere the default image',
    prepare: withFavorites,
    responses: [every('/covers', () => new HttpResponse(null, { status: 404 }))],
  }),

  // What the browser stores
  storageBareId: asReader('The browser keeps the user as a bare id', {
    shows: { link: 'Dracula', text: 'Hello, Ada', button: RED_HEART },
    storage: { user: READER.id },
    prepare: withFavorites,
  }),
} satisfies Record<string, Scenario>
