import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getBook, getRecommendedBooks, searchBooks } from '../contract/books.ts'
import * as favorites from '../contract/favorites.ts'
import { removeBooks, restoreBooks } from '../contract/lists.ts'
import type { Operation } from '../contract/operation.ts'
import { OPERATIONS } from '../contract/operations.ts'
import * as preferences from '../contract/preferences.ts'
import { getProfile, uploadProfileImage } from '../contract/profile.ts'
import { login, register } from '../contract/session.ts'
import { isShown, perform } from '../mocks/act.ts'
import type { FakeUser } from '../mocks/builders.ts'
import type { Expectation, Step } from '../mocks/scenario.ts'
import { backend, quiet, sentRequests } from './test/backend.ts'
import { stubForms } from './test/nodeForms.ts'
import { closePage, renderApp, signIn } from './test/renderApp.tsx'

/**
 * Every request of docs/product.md 7.1, and the two of many books, fails in the whole app: the reader is told so in the
 * words of docs/product.md 8, which are written out here, stays signed in, loses no favorite, and what failed works
 * once it is tried again.
 */

vi.setConfig({ testTimeout: 90_000 })

const PASSWORD = 'correct horse'
const ADA = { id: 'ada', name: 'Ada', email: 'ada@example.org', password: PASSWORD }
const KEPT = ['kept-1', 'kept-2', 'kept-3']
const MORE = Array.from({ length: 10 }, (_, index) => `more-${index}`)

interface Row {
  operation: Operation
  path: string
  /** Opened by a visitor. */
  visitor?: true
  reader?: Partial<FakeUser>
  /** Done before anything goes wrong. */
  before?: readonly Step[]
  /** What sends the request, and sends it again; where there is nothing, opening the page does. */
  steps?: readonly Step[]
  /** What sends it again, where that is something else. */
  again?: readonly Step[]
  /** The message, or how the line begins that is logged alone. */
  message?: string
  logs?: string
  /** What is on the page when all went well. */
  works: Expectation
  /** Whether the server has it then. */
  saved?: (reader: FakeUser) => boolean
}

const press = (button: string): Step => ({ do: 'press', button })
const fill = (field: string, text: string): Step => ({ do: 'fill', field, text })
const TRY_AGAIN = [press('Try again')]
const ADD = [press('Add to favorites')]
const REMOVE = [press('Remove from favorites')]
const CHOOSE = [press('Select'), press('Choose all')]
const UPLOAD: Step[] = [{ do: 'upload', field: 'Photo to upload', file: 'picture' }]
const INTERNAL = 'Something went wrong on our side. Please try again.'
const NOT_UPDATED = 'Failed to update favorite books.'
const RED: Expectation = { as: 'button', text: 'Remove from favorites' }
const WHITE: Expectation = { as: 'button', text: 'Add to favorites' }
const link = (text: string): Expectation => ({ as: 'link', text })
const heading = (text: string): Expectation => ({ as: 'heading', text })
const path = (text: string): Expectation => ({ as: 'path', text })

const hasNew = (reader: FakeUser) => reader.favorites.includes('new')

