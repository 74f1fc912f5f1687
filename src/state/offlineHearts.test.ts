import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addFavoriteAuthor, addFavoriteBook, removeFavoriteBook } from '../../contract/favorites.ts'
import type { Book } from '../../contract/books.ts'
import { booksApi } from '../api/booksApi.ts'
import { entryFromList } from '../api/favoriteEntry.ts'
import { takeToasts } from '../lib/toasts.ts'
import { messages } from '../messages.ts'
import { backend, sentRequests } from '../test/backend.ts'
import { announceNetwork, findNetwork, loseNetwork } from '../test/network.ts'
import { openReader, openStore } from '../test/readerStore.ts'
import { accountDeleted, loggedOut } from './authSlice.ts'
import { fillFavorites } from './fillFavorites.ts'
import { selectEntries } from './localFavoritesSlice.ts'
import { sendUnsent } from './sendUnsent.ts'
import { setFavorite } from './setFavorite.ts'
import type { AppStore } from './store.ts'

/** Hearts without network (decision page 0030). */

const KEY = 'unsentFavorites'

function want(store: AppStore, book: Book, wanted: boolean, author?: string) {
  return store.dispatch(setFavorite(entryFromList(book), wanted, 'recommendations', author))
}

function hearts(store: AppStore): string[] {
  return selectEntries(store.getState()).map(({ id }) => id)
}

function waiting(store: AppStore, userId: string): [string, boolean][] {
  const wishes = store.getState().localFavorites.unsent[userId] ?? []
  return wishes.map(({ entry, wanted }) => [entry.id, wanted])
}

/** The favorites writes that reached the server's door since this was called, as texts. */
function watchWrites(): () => Promise<string[]> {
  const before = sentRequests(undefined, /favoriteBook(\/|$)/).length
  return () =>
    Promise.all(
      sentRequests(undefined, /favoriteBook(\/|$)/)
        .slice(before)
        .map(async ({ method, path, text }) =>
          method === 'DELETE' ? `DELETE ${path.split('/').at(-1)}` : `${method} ${await text()}`,
        ),
    )
}

const add = ({ id }: Book): string => `POST ${JSON.stringify({ bookId: id })}`
const remove = ({ id }: Book): string => `DELETE ${id}`

function toasts(): string[] {
  return takeToasts().map(({ message }) => message)
}

/** Three books; the reader has the last one, and knows it. */
async function openShelf() {
  const [one, two, had] = [backend.addBook(), backend.addBook(), backend.addBook()]
  const opened = await openReader({ favorites: [had.id] })
  await opened.store.dispatch(fillFavorites(opened.reader.id))
  return { ...opened, one, two, had }
}

/** The locks that browsers have and jsdom has not: one at a time, for all stores of the page. */
function provideLocks(): string[] {
  const names: string[] = []
  let last: Promise<unknown> = Promise.resolve()
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (name: string, work: () => Promise<void>) => {
        names.push(name)
        const mine = last.then(work)
        last = mine.catch(() => undefined)
        return mine
      },
    },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  return names
}

describe('a heart without network', () => {
  test('stays as it was set, and waits', async () => {
    const { store, reader, one, had } = await openShelf()
    loseNetwork()
    expect(await want(store, one, true)).toBe('deferred')
    expect(await want(store, had, false)).toBe('deferred')
    expect(hearts(store)).toEqual([one.id])
    expect(waiting(store, reader.id)).toEqual([
      [one.id, true],
      [had.id, false],
    ])
    expect(store.getState().localFavorites.intents).toEqual({})
    // It is in the browser's storage by then: the page may be closed in the next moment.
    expect(localStorage.getItem(KEY)).toContain(one.id)
    expect(localStorage.getItem('favorites')).toContain(one.id)
  })

  test('is one wish a book: the last', async () => {
    const { store, reader, one, two } = await openShelf()
    loseNetwork()
    for (const wanted of [true, false, true, false]) await want(store, one, wanted)
    await want(store, two, true)
    await want(store, one, true)
    expect(waiting(store, reader.id)).toEqual([
      [two.id, true],
      [one.id, true],
    ])
  })

  test('that fails although the browser is online is refused, as ever', async () => {
    const { store, reader, one } = await openShelf()
    backend.unreachable(addFavoriteBook)
    expect(await want(store, one, true)).toBe('refused')
    expect(waiting(store, reader.id)).toEqual([])
    expect(hearts(store)).not.toContain(one.id)
  })

  test('that a server answers with a failure is refused, whatever the browser thinks', async () => {
    const { store, reader, one } = await openShelf()
    loseNetwork()
    backend.recovers()
    backend.fails(addFavoriteBook)
    expect(await want(store, one, true)).toBe('refused')
    expect(waiting(store, reader.id)).toEqual([])
  })
})

