import { HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import {
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../../contract/favorites.ts'
import type { Book } from '../../contract/books.ts'
import { sessionRejected } from '../api/sessionRejected.ts'
import { booksApi } from '../api/booksApi.ts'
import { entryFromDetail, entryFromList } from '../api/favoriteEntry.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { openReader, openStore } from '../test/readerStore.ts'
import { loggedOut, sessionArrived, sessionChangedElsewhere } from './authSlice.ts'
import { fillFavorites } from './fillFavorites.ts'
import {
  favoritesChangedElsewhere,
  pageLeft,
  selectEntries,
  selectIntent,
  selectIsFavorite,
  type FavoriteScreen,
} from './localFavoritesSlice.ts'
import { sendUnsent } from './sendUnsent.ts'
import { setFavorite } from './setFavorite.ts'
import type { AppStore } from './store.ts'

type Opened = Awaited<ReturnType<typeof openReader>>

/** Ids of the hearts that the screens show, newest first. */
function hearts(store: AppStore): string[] {
  return selectEntries(store.getState()).map(({ id }) => id)
}

function want(
  store: AppStore,
  book: Book,
  wanted: boolean,
  screen: FavoriteScreen = 'recommendations',
  author?: string,
) {
  return store.dispatch(setFavorite(entryFromList(book), wanted, screen, author))
}

function fetchList({ store, reader }: Pick<Opened, 'store' | 'reader'>) {
  return store.dispatch(
    booksApi.endpoints.getFavoriteBooks.initiate(reader.id, {
      subscribe: false,
      forceRefetch: true,
    }),
  )
}

/** The favorites writes sent so far. */
function writes(): string[] {
  return sentRequests(undefined, /favoriteBook(\/|$)/).map(({ method }) => method)
}

/** Waits until the page has sent this many favorites writes. */
async function written(count: number): Promise<void> {
  await vi.waitFor(() => expect(writes()).toHaveLength(count))
}

describe('a heart', () => {
  test('is shown at once, and stays when the server has it', async () => {
    const { store, reader } = await openReader()
    const book = backend.addBook()
    const open = backend.holds(addFavoriteBook)
    const outcome = want(store, book, true)
    expect(hearts(store)).toEqual([book.id])
    await written(1)
    expect(backend.account(reader.id).favorites).toEqual([])
    open()
    expect(await outcome).toBe('saved')
    expect(hearts(store)).toEqual([book.id])
    expect(backend.account(reader.id).favorites).toEqual([book.id])
    expect(selectIntent(store.getState(), book.id)).toBeUndefined()
  })

  test('is taken away at once, and stays away', async () => {
    const book = backend.addBook()
    const opened = await openReader({ favorites: [book.id] })
    const { store, reader } = opened
    await fetchList(opened)
    expect(hearts(store)).toEqual([book.id])
    const outcome = want(store, book, false)
    expect(hearts(store)).toEqual([])
    expect(await outcome).toBe('saved')
    expect(backend.account(reader.id).favorites).toEqual([])
    expect(writes()).toEqual(['DELETE'])
  })

  test.each<[FavoriteScreen, string, boolean]>([
    ['recommendations', '/api/user/{id}/favoriteBook', true],
    ['detail', '/api/users/{id}/favoriteBook', true],
    ['favorites', '/api/user/{id}/favoriteBook', false],
  ])('on %s posts to %s', async (screen, path, bearer) => {
    const { store, reader } = await openReader()
    expect(await want(store, backend.addBook(), true, screen)).toBe('saved')
    const [sent] = sentRequests()
    expect(sent?.path).toBe(path.replace('{id}', reader.id))
    expect(sent?.authorization !== null).toBe(bearer)
  })

  test.each<FavoriteScreen>(['recommendations', 'detail', 'favorites'])(
    'on %s is removed by the one call that there is, without bearer',
    async (screen) => {
      const book = backend.addBook()
      const opened = await openReader({ favorites: [book.id] })
      await fetchList(opened)
      expect(await want(opened.store, book, false, screen)).toBe('saved')
      const [sent] = sentRequests('DELETE')
      expect(sent?.path).toBe(`/api/user/${opened.reader.id}/favoriteBook/${book.id}`)
      expect(sent?.authorization).toBeNull()
    },
  )

  test('that is refused is taken back', async () => {
    const { store } = await openReader()
    const book = backend.addBook()
    backend.fails(addFavoriteBook)
    const outcome = want(store, book, true)
    expect(hearts(store)).toEqual([book.id])
    expect(await outcome).toBe('refused')
    expect(hearts(store)).toEqual([])
    expect(selectIntent(store.getState(), book.id)).toBeUndefined()
  })

  test('whose removal is refused comes back', async () => {
    const book = backend.addBook()
    const opened = await openReader({ favorites: [book.id] })
    await fetchList(opened)
    backend.unreachable(removeFavoriteBook)
    const outcome = want(opened.store, book, false)
    expect(hearts(opened.store)).toEqual([])
    expect(await outcome).toBe('refused')
    expect(hearts(opened.store)).toEqual([book.id])
  })

  test('that is already as wanted makes no call', async () => {
    const book = backend.addBook()
    const opened = await openReader({ favorites: [book.id] })
    await fetchList(opened)
    expect(await want(opened.store, book, true)).toBe('saved')
    expect(await want(opened.store, backend.addBook(), false)).toBe('saved')
    expect(writes()).toEqual([])
    expect(hearts(opened.store)).toEqual([book.id])
  })

  test('of a visitor is nothing', async () => {
    const { store } = await openStore()
    expect(await want(store, backend.addBook(), true)).toBe('refused')
    expect(hearts(store)).toEqual([])
    expect(sentRequests()).toEqual([])
  })

  test('made on the detail page keeps the whole volumeInfo', async () => {
    const { store } = await openReader()
    const book = backend.addBook()
    await store.dispatch(setFavorite(entryFromDetail(book), true, 'detail'))
    expect(selectEntries(store.getState())).toEqual([{ id: book.id, volumeInfo: book.volumeInfo }])
    expect(selectIsFavorite(store.getState(), book.id)).toBe(true)
    expect(selectIsFavorite(store.getState(), 'another')).toBe(false)
  })
})

describe('changes of mind', () => {
  test('one call per book is under way, and the last wish is sent after it', async () => {
    const { store, reader } = await openReader()
    const book = backend.addBook()
    const open = backend.holds(addFavoriteBook)
    const first = want(store, book, true)
    await written(1)
    expect(await want(store, book, false)).toBe('joined')
    expect(hearts(store)).toEqual([])
    expect(writes()).toEqual(['POST'])
    open()
    expect(await first).toBe('saved')
    expect(writes()).toEqual(['POST', 'DELETE'])
    expect(hearts(store)).toEqual([])
    expect(backend.account(reader.id).favorites).toEqual([])
  })

  test('whoever comes back to the wish that is under way needs no second call', async () => {
    const { store, reader } = await openReader()
    const book = backend.addBook()
    const open = backend.holds(addFavoriteBook)
    const first = want(store, book, true)
    await written(1)
    const others = [want(store, book, false), want(store, book, true)]
    open()
    expect(await Promise.all([first, ...others])).toEqual(['saved', 'joined', 'joined'])
    expect(writes()).toEqual(['POST'])
    expect(hearts(store)).toEqual([book.id])
    expect(backend.account(reader.id).favorites).toEqual([book.id])
  })

  test('books do not wait for each other', async () => {
    const { store } = await openReader()
    const [one, two] = [backend.addBook(), backend.addBook()]
    const open = backend.holds(addFavoriteBook)
    const outcomes = [want(store, one, true), want(store, two, true)]
    await written(2)
    expect(hearts(store)).toEqual([two.id, one.id])
    open()
    expect(await Promise.all(outcomes)).toEqual(['saved', 'saved'])
  })

  test('a refusal that comes after the change of mind is no failure', async () => {
    const { store } = await openReader()
    const book = backend.addBook()
    backend.fails(addFavoriteBookFromDetail)
    const open = backend.holds(addFavoriteBookFromDetail)
    const first = want(store, book, true, 'detail')
    await written(1)
    await want(store, book, false, 'detail')
    open()
    expect(await first).toBe('saved')
    // The addition was refused, so there is nothing left to remove.
    expect(writes()).toEqual(['POST'])
    expect(hearts(store)).toEqual([])
    expect(selectIntent(store.getState(), book.id)).toBeUndefined()
  })

  test('a refused removal that is no longer wanted leaves the heart', async () => {
    const book = backend.addBook()
    const opened = await openReader({ favorites: [book.id] })
    const { store } = opened
    await fetchList(opened)
    backend.fails(removeFavoriteBook)
    const open = backend.holds(removeFavoriteBook)
    const first = want(store, book, false)
    await written(1)
    await want(store, book, true)
    open()
    expect(await first).toBe('saved')
    expect(writes()).toEqual(['DELETE'])
    expect(hearts(store)).toEqual([book.id])
  })

  test('a removal that is no longer wanted is followed by an addition', async () => {
    const book = backend.addBook()
    const opened = await openReader({ favorites: [book.id] })
    const { store, reader } = opened
    await fetchList(opened)
    const open = backend.holds(removeFavoriteBook)
    const first = want(store, book, false)
    await written(1)
    await want(store, book, true)
    open()
    expect(await first).toBe('saved')
    expect(writes()).toEqual(['DELETE', 'POST'])
    expect(backend.account(reader.id).favorites).toEqual([book.id])
    expect(hearts(store)).toEqual([book.id])
  })

  test('a write whose answer was lost is made sure of, also a refusal and a change of mind later', async () => {
    const book = backend.addBook()
    const opened = await openReader()
    const { store, reader } = opened
    const changed = Promise.withResolvers<void>()
    backend.answersInTurn(
      `/api/user/${reader.id}/favoriteBook`,
      () => {
        backend.account(reader.id).favorites.push(book.id)
        return HttpResponse.error()
      },
      () => changed.promise.then(() => HttpResponse.json({}, { status: 500 })),
    )
    backend.fails(getFavoriteBooks)
    expect(await want(store, book, true)).toBe('refused')
    await quiet()
    expect(hearts(store)).toEqual([])
    const second = want(store, book, true)
    await written(2)
    expect(await want(store, book, false)).toBe('joined')
    changed.resolve()
    expect(await second).toBe('saved')
    expect(writes()).toEqual(['POST', 'POST', 'DELETE'])
    expect(backend.account(reader.id).favorites).toEqual([])
  })

  test('before the heart is drawn asks nobody', async () => {
    const { store } = await openReader()
    const book = backend.addBook()
    const first = want(store, book, true)
    expect(hearts(store)).toEqual([book.id])
    expect(await want(store, book, false)).toBe('joined')
    expect(await first).toBe('saved')
    await quiet()
    expect(hearts(store)).toEqual([])
    expect(writes()).toEqual([])
  })

  test('after a list has come nothing has to be made sure of', async () => {
    const book = backend.addBook()
    const opened = await openReader()
    const { store, reader } = opened
    const changed = Promise.withResolvers<void>()
    backend.answersInTurn(
      `/api/user/${reader.id}/favoriteBook`,
      () => HttpResponse.error(),
      () => changed.promise.then(() => HttpResponse.json({}, { status: 500 })),
    )
    expect(await want(store, book, true)).toBe('refused')
    await quiet()
    const second = want(store, book, true)
    await written(2)
    await want(store, book, false)
    changed.resolve()
    expect(await second).toBe('saved')
    expect(writes()).toEqual(['POST', 'POST'])
  })

  test('a second refusal of what is wanted again is one', async () => {
    const { store } = await openReader()
    const book = backend.addBook()
    backend.fails(addFavoriteBook)
    const open = backend.holds(addFavoriteBook)
    const first = want(store, book, true)
    await written(1)
    await want(store, book, false)
    await want(store, book, true)
    open()
    expect(await first).toBe('refused')
    expect(hearts(store)).toEqual([])
  })

  test('the last of many wishes wins, whatever the order of the answers', async () => {
    const { store, reader } = await openReader()
    const books = [backend.addBook(), backend.addBook(), backend.addBook()]
    const outcomes = books.flatMap((book, index) =>
      Array.from({ length: 5 + index }, (_, turn) => want(store, book, turn % 2 === 0)),
    )
    await Promise.all(outcomes)
    await quiet()
    const kept = books.filter((_, index) => (4 + index) % 2 === 0).map(({ id }) => id)
    expect(new Set(hearts(store))).toEqual(new Set(kept))
    expect(new Set(backend.account(reader.id).favorites)).toEqual(new Set(kept))
    expect(store.getState().localFavorites.intents).toEqual({})
  })
})

describe("the server's list (decision 36)", () => {
  test('wins after each fetch', async () => {
    const [kept, gone] = [backend.addBook(), backend.addBook()]
    const opened = await openReader({ favorites: [kept.id, gone.id] })
    await fetchList(opened)
    expect(selectEntries(opened.store.getState())).toEqual([
      entryFromList(kept),
      entryFromList(gone),
    ])
    backend.account(opened.reader.id).favorites = [kept.id]
    await fetchList(opened)
    expect(hearts(opened.store)).toEqual([kept.id])
  })

  test('does not overwrite a wish that came after it was asked for', async () => {
    const opened = await openReader()
    const book = backend.addBook()
    // What the server said before the wish comes after it.
    backend.answers(getFavoriteBooks, [])
    const open = backend.holds(getFavoriteBooks)
    const list = fetchList(opened)
    await vi.waitFor(() => expect(sentRequests('GET')).toHaveLength(1))
    await want(opened.store, book, true)
    open()
    await list
    expect(opened.store.getState().localFavorites.asked).toEqual({})
    expect(hearts(opened.store)).toEqual([book.id])
  })

  test('does not overwrite a wish that was under way when it was asked for', async () => {
    const opened = await openReader()
    const book = backend.addBook()
    const openWrite = backend.holds(addFavoriteBook)
    const outcome = want(opened.store, book, true)
    await written(1)
    backend.answers(getFavoriteBooks, [])
    const openList = backend.holds(getFavoriteBooks)
    const list = fetchList(opened)
    await vi.waitFor(() => expect(sentRequests('GET')).toHaveLength(1))
    openWrite()
    expect(await outcome).toBe('saved')
    openList()
    await list
    expect(opened.store.getState().localFavorites.asked).toEqual({})
    expect(hearts(opened.store)).toEqual([book.id])
  })

  test('does not overwrite a wish that is still under way', async () => {
    const opened = await openReader()
    const [book, other] = [backend.addBook(), backend.addBook()]
    const open = backend.holds(addFavoriteBook)
    const outcome = want(opened.store, book, true)
    await written(1)
    backend.account(opened.reader.id).favorites = [other.id]
    await fetchList(opened)
    expect(hearts(opened.store)).toEqual([book.id, other.id])
    open()
    await outcome
    expect(new Set(hearts(opened.store))).toEqual(new Set([book.id, other.id]))
  })

  test('that a heart has fetched anew wins too', async () => {
    const opened = await openReader()
    const { store, reader } = opened
    const [book, elsewhere] = [backend.addBook(), backend.addBook()]
    await store.dispatch(booksApi.endpoints.getFavoriteBooks.initiate(reader.id))
    backend.account(reader.id).favorites = [elsewhere.id]
    await want(store, book, true)
    await vi.waitFor(() => expect(hearts(store)).toEqual([book.id, elsewhere.id]))
  })

  test('of another reader is not taken', async () => {
    const { store } = await openReader()
    backend.answers(getFavoriteBooks, [backend.addBook()])
    await store.dispatch(
      booksApi.endpoints.getFavoriteBooks.initiate('somebody-else', { subscribe: false }),
    )
    expect(hearts(store)).toEqual([])
  })

  test('that fails changes nothing and is forgotten', async () => {
    const book = backend.addBook()
    const opened = await openReader({ favorites: [book.id] })
    await fetchList(opened)
    backend.fails(getFavoriteBooks)
    await fetchList(opened)
    expect(hearts(opened.store)).toEqual([book.id])
    expect(opened.store.getState().localFavorites.asked).toEqual({})
  })
})

describe('readers', () => {
  test('a change of reader clears the hearts, the same reader keeps them', async () => {
    const { store, reader } = await openReader()
    const book = backend.addBook()
    await want(store, book, true)
    const user = { id: reader.id, name: 'Renamed' }
    store.dispatch(sessionChangedElsewhere({ token: 'another', user }))
    expect(hearts(store)).toEqual([book.id])
    store.dispatch(sessionChangedElsewhere({ token: 't', user: { id: 'other', name: '' } }))
    expect(hearts(store)).toEqual([])
    expect(store.getState().localFavorites.ownerId).toBe('other')
  })

  test('a login clears the hearts of the reader before', async () => {
    const { store } = await openReader()
    await want(store, backend.addBook(), true)
    const { email, password, id } = backend.addUser()
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    expect(store.getState().localFavorites).toMatchObject({ ownerId: id, entries: [] })
  })

  test('after a logout a late failure puts nothing back', async () => {
    const book = backend.addBook()
    const opened = await openReader({ favorites: [book.id] })
    await fetchList(opened)
    const open = backend.holds(removeFavoriteBook)
    const outcome = want(opened.store, book, false)
    await written(1)
    opened.store.dispatch(loggedOut())
    backend.endSessions()
    open()
    expect(await outcome).toBe('saved')
    expect(hearts(opened.store)).toEqual([])
    expect(opened.store.getState().localFavorites).toMatchObject({
      ownerId: null,
      intents: {},
      unsent: {},
    })
  })

  test('a late failure of the reader before leaves the same heart of the next one', async () => {
    const { store } = await openReader()
    const book = backend.addBook()
    backend.fails(addFavoriteBookFromDetail)
    const openFirst = backend.holds(addFavoriteBookFromDetail)
    const first = want(store, book, true, 'detail')
    await written(1)
    store.dispatch(loggedOut())
    const { email, password, id } = backend.addUser()
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    const openSecond = backend.holds(addFavoriteBook)
    const second = want(store, book, true)
    await written(2)
    openFirst()
    expect(await first).toBe('saved')
    expect(hearts(store)).toEqual([book.id])
    openSecond()
    expect(await second).toBe('saved')
    expect(backend.account(id).favorites).toEqual([book.id])
  })

  test('a list that comes after the logout is not taken', async () => {
    const book = backend.addBook()
    const opened = await openReader({ favorites: [book.id] })
    const open = backend.holds(getFavoriteBooks)
    const list = fetchList(opened)
    await vi.waitFor(() => expect(sentRequests('GET')).toHaveLength(1))
    opened.store.dispatch(loggedOut())
    open()
    await list
    expect(hearts(opened.store)).toEqual([])
  })

  test('another tab changes the list; a wish under way stays', async () => {
    const { store } = await openReader()
    const [mine, theirs] = [backend.addBook(), backend.addBook()]
    const open = backend.holds(addFavoriteBook)
    const outcome = want(store, mine, true)
    store.dispatch(favoritesChangedElsewhere([entryFromList(theirs)]))
    expect(hearts(store)).toEqual([mine.id, theirs.id])
    open()
    await outcome
    store.dispatch(favoritesChangedElsewhere([]))
    expect(hearts(store)).toEqual([])
  })
})

describe('a session that came through a link and is refused', () => {
  const forged = { token: 'forged', user: { id: 'u-eve', name: '' } }

  test('gives the earlier reader their hearts back', async () => {
    const book = backend.addBook()
    const opened = await openReader({ favorites: [book.id] })
    const { store, reader } = opened
    await fetchList(opened)
    store.dispatch(sessionArrived(forged))
    expect(hearts(store)).toEqual([])
    await store.dispatch(booksApi.endpoints.getProfile.initiate(undefined, { subscribe: false }))
    expect(store.getState().auth.token).toBe(reader.token)
    expect(hearts(store)).toEqual([book.id])
    backend.account(reader.id).favorites = []
    await fetchList(opened)
    expect(hearts(store)).toEqual([])
  })

  test('but not once the server has taken it', async () => {
    const book = backend.addBook()
    const opened = await openReader({ favorites: [book.id] })
    const { store } = opened
    await fetchList(opened)
    const other = await openReader()
    store.dispatch(
      sessionArrived({ token: other.reader.token, user: { id: other.reader.id, name: '' } }),
    )
    const profile = () =>
      store.dispatch(
        booksApi.endpoints.getProfile.initiate(undefined, { subscribe: false, forceRefetch: true }),
      )
    await profile()
    backend.endSessions()
    await profile()
    expect(store.getState().auth).toMatchObject({ token: null, ended: 'rejected' })
    expect(store.getState().localFavorites).toMatchObject({ ownerId: null, entries: [] })
  })
})

/** A reader whose session ends on the server while they set two hearts. */
async function loseSession() {
  const opened = await openReader()
  const books = [backend.addBook(), backend.addBook()]
  backend.endSessions()
  const outcomes = await Promise.all(
    books.map((book) => want(opened.store, book, true, 'recommendations', 'Sappho')),
  )
  expect(outcomes).toEqual(['saved', 'saved'])
  return { ...opened, books }
}

function waiting(store: AppStore): Record<string, string[]> {
  const { unsent } = store.getState().localFavorites
  return Object.fromEntries(
    Object.entries(unsent).map(([id, wishes]) => [id, wishes.map(({ entry }) => entry.id)]),
  )
}

describe('wishes that could not be sent (decision 6)', () => {
  test("wait under their reader's id, out of sight", async () => {
    const { store, reader, books } = await loseSession()
    expect(store.getState().auth).toMatchObject({ token: null, ended: 'rejected' })
    expect(hearts(store)).toEqual([])
    expect(waiting(store)).toEqual({ [reader.id]: books.map(({ id }) => id) })
  })

  test('are sent at the next sign-in of that reader, and not twice', async () => {
    const { store, reader, books } = await loseSession()
    const { email, password } = reader
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    const before = writes().length
    await Promise.all([store.dispatch(sendUnsent()), store.dispatch(sendUnsent())])
    expect(writes().slice(before)).toEqual(['POST', 'POST'])
    expect(new Set(backend.account(reader.id).favorites)).toEqual(
      new Set(books.map(({ id }) => id)),
    )
    expect(new Set(hearts(store))).toEqual(new Set(books.map(({ id }) => id)))
    expect(waiting(store)).toEqual({})
    await store.dispatch(sendUnsent())
    expect(writes()).toHaveLength(before + 2)
    // Their author, too, who is saved after a book (decision 32).
    expect(backend.account(reader.id).favoriteAuthors).toEqual(['Sappho'])
  })

  test('are not sent at the sign-in of another, and wait on', async () => {
    const { store, reader, books } = await loseSession()
    const other = backend.addUser()
    const sent = writes().length
    const { email, password } = other
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    await store.dispatch(sendUnsent())
    expect(writes()).toHaveLength(sent)
    expect(other.favorites).toEqual([])
    expect(waiting(store)).toEqual({ [reader.id]: books.map(({ id }) => id) })
    store.dispatch(loggedOut())
    expect(waiting(store)).toEqual({ [reader.id]: books.map(({ id }) => id) })
  })

  test('all wait on where the session ends while they are being sent', async () => {
    const { store, reader, books } = await loseSession()
    const { email, password } = reader
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    backend.endSessions()
    await store.dispatch(sendUnsent())
    expect(store.getState().auth.ended).toBe('rejected')
    expect(Object.keys(waiting(store))).toEqual([reader.id])
    expect(new Set(waiting(store)[reader.id])).toEqual(new Set(books.map(({ id }) => id)))
  })

  test('the later wish for a book takes the place of the earlier', async () => {
    const { store, reader, books } = await loseSession()
    const [book] = books
    if (book === undefined) throw new Error('No book.')
    backend.account(reader.id).favorites = [book.id]
    const { email, password } = reader
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    await fetchList({ store, reader })
    backend.endSessions()
    await want(store, book, false)
    const mine = store.getState().localFavorites.unsent[reader.id]
    expect(mine?.filter(({ entry }) => entry.id === book.id).map(({ wanted }) => wanted)).toEqual([
      false,
    ])
    expect(mine).toHaveLength(2)
  })

  test('a heart under way when the page goes is sent by the next one, unless the server has it', async () => {
    const [lost, arrived] = [backend.addBook(), backend.addBook()]
    const { store, reader, persistor } = await openReader()
    backend.holds(addFavoriteBook)
    const before = writes().length
    void want(store, lost, true, 'recommendations', 'Sappho')
    void want(store, arrived, true)
    await vi.waitFor(() => expect(writes()).toHaveLength(before + 2))
    store.dispatch(pageLeft())
    await persistor.flush()
    persistor.pause()
    backend.recovers()
    backend.account(reader.id).favorites = [arrived.id]
    const later = await openStore()
    expect(waiting(later.store)).toEqual({ [reader.id]: [lost.id, arrived.id] })
    const sent = writes().length
    await later.store.dispatch(fillFavorites(reader.id))
    expect(writes().slice(sent)).toEqual(['POST'])
    expect(backend.account(reader.id).favorites).toEqual([lost.id, arrived.id])
    expect(waiting(later.store)).toEqual({})
  })

  test('none wait where nothing was under way', async () => {
    const { store, reader } = await openReader()
    store.dispatch(sessionRejected({ token: reader.token }))
    expect(waiting(store)).toEqual({})
  })

  test('are not asked after for a reader who has gone meanwhile', async () => {
    const { store } = await openReader()
    await store.dispatch(fillFavorites('somebody-else'))
    expect(sentRequests('GET', /favoriteBooks/)).toEqual([])
  })

  test('of a visitor are none', async () => {
    const { store } = await openStore()
    await store.dispatch(sendUnsent())
    expect(sentRequests()).toEqual([])
  })
})