const ROWS: Readonly<Record<string, Row>> = {
  'a login': {
    operation: login,
    path: '/login',
    visitor: true,
    steps: [fill('Email', ADA.email), fill('Password', PASSWORD), press('Login')],
    message: `Error: ${INTERNAL}`,
    works: path('/recommendations'),
  },
  'a registration': {
    operation: register,
    path: '/register',
    visitor: true,
    steps: [
      fill('Name', 'Grace'),
      fill('Email', 'new@example.org'),
      fill('Password', PASSWORD),
      fill('Confirm Password', PASSWORD),
      press('Register'),
    ],
    message: `Error: ${INTERNAL}`,
    works: path('/categories'),
  },
  interests: {
    operation: preferences.savePreferences,
    path: '/categories',
    before: [press('Fantasy')],
    steps: [press('Confirm')],
    message: 'An error occurred. Please try again.',
    works: path('/recommendations'),
    saved: (reader) => reader.preferences.join() === 'Fantasy,Poetry',
  },
  'the interests of the shelves': {
    operation: preferences.getPreferences,
    path: '/recommendations',
    again: TRY_AGAIN,
    message: 'Failed to fetch user preferences.',
    works: heading('Best Poetry Books'),
  },
  'the interests of the navbar': {
    operation: preferences.getNavbarPreferences,
    path: '/',
    logs: 'Profile preferences fetch failed',
    works: { as: 'button', text: 'Profile menu' },
  },
  'a shelf': {
    operation: getRecommendedBooks,
    path: '/recommendations',
    again: TRY_AGAIN,
    message: 'Error fetching books.',
    works: link('The New Book'),
  },
  'the favorite authors': {
    operation: favorites.getFavoriteAuthors,
    path: '/recommendations',
    reader: { favoriteAuthors: ['Sappho'] },
    again: TRY_AGAIN,
    message: 'Failed to fetch books by favorite authors.',
    works: heading('Books by Your Favorite Authors'),
  },
  'a favorite author': {
    operation: favorites.addFavoriteAuthor,
    path: '/recommendations',
    steps: ADD,
    again: [...REMOVE, ...ADD],
    message: 'Failed to save author.',
    works: RED,
    saved: (reader) => reader.favoriteAuthors.includes('Sappho'),
  },
  'a heart of a shelf': {
    operation: favorites.addFavoriteBook,
    path: '/recommendations',
    steps: ADD,
    message: 'Failed to save favorite book.',
    works: RED,
    saved: hasNew,
  },
  'the heart of a book': {
    operation: favorites.addFavoriteBookFromDetail,
    path: '/book/new',
    steps: ADD,
    message: 'Failed to save favorite book.',
    works: RED,
    saved: hasNew,
  },
  'a heart on the favorites page': {
    operation: favorites.addFavoriteBook,
    path: '/favorites',
    reader: { favorites: ['new', ...KEPT] },
    before: REMOVE,
    steps: ADD,
    message: NOT_UPDATED,
    works: RED,
    saved: hasNew,
  },
  'the favorites': {
    operation: favorites.getFavoriteBooks,
    path: '/favorites',
    again: TRY_AGAIN,
    message: 'Failed to load favorite books.',
    works: link('kept-1'),
  },
  'a heart that is taken back': {
    operation: favorites.removeFavoriteBook,
    path: '/favorites',
    reader: { favorites: ['new', ...KEPT] },
    steps: REMOVE,
    message: NOT_UPDATED,
    works: WHITE,
    saved: (reader) => !hasNew(reader),
  },
  'many that are removed': {
    operation: removeBooks,
    path: '/favorites?filter=more',
    reader: { favorites: [...KEPT, ...MORE] },
    steps: [...CHOOSE, press('Remove 10 books')],
    message: NOT_UPDATED,
    works: link('kept-1'),
    saved: (reader) => reader.favorites.join() === KEPT.join(),
  },
  'many that are given back': {
    operation: restoreBooks,
    path: '/favorites?filter=more',
    reader: { favorites: [...KEPT, ...MORE] },
    before: [...CHOOSE, press('Remove 10 books')],
    steps: [press('Undo')],
    message: NOT_UPDATED,
    works: link('more-0'),
    saved: (reader) => reader.favorites.length === 13,
  },
  'a book': {
    operation: getBook,
    path: '/book/new',
    again: TRY_AGAIN,
    message: 'Error loading the book details.',
    works: heading('The New Book'),
  },
  'a search': {
    operation: searchBooks,
    path: '/',
    steps: [{ do: 'search', text: 'new book' }],
    message: `Error fetching data: ${INTERNAL}`,
    works: { as: 'text', text: 'The New Book' },
  },
  'the profile': {
    operation: getProfile,
    path: '/',
    logs: 'Profile fetch failed',
    works: { as: 'text', text: 'Hello, Ada' },
  },
  'a photo': {
    operation: uploadProfileImage,
    path: '/',
    steps: UPLOAD,
    logs: 'Image upload failed',
    works: { as: 'button', text: 'Profile menu' },
    saved: ({ picture }) => picture !== null,
  },
}

test('the table has every request of docs/product.md 7.1', () => {
  const sent = new Set(Object.values(ROWS).map(({ operation }) => operation))
  const first = OPERATIONS.slice(0, OPERATIONS.indexOf(uploadProfileImage) + 1)
  expect(first.filter((operation) => !sent.has(operation))).toEqual([])
})

let logged: string[] = []
beforeEach(() => {
  logged = []
  const warn = vi.spyOn(console, 'warn')
  warn.mockImplementation((...words) => void logged.push(words.map(String).join(' ')))
  onTestFinished(() => warn.mockRestore())
})

const isThere = (expectation: Expectation) =>
  waitFor(() => expect([expectation, isShown(expectation, logged)]).toEqual([expectation, true]))

test.each(Object.entries(ROWS))('%s', async (_name, row) => {
  backend.clearBooks()
  const authors = ['Sappho']
  backend.addBook({
    id: 'new',
    volumeInfo: { title: 'The New Book', authors, categories: ['Poetry'] },
  })
  const account = { ...ADA, favorites: [...KEPT], preferences: ['Poetry' as const], ...row.reader }
  for (const id of account.favorites)
    if (id !== 'new') backend.addBook({ id, volumeInfo: { title: id } })
  if (row.visitor) backend.addUser(account)
  else signIn(account)
  const { steps = [], again = steps } = row
  if (steps === UPLOAD) onTestFinished(await stubForms())
  const isOpening = steps.length === 0
  if (isOpening) backend.fails(row.operation)
  let { user } = renderApp(row.path)
  const play = async (all: readonly Step[]): Promise<void> => {
    for (const step of all) {
      await waitFor(() => perform(step, user))
      // A heart that is pressed twice at once sends nothing.
      await quiet()
    }
  }
  if (!row.visitor) await screen.findByRole('button', { name: 'Profile menu' })
  await play(row.before ?? [])
  if (!isOpening) backend.fails(row.operation)
  await play(steps)
  if (row.message !== undefined) await isThere({ as: 'alert', text: row.message })
  if (row.logs !== undefined) await isThere({ as: 'log', text: row.logs })

  const url = new RegExp(`^${row.operation.url.replaceAll(/:\w+/g, '[^/]+')}(\\?|$)`)
  const sent = () => sentRequests(row.operation.method, url).length
  const before = sent()
  backend.recovers()
  if (again.length === 0) {
    closePage()
    ;({ user } = renderApp(row.path))
  }
  await play(again)
  await isThere(row.works)
  await waitFor(() => expect(sent()).toBeGreaterThan(before))
  await quiet()
  if (row.visitor) return
  await waitFor(() => expect(row.saved?.(backend.account(ADA.id)) ?? true).toBe(true))
  expect(localStorage.getItem('token')).not.toBeNull()
  expect(backend.account(ADA.id).favorites).toEqual(expect.arrayContaining(KEPT))
  for (const id of KEPT) expect(localStorage.getItem('favorites')).toContain(id)
})
