import { http, HttpResponse } from 'msw'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { getBook } from '../../contract/books.ts'
import { addFavoriteBook, getFavoriteBooks } from '../../contract/favorites.ts'
import { atOrigin } from '../../mocks/address.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { booksApi } from '../api/booksApi.ts'
import { loggedOut } from '../state/authSlice.ts'
import { untilRestored } from '../state/store.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import {
  cached,
  provideCacheStorage,
  putInCache,
  refuseCacheStorage,
} from '../test/cacheStorage.ts'
import { announceNetwork, findNetwork, loseNetwork } from '../test/network.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'
import { answerFromKept } from './keptBooks.ts'
import { startOffline } from './start.tsx'

const OFFLINE = 'You are offline. Your favorites and the books you have opened are still here.'

beforeEach(provideCacheStorage)

/** The product at an address with the part that serves it without network, as product.tsx starts both. */
function open(url: string): ReturnType<typeof renderApp> {
  const page = renderApp(url)
  let stop: (() => void) | undefined
  act(() => {
    stop = startOffline(page.store)
  })
  onTestFinished(() => act(() => stop?.()))
  return page
}

/** A reader who has opened one book and has one favorite, and what this browser kept of it. */
async function openShelf() {
  const [favorite, opened] = [
    backend.addBook({ volumeInfo: { title: 'Emma', authors: ['Jane Austen'] } }),
    backend.addBook({ volumeInfo: { title: 'Walden', authors: ['Henry Thoreau'] } }),
  ]
  const reader = signIn({ favorites: [favorite.id] })
  const page = open(`/book/${opened.id}`)
  await screen.findByRole('heading', { name: 'Walden' })
  const paths = [`/api/user/${reader.id}/favoriteBooks`, `/api/book/detail/${opened.id}`]
  await waitFor(() => expect(cached()[`reader:${reader.id}`]?.toSorted()).toEqual(paths.toSorted()))
  return { favorite, opened, reader, paths, ...page }
}

