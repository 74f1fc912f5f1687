import { File as NodeFile } from 'node:buffer'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getBook as bookCall, searchBooks as searchCall } from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import {
  getFavoriteBooks as favoritesCall,
  addFavoriteBook as addCall,
  removeFavoriteBook as removeCall,
} from '../../contract/favorites.ts'
import {
  getPreferences as preferencesCall,
  savePreferences as saveCall,
} from '../../contract/preferences.ts'
import { uploadProfileImage as uploadCall } from '../../contract/profile.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { openReader, openStore } from '../test/readerStore.ts'
import { booksApi } from './booksApi.ts'
import { forgetStartIndexes } from './startIndexes.ts'
import { errorStatus } from './errorMessage.ts'

const { endpoints } = booksApi
const once = { subscribe: false } as const
const again = { subscribe: false, forceRefetch: true } as const

type Opened = Awaited<ReturnType<typeof openReader>>
interface Scene extends Opened {
  bookId: string
}

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Until the end of the test. */
async function sendFilesWhole(): Promise<void> {
  // jsdom's files and forms lose their bytes on the way through Node's fetch; Node's own do not.
  const { File: JsdomFile, FormData: JsdomFormData } = globalThis
  const form = await new Response(new URLSearchParams()).formData()
  vi.stubGlobal('FormData', form.constructor)
  vi.stubGlobal('File', NodeFile)
  onTestFinished(() => {
    vi.stubGlobal('FormData', JsdomFormData)
    vi.stubGlobal('File', JsdomFile)
  })
}

/** Every draw of chance comes out like this, until it is changed or the test ends. */
function chanceIs(value: number): void {
  const random = vi.spyOn(Math, 'random').mockReturnValue(value)
  onTestFinished(() => random.mockRestore())
}

/** The path of a sent request with the scene's own ids named. */
function named(path: string, { reader, bookId }: Scene): string {
  return path.replace(reader.id, '{id}').replace(bookId, '{bookId}')
}

/** Every row of section 7: the call, its path, the JSON it sends, and whether the bearer goes with it. */
const ROWS: readonly [
  path: string,
  call: (scene: Scene) => PromiseLike<{ error?: unknown }>,
  body: ((scene: Scene) => unknown) | null,
  bearer: 'bearer' | 'none',
][] = [
  [
    'POST /api/user/login',
    ({ store, reader: { email, password } }) =>
      store.dispatch(endpoints.login.initiate({ email, password })),
    ({ reader: { email, password } }) => ({ email, password }),
    'none',
  ],
  [
    'POST /api/user/register',
    ({ store }) =>
      store.dispatch(
        endpoints.register.initiate({
          name: 'Grace',
          email: 'grace@example.org',
          password: 'correct horse',
          confirmPassword: 'correct horse',
        }),
      ),
    () => ({
      name: 'Grace',
      email: 'grace@example.org',
      password: 'correct horse',
      confirmPassword: 'correct horse',
    }),
    'none',
  ],
  [
    'PUT /api/user/{id}',
    ({ store, reader }) =>
      store.dispatch(
        endpoints.savePreferences.initiate({
          userId: reader.id,
          preferences: ['Poetry', 'Food & Cooking'],
        }),
      ),
    () => ({ preferences: ['Poetry', 'Food & Cooking'] }),
    'bearer',
  ],
  [
    'GET /api/user/{id}/preferences',
    ({ store, reader }) => store.dispatch(endpoints.getPreferences.initiate(reader.id, once)),
    null,
    'bearer',
  ],
  [
    'GET /api/users/{id}/preferences',
    ({ store, reader }) => store.dispatch(endpoints.getNavbarPreferences.initiate(reader.id, once)),
    null,
    'bearer',
  ],
  [
    'GET /api/recommendedBooks?preference=Food%20%26%20Cooking&startIndex=7',
    ({ store }) => {
      chanceIs(0.65)
      return store.dispatch(endpoints.getRecommendedBooks.initiate('Food & Cooking', once))
    },
    null,
    'none',
  ],
  [
    'GET /api/user/{id}/favoriteAuthors',
    ({ store, reader }) => store.dispatch(endpoints.getFavoriteAuthors.initiate(reader.id, once)),
    null,
    'bearer',
  ],
  [
    'PUT /api/user/{id}/favoriteAuthors',
    ({ store, reader }) =>
      store.dispatch(
        endpoints.saveFavoriteAuthor.initiate({ userId: reader.id, author: 'Jane Austen' }),
      ),
    () => ({ author: 'Jane Austen' }),
    'bearer',
  ],
  [
    'POST /api/user/{id}/favoriteBook',
    ({ store, reader, bookId }) =>
      store.dispatch(
        endpoints.addFavoriteFromRecommendations.initiate({ userId: reader.id, bookId }),
      ),
    ({ bookId }) => ({ bookId }),
    'bearer',
  ],
  [
    'POST /api/users/{id}/favoriteBook',
    ({ store, reader, bookId }) =>
      store.dispatch(endpoints.addFavoriteFromDetail.initiate({ userId: reader.id, bookId })),
    ({ bookId }) => ({ bookId }),
    'bearer',
  ],
  [
    'POST /api/user/{id}/favoriteBook',
    ({ store, reader, bookId }) =>
      store.dispatch(endpoints.addFavoriteFromFavorites.initiate({ userId: reader.id, bookId })),
    ({ bookId }) => ({ bookId }),
    'none',
  ],
  [
    'GET /api/user/{id}/favoriteBooks',
    ({ store, reader }) => store.dispatch(endpoints.getFavoriteBooks.initiate(reader.id, once)),
    null,
    'none',
  ],
  [
    'DELETE /api/user/{id}/favoriteBook/{bookId}',
    ({ store, reader, bookId }) =>
      store.dispatch(endpoints.removeFavorite.initiate({ userId: reader.id, bookId })),
    null,
    'none',
  ],
  [
    'GET /api/book/detail/{bookId}',
    ({ store, bookId }) => store.dispatch(endpoints.getBook.initiate(bookId, once)),
    null,
    'none',
  ],
  [
    'GET /api/books/search?query=war%20%26%20peace%20%2B%20more%3F',
    ({ store }) => store.dispatch(endpoints.searchBooks.initiate('war & peace + more?', once)),
    null,
    'none',
  ],
  [
    'GET /api/profile',
    ({ store }) => store.dispatch(endpoints.getProfile.initiate(undefined, once)),
    null,
    'bearer',
  ],
]

