import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Category } from '../../contract/categories.ts'
import { searchBooks } from '../../contract/books.ts'
import { addFavoriteBook, getFavoriteBooks, removeFavoriteBook } from '../../contract/favorites.ts'
import { getPreferences, savePreferences } from '../../contract/preferences.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { stubForms } from '../test/nodeForms.ts'
import { openReader, openStore } from '../test/readerStore.ts'
import { booksApi } from './booksApi.ts'
import { errorStatus } from './errorMessage.ts'

const { endpoints } = booksApi
const once = { subscribe: false } as const
const again = { subscribe: false, forceRefetch: true } as const
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const ADA = { email: 'ada@example.org', password: 'correct horse' }
const GRACE = { ...ADA, name: 'Grace', email: 'g@example.org', confirmPassword: ADA.password }
const U = { userId: 'u-ada' }
const B = { ...U, bookId: 'b-1' }
const BOOK = { bookId: 'b-1' }
const BOOKS = { bookIds: ['b-1'] }
const INTERESTS = { preferences: ['Poetry', 'Food & Cooking'] } satisfies {
  preferences: Category[]
}
const AUTHOR = { author: 'Jane Austen' }
const PASSWORD = { password: ADA.password }

/** Every request of docs/product.md 7: what is sent, whether the bearer goes with it, the action, and the body. */
const e = endpoints
const ROWS = [
  ['POST /api/user/login', '', e.login.initiate(ADA), ADA],
  ['POST /api/user/register', '', e.register.initiate(GRACE), GRACE],
  ['PUT /api/user/u-ada', 'bearer', e.savePreferences.initiate({ ...U, ...INTERESTS }), INTERESTS],
  ['GET /api/user/u-ada/preferences', 'bearer', e.getPreferences.initiate('u-ada', once)],
  ['GET /api/users/u-ada/preferences', 'bearer', e.getNavbarPreferences.initiate('u-ada', once)],
  [
    'GET /api/recommendedBooks?preference=Food%20%26%20Cooking&startIndex=7',
    '',
    e.getRecommendedBooks.initiate('Food & Cooking', once),
  ],
  ['GET /api/user/u-ada/favoriteAuthors', 'bearer', e.getFavoriteAuthors.initiate('u-ada', once)],
  [
    'PUT /api/user/u-ada/favoriteAuthors',
    'bearer',
    e.saveFavoriteAuthor.initiate({ ...U, ...AUTHOR }),
    AUTHOR,
  ],
  [
    'POST /api/user/u-ada/favoriteBook',
    'bearer',
    e.addFavoriteFromRecommendations.initiate(B),
    BOOK,
  ],
  ['POST /api/users/u-ada/favoriteBook', 'bearer', e.addFavoriteFromDetail.initiate(B), BOOK],
  ['POST /api/user/u-ada/favoriteBook', '', e.addFavoriteFromFavorites.initiate(B), BOOK],
  ['GET /api/user/u-ada/favoriteBooks', '', e.getFavoriteBooks.initiate('u-ada', once)],
  ['DELETE /api/user/u-ada/favoriteBook/b-1', '', e.removeFavorite.initiate(B)],
  ['GET /api/user/u-ada/marks', 'bearer', e.getMarks.initiate('u-ada', once)],
  [
    'GET /api/user/u-ada/marks/notForMe',
    'bearer',
    e.getMarkedBooks.initiate({ ...U, mark: 'notForMe' }, once),
  ],
  [
    'PUT /api/user/u-ada/mark/b-1',
    'bearer',
    e.setMark.initiate({ ...B, mark: 'read', endsHeart: false }),
    { mark: 'read' },
  ],
  [
    'PUT /api/user/u-ada/marks/wantToRead/b-1/place',
    'bearer',
    e.moveWanted.initiate({ ...B, after: null }),
    { after: null },
  ],
  ['DELETE /api/user/u-ada/mark/b-1', 'bearer', e.removeMark.initiate(B)],
  [
    'DELETE /api/user/u-ada/books/favorites',
    'bearer',
    e.removeBooks.initiate({ ...U, ...BOOKS, list: 'favorites' }),
    BOOKS,
  ],
  [
    'PUT /api/user/u-ada/books/read',
    'bearer',
    e.restoreBooks.initiate({ ...U, ...BOOKS, list: 'read' }),
    BOOKS,
  ],
  ['GET /api/book/detail/b-1', '', e.getBook.initiate('b-1', once)],
  ['GET /api/book/b-1/series', '', e.getSeries.initiate('b-1', once)],
  [
    'GET /api/books/search?query=war%20%26%20peace%20%2B%20more%3F',
    '',
    e.searchBooks.initiate('war & peace + more?', once),
  ],
  ['GET /api/profile', 'bearer', e.getProfile.initiate(undefined, once)],
  ['GET /api/user/u-ada/sessions', 'bearer', e.getSessions.initiate('u-ada', once)],
  [
    'DELETE /api/user/u-ada/sessions/s-1',
    'bearer',
    e.endSession.initiate({ ...U, sessionId: 's-1' }),
  ],
  ['DELETE /api/user/u-ada/sessions', 'bearer', e.endOtherSessions.initiate('u-ada')],
  [
    'GET /api/user/u-ada/export?format=csv',
    'bearer',
    e.exportAccount.initiate({ ...U, format: 'csv' }),
  ],
  ['DELETE /api/user/u-ada', 'bearer', e.deleteAccount.initiate({ ...U, ...PASSWORD }), PASSWORD],
] as const

