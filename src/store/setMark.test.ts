import { describe, expect, test, vi } from 'vitest'
import type { Book } from '../../contract/books.ts'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../../contract/favorites.ts'
import * as operations from '../../contract/marks.ts'
import { booksApi } from '../api/booksApi.ts'
import { backend, sentRequests } from '../test/backend.ts'
import { openReader, openStore } from '../test/readerStore.ts'
import { loggedOut, sessionChangedInOtherTab } from './authSlice.ts'
import {
  selectFavoriteIds,
  selectMark,
  type FavoriteScreen,
  type HeartOrMark,
} from './favoritesSlice.ts'
import { setMark } from './setMark.ts'
import type { AppStore } from './store.ts'

// Under random clicks and failures hearts and marks are in favoriteSchedules.test.ts.

/** Ids of the books whose hearts are red, newest first. */
const hearts = (store: AppStore) => [...selectFavoriteIds(store.getState())]

const give = (
  store: AppStore,
  book: Book,
  mark: HeartOrMark,
  screen: FavoriteScreen = 'recommendations',
) => store.dispatch(setMark(book, mark, screen))

const fetchList = (store: AppStore, userId: string) =>
  store.dispatch(
    booksApi.endpoints.getFavoriteBooks.initiate(userId, { subscribe: false, forceRefetch: true }),
  )

const writes = () => sentRequests(undefined, /\/(favoriteBook|mark)(\/|$)/)

/** Waits until this many were sent. */
async function sentWrites(count: number): Promise<void> {
  await vi.waitFor(() => expect(writes()).toHaveLength(count))
}

/** A reader with one book, which is a favorite or not. */
async function openBook(isFavorite = false) {
  const book = backend.addBook()
  const { store, reader } = await openReader({ favorites: isFavorite ? [book.id] : [] })
  await fetchList(store, reader.id)
  return { store, reader, book }
}

describe('a heart', () => {
  test.each<[FavoriteScreen, string, boolean]>([
    ['recommendations', 'user', true],
    ['detail', 'users', true],
    ['favorites', 'user', false],
  ])('on %s posts to /api/%s, with the bearer: %s', async (screen, path, hasBearer) => {
    const { store, reader, book } = await openBook()
    await give(store, book, 'favorite', screen)
    await give(store, book, null, screen)
    const [added, removed] = writes()
    expect(`${added?.method} ${added?.path}`).toBe(`POST /api/${path}/${reader.id}/favoriteBook`)
    expect(added?.authorization !== null).toBe(hasBearer)
    expect(removed).toMatchObject({
      method: 'DELETE',
      path: `/api/user/${reader.id}/favoriteBook/${book.id}`,
      authorization: null,
    })
  })

  test('that was added saves the first author; a removal saves none', async () => {
    const book = backend.addBook({ volumeInfo: { authors: ['Sappho', 'Anne Carson'] } })
    const { store, reader } = await openReader()
    expect(await give(store, book, 'favorite')).toBe('saved')
    expect(backend.account(reader.id).favoriteAuthors).toEqual(['Sappho'])
    await give(store, book, null)
    await give(store, backend.addBook({ volumeInfo: { authors: [] } }), 'favorite')
    expect(sentRequests('PUT')).toHaveLength(1)
    backend.fails(addFavoriteAuthor)
    expect(await give(store, book, 'favorite')).toBe('authorFailed')
    expect(hearts(store)).toContain(book.id)
  })

  test('of a visitor is nothing', async () => {
    const store = await openStore()
    expect(await give(store, backend.addBook(), 'favorite')).toBe('signedOut')
    expect(hearts(store)).toEqual([])
    expect(sentRequests()).toEqual([])
  })

  test('is stored with the fields of its screen (docs/product.md 3.1)', async () => {
    const [listed, detailed] = [backend.addBook(), backend.addBook()]
    const { store } = await openReader()
    await give(store, listed, 'favorite')
    await give(store, detailed, 'favorite', 'detail')
    const { title, imageLinks, description } = listed.volumeInfo
    expect(store.getState().localFavorites.entries).toEqual([
      { id: detailed.id, volumeInfo: detailed.volumeInfo },
      { id: listed.id, title, imageLinks, description },
    ])
  })
})