beforeEach(forgetStartIndexes)

describe('the rows of section 7', () => {
  test.each(ROWS)('%s', async (expected, call, body, bearer) => {
    const scene = { ...(await openReader()), bookId: backend.addBook().id }
    const { error } = await call(scene)
    expect(error).toBeUndefined()
    expect(sentRequests()).toHaveLength(1)
    const [sent] = sentRequests()
    expect(`${sent?.method} ${named(sent?.path ?? '', scene)}`).toBe(expected)
    const text = (await sent?.text()) ?? ''
    expect(text === '' ? null : JSON.parse(text)).toEqual(body?.(scene) ?? null)
    expect(sent?.authorization).toBe(bearer === 'bearer' ? `Bearer ${scene.reader.token}` : null)
  })

  test('POST /api/profile/upload sends the file in the field profileImage, with the bearer', async () => {
    await sendFilesWhole()
    const { store, reader } = await openReader()
    const answer = await store.dispatch(
      endpoints.uploadProfileImage.initiate(new File([PNG], 'me.png', { type: 'image/png' })),
    )
    expect(answer.data).toMatch(/^\/media\/.+\.webp$/)
    const [sent] = sentRequests('POST', '/api/profile/upload')
    expect(sent?.authorization).toBe(`Bearer ${reader.token}`)
    // The fake backend takes one file in the field profileImage, and nothing else.
    const stored = await fetch(new URL(answer.data ?? '', window.location.href))
    expect(new Uint8Array(await stored.arrayBuffer())).toEqual(PNG)
  })

  test('POST /api/user/logout carries the token that it is given, and outlives the page', async () => {
    const { store } = await openStore()
    await store.dispatch(endpoints.logOut.initiate({ token: 'of-before' }))
    await store.dispatch(endpoints.logOut.initiate({ token: null }))
    expect(
      sentRequests().map(({ method, path, authorization }) => [method, path, authorization]),
    ).toEqual([
      ['POST', '/api/user/logout', 'Bearer of-before'],
      ['POST', '/api/user/logout', null],
    ])
    const asked = vi.mocked(globalThis.fetch).mock.calls.map(([input]) => input)
    expect(asked.map((input) => input instanceof Request && input.keepalive)).toEqual([true, true])
  })

  test('a visitor has no bearer to send', async () => {
    const { store } = await openStore()
    const { error } = await store.dispatch(endpoints.getPreferences.initiate('user-1', once))
    expect(errorStatus(error)).toBe(401)
    expect(sentRequests().map(({ authorization }) => authorization)).toEqual([null])
  })

  test('ids and names are encoded where they stand in a path', async () => {
    const { store } = await openStore()
    await store.dispatch(endpoints.getBook.initiate('a b/c?d#e', once))
    await store.dispatch(endpoints.getPreferences.initiate('x/../y', once))
    expect(sentRequests().map(({ path }) => path)).toEqual([
      '/api/book/detail/a%20b%2Fc%3Fd%23e',
      '/api/user/x%2F..%2Fy/preferences',
    ])
  })

  test.each(CATEGORIES)('the preference %s comes to the server as it is', async (preference) => {
    const { store } = await openStore()
    const { data } = await store.dispatch(endpoints.getRecommendedBooks.initiate(preference, once))
    expect(data).toHaveLength(10)
    expect(data?.every(({ volumeInfo }) => volumeInfo.categories.includes(preference))).toBe(true)
    const [sent] = sentRequests()
    expect(sent?.path).not.toContain('+')
    expect(new URLSearchParams(sent?.path.split('?')[1]).get('preference')).toBe(preference)
  })
})

