import { File as NodeFile } from 'node:buffer'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { getBook, searchBooks } from '../../contract/books.ts'
import { addFavoriteBook, getFavoriteBooks, removeFavoriteBook } from '../../contract/favorites.ts'
import { getPreferences, savePreferences } from '../../contract/preferences.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { openReader, openStore } from '../test/readerStore.ts'
import { booksApi } from './booksApi.ts'
import { errorStatus } from './errorMessage.ts'

const { endpoints } = booksApi
const once = { subscribe: false } as const
const again = { subscribe: false, forceRefetch: true } as const
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const GRACE = {
  name: 'Grace',
  email: 'grace@example.org',
  password: 'correct horse',
  confirmPassword: 'correct horse',
}
const ADA = { email: 'ada@example.org', password: 'correct horse' }
const U = { userId: 'u-ada' }
const FAVORITE = { ...U, bookId: 'b-1' }

/** Every request of docs/product.md 7: the action, what is sent, whether the bearer goes with it. */
const ROWS = [
  ['POST /api/user/login', endpoints.login.initiate(ADA), ADA, ''],
  ['POST /api/user/register', endpoints.register.initiate(GRACE), GRACE, ''],
  [
    'PUT /api/user/u-ada',
    endpoints.savePreferences.initiate({ ...U, preferences: ['Poetry', 'Food & Cooking'] }),
    { preferences: ['Poetry', 'Food & Cooking'] },
    'bearer',
  ],
  [
    'GET /api/user/u-ada/preferences',
    endpoints.getPreferences.initiate('u-ada', once),
    null,
    'bearer',
  ],
  [
    'GET /api/users/u-ada/preferences',
    endpoints.getNavbarPreferences.initiate('u-ada', once),
    null,
    'bearer',
  ],
  [
    'GET /api/recommendedBooks?preference=Food%20%26%20Cooking&startIndex=7',
    endpoints.getRecommendedBooks.initiate('Food & Cooking', once),
    null,
    '',
  ],
  [
    'GET /api/user/u-ada/favoriteAuthors',
    endpoints.getFavoriteAuthors.initiate('u-ada', once),
    null,
    'bearer',
  ],
  [
    'PUT /api/user/u-ada/favoriteAuthors',
    endpoints.saveFavoriteAuthor.initiate({ ...U, author: 'Jane Austen' }),
    { author: 'Jane Austen' },
    'bearer',
  ],
  [
    'POST /api/user/u-ada/favoriteBook',
    endpoints.addFavoriteFromRecommendations.initiate(FAVORITE),
    { bookId: 'b-1' },
    'bearer',
  ],
  [
    'POST /api/users/u-ada/favoriteBook',
    endpoints.addFavoriteFromDetail.initiate(FAVORITE),
    { bookId: 'b-1' },
    'bearer',
  ],
  [
    'POST /api/user/u-ada/favoriteBook',
    endpoints.addFavoriteFromFavorites.initiate(FAVORITE),
    { bookId: 'b-1' },
    '',
  ],
  [
    'GET /api/user/u-ada/favoriteBooks',
    endpoints.getFavoriteBooks.initiate('u-ada', once),
    null,
    '',
  ],
  [
    'DELETE /api/user/u-ada/favoriteBook/b-1',
    endpoints.removeFavorite.initiate(FAVORITE),
    null,
    '',
  ],
  ['GET /api/user/u-ada/marks', endpoints.getMarks.initiate('u-ada', once), null, 'bearer'],
  [
    'GET /api/user/u-ada/marks/notForMe',
    endpoints.getMarkedBooks.initiate({ ...U, mark: 'notForMe' }, once),
    null,
    'bearer',
  ],
  [
    'PUT /api/user/u-ada/mark/b-1',
    endpoints.setMark.initiate({ ...FAVORITE, mark: 'read', endsHeart: false }),
    { mark: 'read' },
    'bearer',
  ],
  [
    'PUT /api/user/u-ada/marks/wantToRead/b-1/place',
    endpoints.moveWanted.initiate({ ...FAVORITE, after: null }),
    { after: null },
    'bearer',
  ],
  ['DELETE /api/user/u-ada/mark/b-1', endpoints.removeMark.initiate(FAVORITE), null, 'bearer'],
  [
    'DELETE /api/user/u-ada/books/favorites',
    endpoints.removeBooks.initiate({ ...U, list: 'favorites', bookIds: ['b-1'] }),
    { bookIds: ['b-1'] },
    'bearer',
  ],
  [
    'PUT /api/user/u-ada/books/read',
    endpoints.restoreBooks.initiate({ ...U, list: 'read', bookIds: ['b-1'] }),
    { bookIds: ['b-1'] },
    'bearer',
  ],
  ['GET /api/book/detail/b-1', endpoints.getBook.initiate('b-1', once), null, ''],
  ['GET /api/book/b-1/series', endpoints.getSeries.initiate('b-1', once), null, ''],
  [
    'GET /api/books/search?query=war%20%26%20peace%20%2B%20more%3F',
    endpoints.searchBooks.initiate('war & peace + more?', once),
    null,
    '',
  ],
  ['GET /api/profile', endpoints.getProfile.initiate(undefined, once), null, 'bearer'],
  ['GET /api/user/u-ada/sessions', endpoints.getSessions.initiate('u-ada', once), null, 'bearer'],
  [
    'DELETE /api/user/u-ada/sessions/s-1',
    endpoints.endSession.initiate({ ...U, sessionId: 's-1' }),
    null,
    'bearer',
  ],
  ['DELETE /api/user/u-ada/sessions', endpoints.endOtherSessions.initiate('u-ada'), null, 'bearer'],
  [
    'GET /api/user/u-ada/export?format=csv',
    endpoints.exportAccount.initiate({ ...U, format: 'csv' }),
    null,
    'bearer',
  ],
  [
    'DELETE /api/user/u-ada',
    endpoints.deleteAccount.initiate({ ...U, password: 'correct horse' }),
    { password: 'correct horse' },
    'bearer',
  ],
] as const