test('one request per book is under way, and the last of many intents is sent after it', async () => {
  const { store, reader, book } = await openBook()
  const release = backend.holds(operations.setMark)
  const first = give(store, book, 'wantToRead')
  await sentWrites(1)
  for (const mark of ['read', 'favorite', null, 'notForMe', 'favorite'] as const)
    expect(await give(store, book, mark)).toBe('queued')
  release()
  expect(await first).toBe('saved')
  expect(writes().map(({ method }) => method)).toEqual(['PUT', 'POST'])
  expect(backend.account(reader.id)).toMatchObject({
    favorites: [book.id],
    marks: { wantToRead: [], read: [], notForMe: [] },
  })
})

test('a mark that is not saved rolls back to what the book was; a full list is told apart', async () => {
  const { store, book } = await openBook(true)
  backend.fails(operations.setMark)
  expect(await give(store, book, 'notForMe')).toBe('failed')
  backend.refuses(operations.setMark, 409, 'No room.')
  expect(await give(store, book, 'notForMe')).toBe('full')
  expect(selectMark(store.getState(), book.id)).toBe('favorite')
})

test('a heart that could not be taken back is where it was', async () => {
  const books = [backend.addBook(), backend.addBook(), backend.addBook()] as const
  const { store, reader } = await openReader({ favorites: books.map(({ id }) => id) })
  await fetchList(store, reader.id)
  const before = hearts(store)
  backend.fails(removeFavoriteBook)
  backend.fails(getFavoriteBooks)
  expect(await give(store, books[1], null)).toBe('failed')
  expect(hearts(store)).toEqual(before)
})

test('a mark whose response was lost is taken back, and the heart before it, too', async () => {
  const { store, reader, book } = await openBook(true)
  backend.fails(operations.setMark)
  const release = backend.holds(operations.setMark)
  const first = give(store, book, 'read')
  await sentWrites(1)
  await give(store, book, null)
  // The server did its work.
  Object.assign(backend.account(reader.id), { favorites: [] })
  backend.account(reader.id).marks.read = [book.id]
  release()
  expect(await first).toBe('saved')
  expect(backend.account(reader.id).marks.read).toEqual([])
  expect(selectMark(store.getState(), book.id)).toBeNull()
})

describe("the server's list", () => {
  test('wins after each fetch, but not over an intent under way, and not where it fails', async () => {
    const { store, reader, book } = await openBook()
    const other = backend.addBook()
    const { getMarks } = booksApi.endpoints
    const fetchMarks = () =>
      store.dispatch(getMarks.initiate(reader.id, { subscribe: false, forceRefetch: true }))
    const release = backend.holds(operations.setMark)
    const outcome = give(store, book, 'read')
    await sentWrites(1)
    backend.account(reader.id).marks.wantToRead = [other.id, book.id]
    backend.account(reader.id).favorites = [book.id]
    await fetchMarks()
    await fetchList(store, reader.id)
    expect(hearts(store)).toEqual([])
    const { marks } = store.getState().localFavorites
    expect(marks).toEqual({ wantToRead: [other.id], read: [book.id], notForMe: [] })
    release()
    await outcome
    backend.account(reader.id).marks.read = []
    await fetchMarks()
    expect(selectMark(store.getState(), book.id)).toBeNull()
    backend.fails(operations.getMarks)
    await fetchMarks()
    expect(selectMark(store.getState(), other.id)).toBe('wantToRead')
  })

  test.each([
    ['before a toggle', 0],
    ['while the toggle was under way', 1],
  ])('that was requested %s does not undo it', async (_when, writesBefore) => {
    const { store, reader } = await openReader()
    const book = backend.addBook()
    backend.responds(getFavoriteBooks, [])
    const releaseWrite = backend.holds(addFavoriteBook)
    const releaseList = backend.holds(getFavoriteBooks)
    let outcome: Promise<unknown> | undefined
    if (writesBefore > 0) outcome = give(store, book, 'favorite')
    await sentWrites(writesBefore)
    const list = fetchList(store, reader.id)
    await vi.waitFor(() => expect(sentRequests('GET')).toHaveLength(1))
    outcome ??= give(store, book, 'favorite')
    releaseWrite()
    expect(await outcome).toBe('saved')
    releaseList()
    await list
    expect(hearts(store)).toEqual([book.id])
  })
})