function indexesSent(): (string | null)[] {
  return sentRequests('GET', /^\/api\/recommendedBooks/).map(({ path }) =>
    new URLSearchParams(path.split('?')[1]).get('startIndex'),
  )
}

describe('startIndex (decision 33)', () => {
  test('is an integer from 1 to 10', async () => {
    const { store } = await openStore()
    for (let round = 0; round < 3; round += 1) {
      for (const preference of CATEGORIES) {
        await store.dispatch(endpoints.getRecommendedBooks.initiate(preference, again))
      }
      forgetStartIndexes()
    }
    expect(indexesSent()).toHaveLength(60)
    expect(indexesSent().filter((index) => !/^([1-9]|10)$/.test(index ?? ''))).toEqual([])
    expect(new Set(indexesSent()).size).toBeGreaterThan(1)
  })

  test('is drawn once per preference: a refetch asks for the same shelf', async () => {
    chanceIs(0.25)
    const { store } = await openStore()
    const poetry = () => store.dispatch(endpoints.getRecommendedBooks.initiate('Poetry', again))
    await poetry()
    chanceIs(0.95)
    await poetry()
    await store.dispatch(endpoints.getRecommendedBooks.initiate('Travel', again))
    store.dispatch(booksApi.util.resetApiState())
    await poetry()
    expect(indexesSent()).toEqual(['3', '3', '10', '3'])
    forgetStartIndexes()
    await poetry()
    expect(indexesSent().at(-1)).toBe('10')
  })

  test('is no part of the key: the shelf is asked for once', async () => {
    const { store } = await openStore()
    const subscription = store.dispatch(endpoints.getRecommendedBooks.initiate('Poetry'))
    const first = await subscription
    const second = await store.dispatch(endpoints.getRecommendedBooks.initiate('Poetry'))
    expect(indexesSent()).toHaveLength(1)
    expect(second.data).toBe(first.data)
  })
})