test.each(ROWS)('%s', async (expected, credential, action, body?: object) => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.65)
  onTestFinished(() => random.mockRestore())
  backend.addBook({ id: 'b-1' })
  backend.addUser(ADA)
  const marks = { wantToRead: ['b-1'], read: [], notForMe: [] }
  const { store, reader } = await openReader({ id: 'u-ada', ...PASSWORD, marks })
  // Each kind of action has a result of its own; only its error counts here.
  const { error }: { error?: unknown } =
    await store.dispatch<PromiseLike<{ error?: unknown }>>(action)
  expect(error).toBeUndefined()
  const [sent] = sentRequests()
  expect(`${sent?.method} ${sent?.path}`).toBe(expected)
  expect(await sent?.text()).toBe(body === undefined ? '' : JSON.stringify(body))
  expect(sent?.authorization).toBe(credential === 'bearer' ? `Bearer ${reader.token}` : null)
})

test('POST /api/profile/upload sends the file in the field profileImage, with the bearer', async () => {
  onTestFinished(await stubForms())
  const { store, reader } = await openReader()
  const { data } = await store.dispatch(
    endpoints.uploadProfileImage.initiate(new File([PNG], 'me.png', { type: 'image/png' })),
  )
  expect(sentRequests('POST', '/api/profile/upload')[0]?.authorization).toBe(
    `Bearer ${reader.token}`,
  )
  // The fake backend accepts one file in the field profileImage, and nothing else.
  const stored = await fetch(new URL(data ?? '', window.location.href))
  expect(new Uint8Array(await stored.arrayBuffer())).toEqual(PNG)
})

test('POST /api/user/logout carries the token it is given, and outlives the page', async () => {
  const store = await openStore()
  await store.dispatch(endpoints.logOut.initiate({ token: 'of-before' }))
  await store.dispatch(endpoints.logOut.initiate({ token: null }))
  expect(
    sentRequests('POST', '/api/user/logout').map(({ authorization }) => authorization),
  ).toEqual(['Bearer of-before', null])
  const inputs = vi.mocked(globalThis.fetch).mock.calls.map(([input]) => input)
  expect(inputs.map((input) => input instanceof Request && input.keepalive)).toEqual([true, true])
})

test('ids are encoded in a path', async () => {
  const store = await openStore()
  await store.dispatch(endpoints.getBook.initiate('a b/c?d#e', once))
  await store.dispatch(endpoints.getPreferences.initiate('x/../y', once))
  await store.dispatch(endpoints.removeFavorite.initiate({ userId: 'x/y', bookId: 'a/b' }))
  expect(sentRequests().map(({ path }) => path)).toEqual([
    '/api/book/detail/a%20b%2Fc%3Fd%23e',
    '/api/user/x%2F..%2Fy/preferences',
    '/api/user/x%2Fy/favoriteBook/a%2Fb',
  ])
})

