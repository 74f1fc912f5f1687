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
import { MARKS } from '../../contract/markNames.ts'
import {
  selectFavoriteIds,
  selectMark,
  type FavoriteScreen,
  type HeartOrMark,
} from './favoritesSlice.ts'
import { logOut } from './session.ts'
import { setMark } from './setMark.ts'
import type { AppStore } from './store.ts'

/** Ids of the books whose hearts are red, newest first. */
const hearts = (store: AppStore) => [...selectFavoriteIds(store.getState())]

function give(
  store: AppStore,
  book: Book,
  mark: HeartOrMark,
  screen: FavoriteScreen = 'recommendations',
) {
  return store.dispatch(setMark(book, mark, screen))
}

/** Presses the heart. */
const set = (store: AppStore, book: Book, isFavorite: boolean, screen?: FavoriteScreen) =>
  give(store, book, isFavorite ? 'favorite' : null, screen)

function fetchList(store: AppStore, userId: string) {
  return store.dispatch(
    booksApi.endpoints.getFavoriteBooks.initiate(userId, { subscribe: false, forceRefetch: true }),
  )
}

const WRITE = /\/(favoriteBook|mark)(\/|$)/
/** Methods of the writes of hearts and marks sent so far. */
const writes = () => sentRequests(undefined, WRITE).map(({ method }) => method)

/** Waits until this many of them were sent. */
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
  test('and a logout leave no mutation in the state', async () => {
    const { store, book } = await openBook()
    await set(store, book, true)
    await set(store, book, false)
    expect(store.getState().booksApi.mutations).toEqual({})
    await store.dispatch(logOut())
    expect(store.getState().booksApi.mutations).toEqual({})
  })

  test('is red at once, and stays red when the server has confirmed it', async () => {
    const { store, reader, book } = await openBook()
    const release = backend.holds(addFavoriteBook)
    const outcome = set(store, book, true)
    expect(hearts(store)).toEqual([book.id])
    await sentWrites(1)
    expect(backend.account(reader.id).favorites).toEqual([])
    release()
    expect(await outcome).toBe('saved')
    expect(hearts(store)).toEqual([book.id])
    expect(backend.account(reader.id).favorites).toEqual([book.id])
    expect(store.getState().localFavorites.pending).toEqual({})
  })

  test('is white at once when it is removed, and stays so', async () => {
    const { store, reader, book } = await openBook(true)
    const outcome = set(store, book, false)
    expect(hearts(store)).toEqual([])
    expect(await outcome).toBe('saved')
    expect(backend.account(reader.id).favorites).toEqual([])
  })

  test('rolls back where the request fails', async () => {
    const { store, book } = await openBook()
    backend.fails(addFavoriteBook)
    const added = set(store, book, true)
    expect(hearts(store)).toEqual([book.id])
    expect(await added).toBe('failed')
    expect(hearts(store)).toEqual([])
    backend.recovers()
    await set(store, book, true)
    backend.unreachable(removeFavoriteBook)
    const removed = set(store, book, false)
    expect(hearts(store)).toEqual([])
    expect(await removed).toBe('failed')
    expect(hearts(store)).toEqual([book.id])
  })

  test.each<[FavoriteScreen, string, boolean]>([
    ['recommendations', 'user', true],
    ['detail', 'users', true],
    ['favorites', 'user', false],
  ])('on %s posts to /api/%s, with the bearer: %s', async (screen, path, hasBearer) => {
    const { store, reader, book } = await openBook()
    await set(store, book, true, screen)
    const [added] = sentRequests('POST')
    expect(added?.path).toBe(`/api/${path}/${reader.id}/favoriteBook`)
    expect(added?.authorization !== null).toBe(hasBearer)
    await set(store, book, false, screen)
    const [removed] = sentRequests('DELETE')
    expect(removed?.path).toBe(`/api/user/${reader.id}/favoriteBook/${book.id}`)
    expect(removed?.authorization).toBeNull()
  })

  test('that was added saves the first author; a removal saves none', async () => {
    const book = backend.addBook({ volumeInfo: { authors: ['Sappho', 'Anne Carson'] } })
    const { store, reader } = await openReader()
    expect(await set(store, book, true)).toBe('saved')
    expect(backend.account(reader.id).favoriteAuthors).toEqual(['Sappho'])
    await set(store, book, false)
    await set(store, backend.addBook({ volumeInfo: { authors: [] } }), true)
    expect(sentRequests('PUT')).toHaveLength(1)
    backend.fails(addFavoriteAuthor)
    expect(await set(store, book, true)).toBe('authorFailed')
    expect(hearts(store)).toContain(book.id)
  })

  test('of a visitor is nothing', async () => {
    const store = await openStore()
    expect(await set(store, backend.addBook(), true)).toBe('signedOut')
    expect(hearts(store)).toEqual([])
    expect(sentRequests()).toEqual([])
  })

  test('is stored with the fields of its screen (docs/product.md 3.1)', async () => {
    const [listed, detailed] = [backend.addBook(), backend.addBook()]
    const { store } = await openReader()
    await set(store, listed, true)
    await set(store, detailed, true, 'detail')
    const { title, imageLinks, description } = listed.volumeInfo
    expect(store.getState().localFavorites.entries).toEqual([
      { id: detailed.id, volumeInfo: detailed.volumeInfo },
      { id: listed.id, title, imageLinks, description },
    ])
  })
})