test.each(ROWS)('%s', async (expected, action, body, credential) => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.65)
  onTestFinished(() => random.mockRestore())
  backend.addBook({ id: 'b-1' })
  backend.addUser(ADA)
  const marks = { wantToRead: ['b-1'], read: [], notForMe: [] }
  const { store, reader } = await openReader({ id: 'u-ada', password: 'correct horse', marks })
  // Each kind of action has a result of its own; only its error counts here.
  const { error }: { error?: unknown } =
    await store.dispatch<PromiseLike<{ error?: unknown }>>(action)
  expect(error).toBeUndefined()
  const [sent] = sentRequests()
  expect(`${sent?.method} ${sent?.path}`).toBe(expected)
  const text = (await sent?.text()) ?? ''
  expect(text === '' ? null : JSON.parse(text)).toEqual(body)
  expect(sent?.authorization).toBe(credential === 'bearer' ? `Bearer ${reader.token}` : null)
})

test('POST /api/profile/upload sends the file in the field profileImage, with the bearer', async () => {
  // jsdom's files and forms lose their bytes on the way through Node's fetch; Node's own do not.
  const { File: JsdomFile, FormData: JsdomFormData } = globalThis
  const form = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('FormData', form.constructor)
  vi.stubGlobal('File', NodeFile)
  onTestFinished(() => {
    vi.stubGlobal('FormData', JsdomFormData)
    vi.stubGlobal('File', JsdomFile)
  })
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

  test('of a book: a 404 is an error, and so is a page of HTML', async () => {
    const store = await openStore()
    const book = () => store.dispatch(endpoints.getBook.initiate('nowhere', again))
    expect((await book()).error).toMatchObject({
      status: 404,
      data: { message: 'Book not found.' },
    })
    backend.respondsHtml(getBook, 200)
    expect((await book()).error).toMatchObject({ status: 'PARSING_ERROR' })
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
      await store.dispatch(endpoints.addFavoriteFromRecommendations.initiate(FAVORITE)),
      await store.dispatch(endpoints.removeFavorite.initiate(FAVORITE)),
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
    await store.dispatch(endpoints.addFavoriteFromDetail.initiate(FAVORITE))
    expect(await counts()).toEqual([1, 2, 1, 1])
    await store.dispatch(endpoints.removeFavorite.initiate(FAVORITE))
    expect(await counts()).toEqual([1, 3, 1, 1])
    await store.dispatch(endpoints.saveFavoriteAuthor.initiate({ ...U, author: 'Sappho' }))
    expect(await counts()).toEqual([1, 4, 1, 1])
    await store.dispatch(endpoints.savePreferences.initiate({ ...U, preferences: ['Poetry'] }))
    expect(await counts()).toEqual([1, 4, 2, 1])
    // The server may have done what it failed to confirm.
    backend.fails(removeFavoriteBook)
    backend.fails(savePreferences)
    await store.dispatch(endpoints.removeFavorite.initiate(FAVORITE))
    await store.dispatch(endpoints.savePreferences.initiate({ ...U, preferences: ['Travel'] }))
    expect(await counts()).toEqual([2, 5, 2, 1])
    await store.dispatch(endpoints.addFavoriteFromRecommendations.initiate(FAVORITE))
    expect(await counts()).toEqual([2, 6, 2, 1])
    await store.dispatch(endpoints.addFavoriteFromFavorites.initiate(FAVORITE))
    expect(await counts()).toEqual([2, 7, 2, 1])
  })

  test('what a list shows stays cached: a second look requests nothing', async () => {
    const store = await openStore()
    const first = await store.dispatch(endpoints.getRecommendedBooks.initiate('Poetry', once))
    const second = await store.dispatch(endpoints.getRecommendedBooks.initiate('Poetry', once))
    expect(second.data).toBe(first.data)
    expect(sentRequests()).toHaveLength(1)
  })
})