describe('without network', () => {
  test('favorites and opened books are read from what was kept, with a quiet line', async () => {
    const { user } = await openShelf()
    act(loseNetwork)
    expect(await screen.findByText(OFFLINE)).toBeVisible()
    expect(screen.getByText(OFFLINE).closest('[role=status]')).not.toBeNull()
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    await user.click(await screen.findByRole('link', { name: 'Emma' }))
    // Never opened, but the list knew it whole.
    expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
    expect(screen.getByText('Jane Austen')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('a page opened anew shows the same, hearts that wait included', async () => {
    const { favorite, opened, user, store, persistor } = await openShelf()
    act(loseNetwork)
    await user.click(screen.getByRole('button', { name: 'Add to favorites' }))
    expect(
      await screen.findByText('You are offline. Your change is kept and sent later.'),
    ).toBeVisible()
    await quiet()
    await persistor.flush()
    const { entries } = store.getState().localFavorites
    expect(entries.map(({ id }) => id)).toEqual([opened.id, favorite.id])
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    await waitFor(() =>
      expect(
        within(screen.getByRole('main'))
          .getAllByRole('heading', { level: 2 })
          .map(({ textContent }) => textContent),
      ).toEqual(['Walden', 'Emma']),
    )
    expect(screen.queryByText('Failed to load favorite books.')).not.toBeInTheDocument()
  })

  test('a book that was not kept fails as specified', async () => {
    await openShelf()
    const other = backend.addBook({ volumeInfo: { title: 'Middlemarch' } })
    act(loseNetwork)
    act(() => {
      window.history.pushState(null, '', `/book/${other.id}`)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(await screen.findByText('Error loading the book details.')).toBeVisible()
  })

  test('what was damaged is as good as not kept', async () => {
    const { reader, opened, user } = await openShelf()
    putInCache(`reader:${reader.id}`, `/api/user/${reader.id}/favoriteBooks`, '[{"id"')
    putInCache(`reader:${reader.id}`, `/api/book/detail/${opened.id}`, '{"no":"id"}')
    act(loseNetwork)
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    // The list of hearts has it: title and cover, as far as it knows.
    expect(await screen.findByRole('link', { name: 'Emma' })).toBeVisible()
  })

  test('the server is asked as soon as it can be reached', async () => {
    const { reader, user } = await openShelf()
    act(loseNetwork)
    await user.click(screen.getByRole('button', { name: 'Add to favorites' }))
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    await screen.findByRole('link', { name: 'Walden' })
    const elsewhere = backend.addBook({ volumeInfo: { title: 'Persuasion' } })
    backend.account(reader.id).favorites.push(elsewhere.id)
    const before = sentRequests('POST').length
    act(findNetwork)
    expect(await screen.findByRole('link', { name: 'Persuasion' })).toBeVisible()
    await waitFor(() => expect(backend.account(reader.id).favorites).toHaveLength(3))
    expect(sentRequests('POST').slice(before)).toHaveLength(1)
    expect(screen.queryByText(OFFLINE)).not.toBeInTheDocument()
  })
})

/** As `open`, where something was kept before: it is known at the start who reads, as in product.tsx. */
async function reopen(url: string): Promise<ReturnType<typeof renderApp>> {
  const page = renderApp(url)
  const started = async () => {
    await untilRestored(page.store)
    return startOffline(page.store)
  }
  const stop = await act(started)
  onTestFinished(() => act(stop))
  return page
}

/** A reader of whom this browser has kept a favorite and an opened book, before the page is opened. */
function signInWithShelf() {
  const [favorite, opened] = [
    backend.addBook({ volumeInfo: { title: 'Emma' } }),
    backend.addBook({ volumeInfo: { title: 'Walden' } }),
  ]
  const reader = signIn({ favorites: [favorite.id] })
  const keep = (path: string, value: unknown): void =>
    putInCache(`reader:${reader.id}`, path, JSON.stringify(value))
  keep(`/api/user/${reader.id}/favoriteBooks`, [favorite])
  keep(`/api/book/detail/${opened.id}`, opened)
  localStorage.setItem('favorites', JSON.stringify([{ id: favorite.id, title: 'Emma' }]))
  return { reader, favorite, opened }
}

const detailsAsked = (): string[] =>
  sentRequests('GET', /^\/api\/book\/detail\//).map(({ path }) => path)

describe('a network that is announced and does not carry', () => {
  test('leaves the book that is read where it is, and asks again until it carries', async () => {
    const { opened } = signInWithShelf()
    loseNetwork()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await reopen(`/book/${opened.id}`)
    expect(await screen.findByRole('heading', { name: 'Walden' })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(1000))
    act(announceNetwork)
    await act(() => vi.advanceTimersByTimeAsync(25_000))
    expect(screen.getByRole('heading', { name: 'Walden' })).toBeVisible()
    expect(within(screen.getByRole('main')).queryByRole('alert')).not.toBeInTheDocument()
    backend.recovers()
    opened.volumeInfo.title = 'Walden; or, Life in the Woods'
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect(await screen.findByRole('heading', { name: /Life in the Woods/ })).toBeVisible()
    await quiet()
    const asked = detailsAsked().length
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(detailsAsked()).toHaveLength(asked)
  })

  test('a server that is busy then is no failure either; one that refuses is', async () => {
    const { opened } = signInWithShelf()
    loseNetwork()
    await reopen(`/book/${opened.id}`)
    await screen.findByRole('heading', { name: 'Walden' })
    await new Promise((resolve) => setTimeout(resolve, 600))
    backend.recovers()
    backend.refuses(getBook, 429, 'Too many requests.')
    const before = detailsAsked().length
    act(announceNetwork)
    await waitFor(() => expect(detailsAsked().length).toBeGreaterThan(before))
    await quiet()
    expect(screen.getByRole('heading', { name: 'Walden' })).toBeVisible()
    expect(screen.queryByText('Error loading the book details.')).not.toBeInTheDocument()
    backend.recovers()
    backend.fails(getBook)
    act(announceNetwork)
    expect(await screen.findByText('Error loading the book details.')).toBeVisible()
    // Of what is known nothing is taken away.
    expect(screen.getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
  })
})

test('as the network comes back a page that is not shown is asked for when it is', async () => {
  const { opened, favorite } = signInWithShelf()
  loseNetwork()
  const { user } = await reopen(`/book/${opened.id}`)
  await screen.findByRole('heading', { name: 'Walden' })
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  await user.click(await screen.findByRole('link', { name: 'Emma' }))
  await screen.findByRole('heading', { level: 1, name: 'Emma' })
  await new Promise((resolve) => setTimeout(resolve, 600))
  const before = sentRequests('GET').length
  act(findNetwork)
  await waitFor(() => expect(detailsAsked().at(-1)).toBe(`/api/book/detail/${favorite.id}`))
  await quiet()
  const asked = sentRequests('GET')
    .slice(before)
    .map(({ path }) => path)
  expect(asked).not.toContain(`/api/book/detail/${opened.id}`)
  expect(asked.filter((path) => path.endsWith('/favoriteBooks'))).toEqual([])
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  await waitFor(() => expect(sentRequests('GET').at(-1)?.path).toMatch(/favoriteBooks$/))
  await quiet()
})

describe('while the browser is online and the server is not reached', () => {
  test('what was kept stands below the failure', async () => {
    const { opened } = signInWithShelf()
    backend.unreachable(getFavoriteBooks)
    backend.unreachable(getBook)
    const { user } = await reopen('/favorites')
    expect(await screen.findByText('Failed to load favorite books.')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Emma' })).toBeVisible()
    const { pathname } = window.location
    act(() => {
      window.history.pushState(null, '', `/book/${opened.id}`)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    expect(pathname).toBe('/favorites')
    expect(await screen.findByText('Error loading the book details.')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
    backend.recovers()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() =>
      expect(screen.queryByText('Error loading the book details.')).not.toBeInTheDocument(),
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Walden' })).toBeVisible()
  })

  test('also what failed before this part had come', async () => {
    signInWithShelf()
    backend.unreachable(getFavoriteBooks)
    const { store } = renderApp('/favorites')
    expect(await screen.findByText('Failed to load favorite books.')).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Emma' })).not.toBeInTheDocument()
    const stop = startOffline(store)
    onTestFinished(() => act(stop))
    expect(await screen.findByRole('link', { name: 'Emma' })).toBeVisible()
    expect(screen.getByText('Failed to load favorite books.')).toBeVisible()
  })

  test('a line that hangs shows what was kept after four seconds; the call goes on', async () => {
    const { opened } = signInWithShelf()
    const answer = backend.holds(getBook)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await reopen(`/book/${opened.id}`)
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(screen.queryByRole('heading', { name: 'Walden' })).not.toBeInTheDocument()
    await act(() => vi.advanceTimersByTimeAsync(1500))
    expect(await screen.findByRole('heading', { name: 'Walden' })).toBeVisible()
    expect(screen.queryByText('Error loading the book details.')).not.toBeInTheDocument()
    opened.volumeInfo.title = 'Walden; or, Life in the Woods'
    answer()
    expect(await screen.findByRole('heading', { name: /Life in the Woods/ })).toBeVisible()
    expect(detailsAsked()).toHaveLength(1)
  })
})

describe('a page that failed without network', () => {
  test('is there as soon as the network is', async () => {
    signInWithShelf()
    const other = backend.addBook({ volumeInfo: { title: 'Middlemarch' } })
    loseNetwork()
    await reopen(`/book/${other.id}`)
    expect(await screen.findByText('Error loading the book details.')).toBeVisible()
    await new Promise((resolve) => setTimeout(resolve, 600))
    act(findNetwork)
    expect(await screen.findByRole('heading', { name: 'Middlemarch' })).toBeVisible()
    expect(screen.queryByText('Error loading the book details.')).not.toBeInTheDocument()
  })

  test('with several calls makes those that failed, and no others', async () => {
    signIn({ preferences: ['Poetry', 'Mystery'] })
    backend.failsWhere('/api/recommendedBooks', 'preference', 'Poetry')
    await reopen('/recommendations')
    await screen.findAllByRole('heading', { level: 3 })
    await quiet()
    backend.recovers()
    const before = sentRequests('GET').length
    await new Promise((resolve) => setTimeout(resolve, 600))
    act(announceNetwork)
    await quiet()
    // What a server refused stays refused.
    expect(sentRequests('GET').slice(before)).toEqual([])
  })

  test('of recommendations is whole again', async () => {
    signIn({ preferences: ['Poetry'] })
    loseNetwork()
    await reopen('/recommendations')
    await quiet()
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(screen.queryByRole('heading', { level: 3 })).not.toBeInTheDocument()
    act(findNetwork)
    expect((await screen.findAllByRole('heading', { level: 3 })).length).toBeGreaterThan(0)
  })
})

/** A reader with one heart that waits, in this browser's storage, before the page is opened. */
function signInWaiting() {
  const book = backend.addBook()
  const reader = signIn()
  const wish = { entry: { id: book.id, title: 'Emma' }, wanted: true }
  localStorage.setItem('unsentFavorites', JSON.stringify({ [reader.id]: [wish] }))
  return { book, saved: () => backend.account(reader.id).favorites }
}

describe('hearts that wait', () => {
  test('are sent once the network carries, also where no event tells of it', async () => {
    const { book, saved } = signInWaiting()
    backend.unreachable(addFavoriteBook)
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open('/')
    await act(() => vi.advanceTimersByTimeAsync(45_000))
    expect(sentRequests('POST', /favoriteBook$/).length).toBeGreaterThan(3)
    expect(localStorage.getItem('unsentFavorites')).toContain(book.id)
    backend.recovers()
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    await waitFor(() => expect(saved()).toEqual([book.id]))
    await waitFor(() => expect(localStorage.getItem('unsentFavorites')).toBeNull())
  })

  test('leave nothing to send once they are sent', async () => {
    const { book, saved } = signInWaiting()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open('/')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await waitFor(() => expect(saved()).toEqual([book.id]))
    await quiet()
    const before = sentRequests().length
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(sentRequests()).toHaveLength(before)
  })

  test('are left alone without network', async () => {
    signInWaiting()
    loseNetwork()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    open('/')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    await quiet()
    const before = sentRequests('POST').length
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(sentRequests('POST')).toHaveLength(before)
  })
})

describe('without network, the quiet line promises', () => {
  const NO_MORE = 'You are offline.'

  test('books that were opened, to a reader without favorites', async () => {
    const opened = backend.addBook({ volumeInfo: { title: 'Walden' } })
    const reader = signIn()
    open(`/book/${opened.id}`)
    await screen.findByRole('heading', { name: 'Walden' })
    await waitFor(() =>
      expect(cached()[`reader:${reader.id}`]).toContain(`/api/book/detail/${opened.id}`),
    )
    act(loseNetwork)
    expect(await screen.findByText(OFFLINE)).toBeVisible()
  })

  test('favorites alone where the browser keeps no books, and shows them', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
    signIn({ favorites: [book.id] })
    refuseCacheStorage()
    const { user } = open('/')
    await screen.findByRole('button', { name: 'Profile menu' })
    await quiet()
    act(loseNetwork)
    expect(await screen.findByText('You are offline. Your favorites are still here.')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    expect(await screen.findByText('Emma')).toBeVisible()
  })

  test('nothing where nothing was kept', async () => {
    signIn()
    open('/')
    await screen.findByRole('button', { name: 'Profile menu' })
    await quiet()
    act(loseNetwork)
    expect(await screen.findByText(NO_MORE)).toBeVisible()
    expect(screen.queryByText(OFFLINE)).not.toBeInTheDocument()
  })

  test('nothing any more once the session is over', async () => {
    const { store } = await openShelf()
    act(loseNetwork)
    await screen.findByText(OFFLINE)
    act(() => void store.dispatch(loggedOut()))
    expect(await screen.findByText(NO_MORE)).toBeVisible()
    await quiet()
  })
})

/** A reader with three favorites opens the landing page, where none of them is shown. */
async function openElsewhere() {
  fakeBackend.use(http.get(atOrigin('/covers/:id'), () => new HttpResponse('a picture')))
  const books = [backend.addBook(), backend.addBook(), backend.addBook()]
  const reader = signIn({ favorites: books.map(({ id }) => id) })
  open('/')
  await waitFor(() => expect(cached()[`reader:${reader.id}`]).toHaveLength(1))
  return books.map(({ id }) => `/covers/${id}`)
}

describe('of the list', () => {
  test('the covers are kept, though none of them was shown', async () => {
    const covers = await openElsewhere()
    await waitFor(() => expect(cached()['covers']).toHaveLength(3))
    expect(cached()['covers']).toEqual(covers)
    await quiet()
    expect(sentRequests('GET', /^\/covers\//)).toHaveLength(3)
  })

  test('covers that others would take the place of are kept anew', async () => {
    const covers = await openElsewhere()
    await waitFor(() => expect(cached()['covers']).toHaveLength(3))
    for (let index = 0; index < 390; index += 1) putInCache('covers', `/covers/b${index}`, 'x')
    // Whatever comes next.
    act(() => {
      window.history.pushState(null, '', '/book/pride-and-prejudice')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await waitFor(() => expect(cached()['covers']?.slice(-3)).toEqual(covers))
    expect(sentRequests('GET', /^\/covers\//)).toHaveLength(3)
  })

  test('no cover is fetched for a reader who saves data', async () => {
    Object.defineProperty(navigator, 'connection', {
      configurable: true,
      value: { saveData: true },
    })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'connection'))
    await openElsewhere()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(sentRequests('GET', /^\/covers\//)).toEqual([])
  })
})

describe('what is kept', () => {
  test('goes with the session, and the covers that were seen in it', async () => {
    const { store } = await openShelf()
    putInCache('covers', '/covers/emma', 'a picture')
    act(() => void store.dispatch(loggedOut()))
    await waitFor(() => expect(cached()).toEqual({}))
    await quiet()
  })

  test('of another reader is taken away at the start', async () => {
    putInCache('reader:somebody', '/api/book/detail/x', '{}')
    putInCache('covers', '/covers/x', 'a picture')
    putInCache('workbox-precache', '/assets/index.js', 'a script')
    const { reader } = await openShelf()
    expect(Object.keys(cached())).toEqual(
      expect.arrayContaining([`reader:${reader.id}`, 'workbox-precache']),
    )
    expect(Object.keys(cached())).not.toContain('reader:somebody')
    expect(cached()['covers'] ?? []).toEqual([])
  })

  test('is their own list, whatever else is asked for', async () => {
    const { store, reader, favorite } = await openShelf()
    const other = backend.addBook()
    backend.answers(getFavoriteBooks, [other])
    await act(() => store.dispatch(booksApi.endpoints.getFavoriteBooks.initiate('somebody')))
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(Object.keys(cached()).filter((name) => name.startsWith('reader:'))).toEqual([
      `reader:${reader.id}`,
    ])
    const list = await answerFromKept(`/api/user/${reader.id}/favoriteBooks`, reader.id, [
      { id: favorite.id, title: 'only a title' },
      { id: other.id, title: 'only a title' },
    ])
    expect(list).toMatchObject([
      { volumeInfo: { title: 'Emma' } },
      { volumeInfo: { title: 'only a title' } },
    ])
  })

  test('is nothing of a visitor’s', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
    open(`/book/${book.id}`)
    await screen.findByRole('heading', { name: 'Emma' })
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(cached()).toEqual({})
  })
})