describe('changes of mind', () => {
  test('one request per book is under way, and the last intent is sent after it', async () => {
    const { store, reader, book } = await openBook()
    const release = backend.holds(addFavoriteBook)
    const first = set(store, book, true)
    await sentWrites(1)
    expect(await set(store, book, false)).toBe('queued')
    expect(hearts(store)).toEqual([])
    expect(writes()).toEqual(['POST'])
    release()
    expect(await first).toBe('saved')
    expect(writes()).toEqual(['POST', 'DELETE'])
    expect(hearts(store)).toEqual([])
    expect(backend.account(reader.id).favorites).toEqual([])
    expect(sentRequests('PUT')).toEqual([])
  })

  test('back to the intent under way needs no second request', async () => {
    const { store, book } = await openBook()
    const release = backend.holds(addFavoriteBook)
    const first = set(store, book, true)
    await sentWrites(1)
    const others = [set(store, book, false), set(store, book, true)]
    release()
    expect(await Promise.all([first, ...others])).toEqual(['saved', 'queued', 'queued'])
    expect(writes()).toEqual(['POST'])
    // Its author is saved once.
    expect(sentRequests('PUT')).toHaveLength(1)
    expect(hearts(store)).toEqual([book.id])
  })

  test('books do not wait for each other', async () => {
    const { store } = await openReader()
    const [one, two] = [backend.addBook(), backend.addBook()]
    const release = backend.holds(addFavoriteBook)
    const outcomes = [set(store, one, true), set(store, two, true)]
    await sentWrites(2)
    expect(hearts(store)).toEqual([two.id, one.id])
    release()
    expect(await Promise.all(outcomes)).toEqual(['saved', 'saved'])
  })

  test('a failure of what is no longer intended is none', async () => {
    const { store, book } = await openBook()
    backend.fails(addFavoriteBookFromDetail)
    const release = backend.holds(addFavoriteBookFromDetail)
    const first = set(store, book, true, 'detail')
    await sentWrites(1)
    await set(store, book, false, 'detail')
    release()
    expect(await first).toBe('saved')
    expect(hearts(store)).toEqual([])
    expect(store.getState().localFavorites.pending).toEqual({})
  })

  test('a failure of what is intended again is one', async () => {
    const { store, book } = await openBook(true)
    backend.fails(removeFavoriteBook)
    const release = backend.holds(removeFavoriteBook)
    const first = set(store, book, false)
    await sentWrites(1)
    await set(store, book, true)
    await set(store, book, false)
    release()
    expect(await first).toBe('failed')
    expect(hearts(store)).toEqual([book.id])
  })
})