describe('answers', () => {
  test('favoriteBooks: a 404 is an empty list, whatever its body', async () => {
    const { store, reader } = await openReader()
    const list = () => store.dispatch(endpoints.getFavoriteBooks.initiate(reader.id, again))
    backend.answersHtml(favoritesCall, 404)
    expect(await list()).toMatchObject({ data: [], isSuccess: true })
    backend.answers(favoritesCall, { message: 'No favorites.' }, 404)
    expect(await list()).toMatchObject({ data: [], isSuccess: true })
    backend.answers(favoritesCall, [{ id: 'b', title: 'A ghost' }], 404)
    expect(await list()).toMatchObject({ data: [], isSuccess: true })
  })

  test('favoriteBooks: every other failure is one', async () => {
    const { store, reader } = await openReader()
    const list = () => store.dispatch(endpoints.getFavoriteBooks.initiate(reader.id, again))
    backend.fails(favoritesCall)
    expect(errorStatus((await list()).error)).toBe(500)
    backend.refuses(favoritesCall, 403, 'This belongs to another reader.')
    expect(errorStatus((await list()).error)).toBe(403)
    backend.answersHtml(favoritesCall, 200)
    expect((await list()).error).toMatchObject({ status: 'PARSING_ERROR', originalStatus: 200 })
    backend.unreachable(favoritesCall)
    expect((await list()).error).toMatchObject({ status: 'FETCH_ERROR' })
  })

  test('favoriteBooks: all shapes of decision 31 are taken', async () => {
    const { store, reader } = await openReader()
    const book = backend.addBook()
    backend.answers(favoritesCall, [
      book,
      { id: 'listed', title: 'Listed' },
      { id: 'detailed', volumeInfo: { title: 'Detailed' } },
    ])
    const { data } = await store.dispatch(endpoints.getFavoriteBooks.initiate(reader.id, once))
    expect(data?.map(({ volumeInfo }) => volumeInfo.title)).toEqual([
      book.volumeInfo.title,
      'Listed',
      'Detailed',
    ])
  })

  test('a 404 of a book is an error', async () => {
    const { store } = await openStore()
    const { error } = await store.dispatch(endpoints.getBook.initiate('nowhere', once))
    expect(error).toMatchObject({ status: 404, data: { message: 'Book not found.' } })
  })

  test('JSON that is none is an error', async () => {
    const { store } = await openStore()
    backend.answersHtml(bookCall, 200)
    const { error } = await store.dispatch(endpoints.getBook.initiate('b', once))
    expect(error).toMatchObject({ status: 'PARSING_ERROR', originalStatus: 200 })
  })

  test('a shape that nobody agreed on is an error of its own kind', async () => {
    const { store, reader } = await openReader()
    backend.answers(preferencesCall, { preferences: 'all' })
    const { error } = await store.dispatch(endpoints.getPreferences.initiate(reader.id, once))
    expect(error).toMatchObject({ status: 'CUSTOM_ERROR' })
  })

  test('a bare list of preferences is taken', async () => {
    const { store, reader } = await openReader()
    backend.answers(preferencesCall, ['Poetry', 'Travel'])
    const { data } = await store.dispatch(endpoints.getPreferences.initiate(reader.id, once))
    expect(data).toEqual(['Poetry', 'Travel'])
  })

  test('search finds its list at both depths, and anything else is empty', async () => {
    const { store } = await openStore()
    const search = () => store.dispatch(endpoints.searchBooks.initiate('emma', again))
    backend.answers(searchCall, { data: [{ id: 'b' }] })
    expect((await search()).data?.map(({ id }) => id)).toEqual(['b'])
    backend.answers(searchCall, { data: { data: [{ id: 'c' }] } })
    expect((await search()).data?.map(({ id }) => id)).toEqual(['c'])
    backend.answers(searchCall, [{ id: 'd' }])
    expect((await search()).data).toEqual([])
  })

  test('a write whose answer is not shown succeeds with an empty body or a text', async () => {
    const { store, reader } = await openReader()
    const call = { userId: reader.id, bookId: backend.addBook().id }
    backend.answersHtml(addCall, 200)
    backend.answersHtml(removeCall, 201)
    backend.answersHtml(saveCall, 200)
    const answers = [
      await store.dispatch(endpoints.addFavoriteFromRecommendations.initiate(call)),
      await store.dispatch(endpoints.removeFavorite.initiate(call)),
      await store.dispatch(
        endpoints.savePreferences.initiate({ userId: reader.id, preferences: ['Poetry'] }),
      ),
    ]
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, undefined])
  })
})

/** How often the favorites and the preferences were asked for. */
function timesAsked(): { favorites: number; preferences: number } {
  return {
    favorites: sentRequests('GET', /favoriteBooks$/).length,
    preferences: sentRequests('GET', /preferences$/).length,
  }
}

test('a call is given up after 20 s, an upload after the two minutes that the server gives it', async () => {
  await sendFilesWhole()
  const { store } = await openReader()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  backend.holds(bookCall)
  backend.holds(uploadCall)
  const ended: string[] = []
  void store.dispatch(endpoints.getBook.initiate('emma', once)).then(() => ended.push('book'))
  void store
    .dispatch(endpoints.uploadProfileImage.initiate(new File([PNG], 'me.png')))
    .then(() => ended.push('upload'))
  await vi.advanceTimersByTimeAsync(19_000)
  expect(ended).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(ended).toEqual(['book'])
  await vi.advanceTimersByTimeAsync(100_000)
  expect(ended).toEqual(['book'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(ended).toEqual(['book', 'upload'])
})

describe('what is asked for anew', () => {
  test('the favorites after a heart; the preferences only after they were saved', async () => {
    const { store, reader } = await openReader()
    const book = backend.addBook()
    await store.dispatch(endpoints.getFavoriteBooks.initiate(reader.id))
    await store.dispatch(endpoints.getPreferences.initiate(reader.id))
    const call = { userId: reader.id, bookId: book.id }
    await store.dispatch(endpoints.addFavoriteFromRecommendations.initiate(call))
    await vi.waitFor(() => expect(timesAsked()).toEqual({ favorites: 2, preferences: 1 }))

    const save = { userId: reader.id, preferences: ['Poetry' as const] }
    await store.dispatch(endpoints.savePreferences.initiate(save))
    await vi.waitFor(() => expect(timesAsked()).toEqual({ favorites: 2, preferences: 2 }))
    backend.fails(saveCall)
    await store.dispatch(endpoints.savePreferences.initiate(save))
    await quiet()
    expect(timesAsked()).toEqual({ favorites: 2, preferences: 2 })
  })
})