const listRequests = () => sentRequests('GET', /favoriteBooks$|wantToRead$/).length

describe('the lists in the cache', () => {
  const { getFavoriteBooks: favorites, getMarkedBooks: marked } = booksApi.endpoints

  test('follow hearts and marks that were saved, without a request', async () => {
    const { store, reader, book } = await openBook()
    const other = backend.addBook()
    backend.account(reader.id).favorites = [other.id]
    const wanted = { userId: reader.id, mark: 'wantToRead' } as const
    await store.dispatch(favorites.initiate(reader.id, { forceRefetch: true }))
    await store.dispatch(marked.initiate(wanted))
    const before = listRequests()
    const lists = () => {
      const state = store.getState()
      const both = [favorites.select(reader.id)(state), marked.select(wanted)(state)]
      return both.map(({ data = [] }) => data.map(({ id }) => id))
    }
    await give(store, book, 'favorite')
    expect(lists()).toEqual([[book.id, other.id], []])
    // A repeat moves nothing.
    await give(store, other, 'favorite')
    expect(lists()).toEqual([[book.id, other.id], []])
    await give(store, book, 'wantToRead')
    expect(lists()).toEqual([[other.id], [book.id]])
    await give(store, book, null)
    await give(store, other, null)
    expect(lists()).toEqual([[], []])
    expect(listRequests()).toBe(before)
  })

  test('are fetched again where they may be from before the change, and after a failure', async () => {
    const { store, reader, book } = await openBook()
    await store.dispatch(favorites.initiate(reader.id))
    const release = backend.holds(getFavoriteBooks)
    const list = fetchList(store, reader.id)
    await vi.waitFor(() => expect(listRequests()).toBe(2))
    await give(store, book, 'favorite')
    release()
    await list
    await vi.waitFor(() => expect(listRequests()).toBe(3))
    backend.fails(removeFavoriteBook)
    await give(store, book, null)
    await vi.waitFor(() => expect(listRequests()).toBe(4))
  })
})

describe('a change of user', () => {
  test('clears the hearts, and is not undone by a late failure or a late list', async () => {
    const { store, reader, book } = await openBook(true)
    const releaseWrite = backend.holds(removeFavoriteBook)
    const releaseList = backend.holds(getFavoriteBooks)
    const outcome = give(store, book, null)
    await sentWrites(1)
    const list = fetchList(store, reader.id)
    await vi.waitFor(() => expect(sentRequests('GET')).toHaveLength(2))
    store.dispatch(loggedOut())
    releaseList()
    await list
    backend.endSessions()
    releaseWrite()
    expect(await outcome).toBe('ended')
    expect(hearts(store)).toEqual([])
  })

  test('to another one ends what is under way without a failure', async () => {
    const { store, book } = await openBook()
    const release = backend.holds(addFavoriteBook)
    const outcome = give(store, book, 'favorite')
    await sentWrites(1)
    store.dispatch(sessionChangedInOtherTab({ token: 't', user: { id: 'other', name: '' } }))
    release()
    expect(await outcome).toBe('ended')
    expect(hearts(store)).toEqual([])
  })

  test("does not let a late failure touch the next user's heart of the same book", async () => {
    const { store, book } = await openBook()
    backend.fails(addFavoriteBookFromDetail)
    const releaseFirst = backend.holds(addFavoriteBookFromDetail)
    const first = give(store, book, 'favorite', 'detail')
    await sentWrites(1)
    store.dispatch(loggedOut())
    const { email, password, id } = backend.addUser()
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    const releaseSecond = backend.holds(addFavoriteBook)
    const second = give(store, book, 'favorite')
    await sentWrites(2)
    releaseFirst()
    expect(await first).toBe('ended')
    expect(hearts(store)).toEqual([book.id])
    releaseSecond()
    expect(await second).toBe('saved')
    expect(backend.account(id).favorites).toEqual([book.id])
  })
})