describe('a mark', () => {
  test.each(MARKS)('%s is set at once, confirmed, and taken back', async (mark) => {
    const { store, reader, book } = await openBook()
    const outcome = give(store, book, mark)
    expect(selectMark(store.getState(), book.id)).toBe(mark)
    expect(await outcome).toBe('saved')
    expect(backend.account(reader.id).marks[mark]).toEqual([book.id])
    expect(await give(store, book, null)).toBe('saved')
    expect(selectMark(store.getState(), book.id)).toBeNull()
    expect(backend.account(reader.id).marks[mark]).toEqual([])
    const sent = sentRequests(undefined, WRITE)
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT /api/user/${reader.id}/mark/${book.id}`,
      `DELETE /api/user/${reader.id}/mark/${book.id}`,
    ])
    for (const { authorization } of sent) expect(authorization).toBe(`Bearer ${reader.token}`)
    expect(store.getState().localFavorites.pending).toEqual({})
  })

  test('ends a heart, and a heart or another mark ends it, in one request each', async () => {
    const { store, reader, book } = await openBook(true)
    const list = booksApi.endpoints.getFavoriteBooks
    const subscription = store.dispatch(list.initiate(reader.id))
    await give(store, book, 'read')
    expect(hearts(store)).toEqual([])
    // The list on the favorites page follows.
    await vi.waitFor(() => expect(list.select(reader.id)(store.getState()).data).toEqual([]))
    await give(store, book, 'wantToRead')
    expect(store.getState().localFavorites.marks).toMatchObject({ wantToRead: [book.id], read: [] })
    await give(store, book, 'favorite')
    expect(selectMark(store.getState(), book.id)).toBe('favorite')
    expect(store.getState().localFavorites.marks.wantToRead).toEqual([])
    expect(writes()).toEqual(['PUT', 'PUT', 'POST'])
    expect(backend.account(reader.id)).toMatchObject({ favorites: [book.id] })
    subscription.unsubscribe()
  })

  test('that is not saved rolls back to what the book was; a full list is told apart', async () => {
    const { store, book } = await openBook(true)
    backend.fails(operations.setMark)
    expect(await give(store, book, 'notForMe')).toBe('failed')
    expect(selectMark(store.getState(), book.id)).toBe('favorite')
    backend.refuses(operations.setMark, 409, 'No room.')
    expect(await give(store, book, 'notForMe')).toBe('full')
    expect(selectMark(store.getState(), book.id)).toBe('favorite')
  })

  test('of a storm of clicks on all four sends the first and the last intent', async () => {
    const { store, reader, book } = await openBook()
    const release = backend.holds(operations.setMark)
    const first = give(store, book, 'wantToRead')
    await sentWrites(1)
    for (const mark of ['read', 'favorite', null, 'notForMe', 'favorite'] as const)
      expect(await give(store, book, mark)).toBe('queued')
    release()
    expect(await first).toBe('saved')
    expect(writes()).toEqual(['PUT', 'POST'])
    expect(backend.account(reader.id)).toMatchObject({
      favorites: [book.id],
      marks: { wantToRead: [], read: [], notForMe: [] },
    })
  })

  test('whose response was lost is taken back, and the heart before it, too', async () => {
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
    expect(store.getState().localFavorites.pending).toEqual({})
  })
})

describe("the server's list", () => {
  test('of marks wins after each fetch, but not over an intent under way', async () => {
    const { store, reader, book } = await openBook()
    const other = backend.addBook()
    const fetchMarks = () =>
      store.dispatch(
        booksApi.endpoints.getMarks.initiate(reader.id, { subscribe: false, forceRefetch: true }),
      )
    const release = backend.holds(operations.setMark)
    const outcome = give(store, book, 'read')
    await sentWrites(1)
    backend.account(reader.id).marks.wantToRead = [other.id, book.id]
    await fetchMarks()
    expect(store.getState().localFavorites.marks).toEqual({
      wantToRead: [other.id],
      read: [book.id],
      notForMe: [],
    })
    release()
    await outcome
    backend.account(reader.id).marks.read = []
    await fetchMarks()
    expect(selectMark(store.getState(), book.id)).toBeNull()
    store.dispatch(loggedOut())
    expect(store.getState().localFavorites.marks.wantToRead).toEqual([])
  })

  test('wins after each fetch, and one that fails changes nothing', async () => {
    const { store, reader, book } = await openBook(true)
    const other = backend.addBook()
    backend.account(reader.id).favorites = [other.id, book.id]
    await fetchList(store, reader.id)
    expect(hearts(store)).toEqual([other.id, book.id])
    backend.fails(getFavoriteBooks)
    await fetchList(store, reader.id)
    expect(hearts(store)).toEqual([other.id, book.id])
    expect(store.getState().localFavorites.listRequests).toEqual({})
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
    if (writesBefore > 0) outcome = set(store, book, true)
    await sentWrites(writesBefore)
    const list = fetchList(store, reader.id)
    await vi.waitFor(() => expect(sentRequests('GET')).toHaveLength(1))
    outcome ??= set(store, book, true)
    releaseWrite()
    expect(await outcome).toBe('saved')
    releaseList()
    await list
    expect(hearts(store)).toEqual([book.id])
    expect(store.getState().localFavorites.listRequests).toEqual({})
  })

  test('comes under the intents that it cannot know yet', async () => {
    const { store, reader, book } = await openBook()
    const other = backend.addBook()
    const release = backend.holds(addFavoriteBook)
    const outcome = set(store, book, true)
    await sentWrites(1)
    backend.account(reader.id).favorites = [other.id]
    await fetchList(store, reader.id)
    expect(hearts(store)).toEqual([book.id, other.id])
    release()
    await outcome
    expect(hearts(store)).toEqual([book.id, other.id])
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
    await set(store, book, true)
    expect(lists()).toEqual([[book.id, other.id], []])
    // A repeat moves nothing.
    await set(store, other, true)
    expect(lists()).toEqual([[book.id, other.id], []])
    await give(store, book, 'wantToRead')
    expect(lists()).toEqual([[other.id], [book.id]])
    await give(store, book, null)
    await set(store, other, false)
    expect(lists()).toEqual([[], []])
    expect(listRequests()).toBe(before)
  })

  test('are fetched again where they may be from before the change, and after a failure', async () => {
    const { store, reader, book } = await openBook()
    await store.dispatch(favorites.initiate(reader.id))
    const release = backend.holds(getFavoriteBooks)
    const list = fetchList(store, reader.id)
    await vi.waitFor(() => expect(listRequests()).toBe(2))
    await set(store, book, true)
    release()
    await list
    await vi.waitFor(() => expect(listRequests()).toBe(3))
    backend.fails(removeFavoriteBook)
    await set(store, book, false)
    await vi.waitFor(() => expect(listRequests()).toBe(4))
  })
})

describe('a change of user', () => {
  test('clears the hearts', async () => {
    const { store, book } = await openBook(true)
    expect(hearts(store)).toEqual([book.id])
    store.dispatch(sessionChangedInOtherTab({ token: 't', user: { id: 'other', name: '' } }))
    expect(hearts(store)).toEqual([])
  })

  test('to another one ends what is under way without a failure', async () => {
    const { store, book } = await openBook()
    const release = backend.holds(addFavoriteBook)
    const outcome = set(store, book, true)
    await sentWrites(1)
    store.dispatch(sessionChangedInOtherTab({ token: 't', user: { id: 'other', name: '' } }))
    release()
    expect(await outcome).toBe('ended')
    expect(hearts(store)).toEqual([])
  })

  test('is not undone by a late failure or a late list', async () => {
    const { store, reader, book } = await openBook(true)
    const releaseWrite = backend.holds(removeFavoriteBook)
    const releaseList = backend.holds(getFavoriteBooks)
    const outcome = set(store, book, false)
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
    expect(store.getState().localFavorites.pending).toEqual({})
  })

  test("does not let a late failure touch the next user's heart of the same book", async () => {
    const { store, book } = await openBook()
    backend.fails(addFavoriteBookFromDetail)
    const releaseFirst = backend.holds(addFavoriteBookFromDetail)
    const first = set(store, book, true, 'detail')
    await sentWrites(1)
    store.dispatch(loggedOut())
    const { email, password, id } = backend.addUser()
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    const releaseSecond = backend.holds(addFavoriteBook)
    const second = set(store, book, true)
    await sentWrites(2)
    releaseFirst()
    expect(await first).toBe('ended')
    expect(hearts(store)).toEqual([book.id])
    releaseSecond()
    expect(await second).toBe('saved')
    expect(backend.account(id).favorites).toEqual([book.id])
  })
})