describe('what waits', () => {
  test('is sent in order, each once', async () => {
    const { store, reader, one, two, had } = await openShelf()
    loseNetwork()
    await want(store, two, true)
    await want(store, had, false)
    await want(store, one, true)
    findNetwork()
    const writes = watchWrites()
    await Promise.all([store.dispatch(sendUnsent()), store.dispatch(sendUnsent())])
    expect(await writes()).toEqual([add(two), remove(had), add(one)])
    expect(backend.account(reader.id).favorites).toEqual([one.id, two.id])
    expect(waiting(store, reader.id)).toEqual([])
    expect(localStorage.getItem(KEY)).toBeNull()
    expect(new Set(hearts(store))).toEqual(new Set([one.id, two.id]))
    expect(toasts()).toEqual([])
  })

  test('brings the author of an added book with it, and no author of a removed one', async () => {
    const { store, reader, one, had } = await openShelf()
    loseNetwork()
    await want(store, one, true, 'Sappho')
    await want(store, had, false, 'Nobody')
    findNetwork()
    await store.dispatch(sendUnsent())
    expect(backend.account(reader.id).favoriteAuthors).toEqual(['Sappho'])
  })

  test('outlives a reload, and shows', async () => {
    const { store, reader, one, had, persistor } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    await want(store, had, false)
    await persistor.flush()
    persistor.pause()
    const later = await openStore()
    expect(hearts(later.store)).toEqual([one.id])
    findNetwork()
    // The server's list knows nothing of it yet; what waits is shown over it.
    await later.store.dispatch(
      booksApi.endpoints.getFavoriteBooks.initiate(reader.id, { subscribe: false }),
    )
    expect(hearts(later.store)).toEqual([one.id])
    const writes = watchWrites()
    await later.store.dispatch(sendUnsent())
    expect(await writes()).toEqual([add(one), remove(had)])
    expect(backend.account(reader.id).favorites).toEqual([one.id])
  })

  test('of which a reload came between is not lost and not given twice', async () => {
    const { store, reader, one, two, had, persistor } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    await want(store, two, true)
    findNetwork()
    const open = backend.holds(addFavoriteBook)
    const writes = watchWrites()
    void store.dispatch(sendUnsent())
    await vi.waitFor(async () => expect(await writes()).toHaveLength(1))
    // The page goes while the first call is under way: its answer is heard by nobody.
    persistor.pause()
    const locks = provideLocks()
    const later = await openStore()
    expect(waiting(later.store, reader.id).map(([id]) => id)).toEqual([one.id, two.id])
    open()
    await vi.waitFor(() => expect(backend.account(reader.id).favorites).toContain(one.id))
    await later.store.dispatch(sendUnsent())
    expect(locks).toEqual([KEY])
    expect(backend.account(reader.id).favorites).toEqual([two.id, one.id, had.id])
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('is not sent where the server’s list has it already', async () => {
    const { store, reader, one } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    findNetwork()
    backend.account(reader.id).favorites.unshift(one.id)
    const writes = watchWrites()
    await store.dispatch(
      booksApi.endpoints.getFavoriteBooks.initiate(reader.id, { forceRefetch: true }),
    )
    await store.dispatch(sendUnsent())
    expect(await writes()).toEqual([])
    expect(waiting(store, reader.id)).toEqual([])
    expect(hearts(store)).toContain(one.id)
  })

  test('is sent by one of two tabs', async () => {
    const { store, reader, one, two } = await openShelf()
    const locks = provideLocks()
    loseNetwork()
    await want(store, one, true)
    const other = await openStore()
    await want(store, two, true)
    findNetwork()
    const writes = watchWrites()
    await Promise.all([other.store, store].map((tab) => tab.dispatch(sendUnsent())))
    expect(locks).toEqual([KEY, KEY])
    expect(await writes()).toEqual([add(one), add(two)])
    for (const tab of [store, other.store]) expect(waiting(tab, reader.id)).toEqual([])
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('is sent where the browser has locks and gives none', async () => {
    const { store, reader, one } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    Object.defineProperty(navigator, 'locks', {
      configurable: true,
      value: { request: () => Promise.reject(new DOMException('No.', 'SecurityError')) },
    })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
    findNetwork()
    const writes = watchWrites()
    await Promise.all([store.dispatch(sendUnsent()), store.dispatch(sendUnsent())])
    expect(await writes()).toEqual([add(one)])
    expect(waiting(store, reader.id)).toEqual([])
  })

  test('goes back where the server refuses it, with the message; the rest is sent', async () => {
    const { store, reader, one, had } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    await want(store, had, false)
    findNetwork()
    backend.refuses(addFavoriteBook, 400, 'No such book.')
    await store.dispatch(sendUnsent())
    expect(toasts()).toEqual(['Failed to save favorite book.'])
    expect(hearts(store)).toEqual([])
    expect(backend.account(reader.id).favorites).toEqual([])
    expect(waiting(store, reader.id)).toEqual([])
  })

  test('a removal that is refused gives the heart back', async () => {
    const { store, had } = await openShelf()
    loseNetwork()
    await want(store, had, false)
    findNetwork()
    backend.fails(removeFavoriteBook)
    await store.dispatch(sendUnsent())
    expect(toasts()).toEqual(['Failed to save favorite book.'])
    expect(hearts(store)).toEqual([had.id])
  })

  test('waits on where the network that came back does not carry yet', async () => {
    const { store, reader, one, two } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    await want(store, two, true)
    announceNetwork()
    const writes = watchWrites()
    await store.dispatch(sendUnsent())
    expect(await writes()).toEqual([add(one)])
    expect(waiting(store, reader.id).map(([id]) => id)).toEqual([one.id, two.id])
    expect(toasts()).toEqual([])
    expect(hearts(store)).toEqual(expect.arrayContaining([one.id, two.id]))
  })

  test.each([429, 502, 503, 504])('waits on where the server answers %i', async (status) => {
    const { store, reader, one, had } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    await want(store, had, false)
    findNetwork()
    for (const write of [addFavoriteBook, removeFavoriteBook]) {
      backend.refuses(write, status, 'The server is busy.')
    }
    const writes = watchWrites()
    await store.dispatch(sendUnsent())
    expect(await writes()).toEqual([add(one)])
    expect(waiting(store, reader.id).map(([id]) => id)).toEqual([one.id, had.id])
    expect(localStorage.getItem(KEY)).toContain(one.id)
    expect(toasts()).toEqual([])
    expect(hearts(store)).toEqual([one.id])
    backend.recovers()
    await store.dispatch(sendUnsent())
    expect(backend.account(reader.id).favorites).toEqual([one.id])
    expect(waiting(store, reader.id)).toEqual([])
    expect(toasts()).toEqual([])
  })

  test.each([429, 502, 503, 504])('never waited: %i refuses it, as ever', async (status) => {
    const { store, reader, one } = await openShelf()
    backend.refuses(addFavoriteBook, status, 'The server is busy.')
    expect(await want(store, one, true)).toBe('refused')
    expect(waiting(store, reader.id)).toEqual([])
  })

  test.each([
    ['without an answer', () => backend.unreachable(addFavoriteAuthor)],
    ['by a busy server', () => backend.refuses(addFavoriteAuthor, 429, 'Too many requests.')],
  ])('keeps an author whose saving was met %s', async (_how, meet) => {
    const { store, reader, one, two, persistor } = await openShelf()
    loseNetwork()
    await want(store, one, true, 'Sappho')
    await want(store, two, true)
    findNetwork()
    meet()
    await store.dispatch(sendUnsent())
    expect(toasts()).toEqual([])
    expect(waiting(store, reader.id).map(([id]) => id)).toEqual([one.id, two.id])
    // The page is closed, and the server's list is asked for before what waits is sent.
    await persistor.flush()
    persistor.pause()
    backend.recovers()
    const later = await openStore()
    await later.store.dispatch(fillFavorites(reader.id))
    expect(backend.account(reader.id).favoriteAuthors).toEqual(['Sappho'])
    expect(backend.account(reader.id).favorites.slice(0, 2)).toEqual([two.id, one.id])
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('tells the server of an author once, also where its heart has to wait on', async () => {
    const { store, reader, one } = await openShelf()
    loseNetwork()
    await want(store, one, true, 'Sappho')
    findNetwork()
    backend.refuses(addFavoriteBook, 503, 'The server is busy.')
    await store.dispatch(sendUnsent())
    backend.recovers()
    await store.dispatch(sendUnsent())
    expect(sentRequests('PUT', /favoriteAuthors$/)).toHaveLength(1)
    expect(backend.account(reader.id).favoriteAuthors).toEqual(['Sappho'])
    expect(backend.account(reader.id).favorites).toContain(one.id)
  })

  test('is saved without its author where the server refuses that one, with the message', async () => {
    const { store, reader, one } = await openShelf()
    loseNetwork()
    await want(store, one, true, 'Sappho')
    findNetwork()
    backend.refuses(addFavoriteAuthor, 400, 'No such author.')
    await store.dispatch(sendUnsent())
    expect(toasts()).toEqual([messages.authorSaveFailed])
    expect(backend.account(reader.id).favorites).toContain(one.id)
    expect(waiting(store, reader.id)).toEqual([])
  })

  test('a session that has ended stops it without a word of its own, in order', async () => {
    const { store, reader, one, two } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    await want(store, two, true)
    findNetwork()
    backend.endSessions()
    const writes = watchWrites()
    await store.dispatch(sendUnsent())
    expect(store.getState().auth.ended).toBe('rejected')
    expect(await writes()).toEqual([add(one)])
    expect(waiting(store, reader.id).map(([id]) => id)).toEqual([one.id, two.id])
    expect(toasts()).toEqual([])
    const { email, password } = reader
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    await store.dispatch(fillFavorites(reader.id))
    expect(backend.account(reader.id).favorites.slice(0, 2)).toEqual([two.id, one.id])
  })

  test('is nobody else’s: another reader sends nothing of it', async () => {
    const { store, reader, one } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    findNetwork()
    store.dispatch(loggedOut())
    const { email, password, id } = backend.addUser()
    const writes = watchWrites()
    await store.dispatch(booksApi.endpoints.login.initiate({ email, password }))
    await store.dispatch(fillFavorites(id))
    expect(await writes()).toEqual([])
    expect(hearts(store)).toEqual([])
    expect(waiting(store, reader.id)).toEqual([[one.id, true]])
  })

  test('goes with the account', async () => {
    const { store, reader, one, persistor } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    store.dispatch(accountDeleted({ userId: reader.id }))
    await persistor.flush()
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  test('a heart set meanwhile takes its place', async () => {
    const { store, reader, one } = await openShelf()
    loseNetwork()
    await want(store, one, true)
    findNetwork()
    const writes = watchWrites()
    // Nobody knows whether the addition arrived, so the removal is sent.
    expect(await want(store, one, false)).toBe('saved')
    expect(await writes()).toEqual([remove(one)])
    expect(waiting(store, reader.id)).toEqual([])
    expect(hearts(store)).not.toContain(one.id)
  })
})