describe('responses', () => {
  test('of the favorites: a 404 is an empty list, whatever its body; any other failure is one', async () => {
    const { store, reader } = await openReader()
    const list = () => store.dispatch(endpoints.getFavoriteBooks.initiate(reader.id, again))
    backend.respondsHtml(getFavoriteBooks, 404)
    expect(await list()).toMatchObject({ data: [], isSuccess: true })
    backend.responds(getFavoriteBooks, [{ id: 'b', title: 'A ghost' }], 404)
    expect(await list()).toMatchObject({ data: [], isSuccess: true })
    backend.fails(getFavoriteBooks)
    expect(errorStatus((await list()).error)).toBe(500)
    backend.respondsHtml(getFavoriteBooks, 200)
    expect((await list()).error).toMatchObject({ status: 'PARSING_ERROR', originalStatus: 200 })
  })

  test('of another shape are failed requests, not exceptions', async () => {
    const { store, reader } = await openReader()
    backend.responds(getPreferences, { preferences: 'all' })
    const { error } = await store.dispatch(endpoints.getPreferences.initiate(reader.id, once))
    expect(error).toEqual({ status: 'CUSTOM_ERROR', error: 'The response has no preferences.' })
  })

  test('of a search that are no list are empty', async () => {
    const store = await openStore()
    backend.responds(searchBooks, [{ id: 'd' }])
    expect(await store.dispatch(endpoints.searchBooks.initiate('emma', once))).toMatchObject({
      data: { data: [] },
      isSuccess: true,
    })
  })

  test('of a write may be empty or no JSON', async () => {
    const { store } = await openReader({ id: 'u-ada' })
    for (const operation of [addFavoriteBook, removeFavoriteBook, savePreferences])
      backend.respondsHtml(operation, 200)
    const results = [
      await store.dispatch(endpoints.addFavoriteFromRecommendations.initiate(B)),
      await store.dispatch(endpoints.removeFavorite.initiate(B)),
      await store.dispatch(endpoints.savePreferences.initiate({ ...U, preferences: ['Poetry'] })),
    ]
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
  })
})

/** How many requests were sent so far for the favorites, favorite authors, preferences and profile. */
async function counts(): Promise<number[]> {
  await quiet()
  const paths = [/favoriteBooks$/, /favoriteAuthors$/, /preferences$/, /profile$/]
  return paths.map((path) => sentRequests('GET', path).length)
}

describe('tags', () => {
  test('a write refetches what it changed but the lists, which follow in the cache; a failed one these, too', async () => {
    const { store, reader } = await openReader({ id: 'u-ada' })
    backend.addBook({ id: 'b-1' })
    await store.dispatch(endpoints.getFavoriteBooks.initiate(reader.id))
    await store.dispatch(endpoints.getFavoriteAuthors.initiate(reader.id))
    await store.dispatch(endpoints.getPreferences.initiate(reader.id))
    await store.dispatch(endpoints.getProfile.initiate())
    expect(await counts()).toEqual([1, 1, 1, 1])
    await store.dispatch(endpoints.addFavoriteFromDetail.initiate(B))
    expect(await counts()).toEqual([1, 2, 1, 1])
    await store.dispatch(endpoints.removeFavorite.initiate(B))
    expect(await counts()).toEqual([1, 3, 1, 1])
    await store.dispatch(endpoints.saveFavoriteAuthor.initiate({ ...U, author: 'Sappho' }))
    expect(await counts()).toEqual([1, 4, 1, 1])
    await store.dispatch(endpoints.savePreferences.initiate({ ...U, preferences: ['Poetry'] }))
    expect(await counts()).toEqual([1, 4, 2, 1])
    // The server may have done what it failed to confirm.
    backend.fails(removeFavoriteBook)
    backend.fails(savePreferences)
    await store.dispatch(endpoints.removeFavorite.initiate(B))
    await store.dispatch(endpoints.savePreferences.initiate({ ...U, preferences: ['Travel'] }))
    expect(await counts()).toEqual([2, 5, 2, 1])
  })

  test('what a list shows stays cached: a second look requests nothing', async () => {
    const store = await openStore()
    const first = await store.dispatch(endpoints.getRecommendedBooks.initiate('Poetry', once))
    const second = await store.dispatch(endpoints.getRecommendedBooks.initiate('Poetry', once))
    expect(second.data).toBe(first.data)
    expect(sentRequests()).toHaveLength(1)
  })
})
