import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { QueryStatus } from '@reduxjs/toolkit/query'
import * as fc from 'fast-check'
import { Provider } from 'react-redux'
import { afterEach, expect, test, vi } from 'vitest'
import { booksApi } from '../api/booksApi.ts'
import type { Book } from '../../contract/books.ts'
import { runs } from '../../test/full.ts'
import { FavoriteButton } from '../components/FavoriteButton.tsx'
import { isRecord } from '../lib/record.ts'
import type { Toast } from '../lib/toast.tsx'
import { selectUserId } from './authSlice.ts'
import type { FavoriteScreen } from './favoritesSlice.ts'
import { writeSession } from './storage.ts'
import { makeStore, rehydrate, type AppStore } from './store.ts'

/**
 * Hearts under random clicks: up to 20 clicks a book on three books of three screens, while a scheduler decides
 * in which order requests arrive and responses come back. Every response may be a failure, or be lost before or
 * after the server did its work.
 */

const SCHEDULES = runs(100, 2000)
const CLICKS_PER_BOOK = 20
/** Longer than the client waits before it repeats a request, in milliseconds. */
const PAUSE_MS = 1000
/** Longer than the store waits before it notifies components of a response, in milliseconds. */
const FRAME_MS = 50
const USER = 'u-ada'

let toasts: Toast[] = []
// notistack would show a message only once while it is on the screen; here every one counts.
vi.mock(import('../lib/toast.tsx'), () => ({
  toast: (shown: Toast) => void toasts.push(shown),
  closeToasts: () => undefined,
}))

const SCREENS: readonly FavoriteScreen[] = ['recommendations', 'detail', 'favorites']
const BOOKS: readonly Book[] = SCREENS.map((name) => ({
  id: name,
  // Without an author: saving it is another request.
  volumeInfo: { title: name, authors: [], categories: [] },
  accessInfo: { pdf: { isAvailable: false } },
  saleInfo: {},
}))

/** What becomes of one request. */
const FATES = ['done', '500', '429', '503', 'lostBefore', 'lostAfter'] as const
type Fate = (typeof FATES)[number]

interface Server {
  /** Ids of the reader's favorites. */
  list: Set<string>
  /** Responses to writes lost so far. */
  lost: number
  failures: number
  /** From now on everything works. */
  recover: () => void
}

/** A server in place of `fetch`: each request is a task of the scheduler to arrive, and one to come back. */
function startServer(
  scheduler: fc.Scheduler,
  fates: readonly Fate[],
  list: Iterable<string>,
): Server {
  let requests = 0
  let recovered = false
  const underway = new Set<string>()
  const server: Server = {
    list: new Set(list),
    lost: 0,
    failures: 0,
    recover: () => (recovered = true),
  }

  async function respond(request: Request): Promise<Response> {
    const fate = recovered ? 'done' : (fates[requests % fates.length] ?? 'done')
    requests += 1
    const { pathname } = new URL(request.url)
    const body: unknown = request.method === 'POST' ? await request.json() : undefined
    const posted = isRecord(body) ? body['bookId'] : undefined
    const id = typeof posted === 'string' ? posted : (pathname.split('/favoriteBook/')[1] ?? '')
    const write = request.method !== 'GET'
    // One request per book at a time.
    if (write) {
      expect(underway.has(id)).toBe(false)
      underway.add(id)
    }
    try {
      await scheduler.schedule(Promise.resolve(), `${request.method} ${id} arrives`)
      if (fate !== 'done') server.failures += 1
      if (fate === 'done' || fate === 'lostAfter') {
        if (request.method === 'POST') server.list.add(id)
        if (request.method === 'DELETE') server.list.delete(id)
      }
      const found = BOOKS.filter((book) => server.list.has(book.id))
      await scheduler.schedule(Promise.resolve(), `${request.method} ${id} comes back: ${fate}`)
      if (fate === 'lostBefore' || fate === 'lostAfter') {
        if (write) server.lost += 1
        throw new TypeError('fetch failed')
      }
      const status = fate === 'done' ? 200 : Number(fate)
      return Response.json(status === 200 ? (write ? {} : found) : { message: 'No.' }, { status })
    } finally {
      if (write) underway.delete(id)
    }
  }

  vi.stubGlobal('fetch', respond)
  return server
}

/** Lets this many milliseconds pass, with everything that follows. */
async function letPass(ms: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
}

function isBusy(store: AppStore): boolean {
  const { localFavorites, booksApi: api } = store.getState()
  return (
    Object.keys(localFavorites.pending).length > 0 ||
    Object.values(api.queries).some((query) => query?.status === QueryStatus.pending)
  )
}

/** Runs the scheduler's tasks in its order; where only time is waited for, time passes. */
async function runOut(scheduler: fc.Scheduler, store: AppStore): Promise<void> {
  for (;;) {
    await letPass(0)
    if (scheduler.count() > 0) await scheduler.waitNext(1)
    else if (isBusy(store)) await letPass(PAUSE_MS)
    else return letPass(FRAME_MS)
  }
}

async function openStore() {
  writeSession({ token: 't'.repeat(43), user: { id: USER, name: 'Ada' } })
  // The store as it is built for production: without the checks that cost most of a schedule's time.
  vi.stubEnv('NODE_ENV', 'production')
  const store = makeStore()
  vi.unstubAllEnvs()
  const rehydrated = rehydrate(store)
  await letPass(1)
  expect(selectUserId(store.getState())).toBe(USER)
  return { store, ...(await rehydrated) }
}

function heart(index: number): HTMLElement {
  const button = screen.getByTestId(`book-${index}`).querySelector('button')
  if (button === null) throw new Error(`Book ${index} has no heart.`)
  return button
}

/** Whether the heart of a book is red. */
function isRed(index: number): boolean {
  const label = heart(index).getAttribute('aria-label')
  expect(['Add to favorites', 'Remove from favorites']).toContain(label)
  return label === 'Remove from favorites'
}

function fetchList(store: AppStore) {
  return store.dispatch(
    booksApi.endpoints.getFavoriteBooks.initiate(USER, { subscribe: false, forceRefetch: true }),
  )
}

/** Up to 20 clicks a book, by the book's number. */
const clicksOf = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(fc.nat(BOOKS.length - 1), { maxLength: 12 }) },
    fc.array(fc.nat(BOOKS.length - 1), { maxLength: BOOKS.length * CLICKS_PER_BOOK }),
  )
  .map((clicks) =>
    clicks.filter(
      (book, at) => clicks.slice(0, at).filter((b) => b === book).length < CLICKS_PER_BOOK,
    ),
  )

/** What becomes of the requests, one after the other and then from the beginning. */
const fatesOf = fc.oneof(
  fc.constant<Fate[]>(['done']),
  fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constant<Fate>('done') }, fc.constantFrom(...FATES)),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function play(
  scheduler: fc.Scheduler,
  clicks: readonly number[],
  fates: readonly Fate[],
  before: readonly number[],
): Promise<void> {
  vi.useFakeTimers()
  const listed = before.map((index) => BOOKS[index]?.id ?? '')
  const server = startServer(scheduler, ['done'], listed)
  const { store, persistor, stop } = await openStore()
  void fetchList(store)
  await runOut(scheduler, store)
  const faulty = startServer(scheduler, fates, listed)
  expect(server.failures).toBe(0)

  const alerts = BOOKS.map(() => 0)
  render(
    <Provider store={store}>
      {BOOKS.map((book, index) => (
        <div key={book.id} data-testid={`book-${index}`}>
          <FavoriteButton
            book={book}
            screen={SCREENS[index] ?? 'recommendations'}
            {...(book.id === 'favorites'
              ? {
                  onToggled: (isSaved: boolean) => {
                    if (!isSaved) alerts[index] = (alerts[index] ?? 0) + 1
                  },
                }
              : {})}
          />
        </div>
      ))}
    </Provider>,
  )
  const messagesOf = (index: number): number =>
    BOOKS[index]?.id === 'favorites' ? (alerts[index] ?? 0) : toasts.length
  /** The reader's last intent for each book, and how many messages of failures there were by then. */
  const last = BOOKS.map((_book, index) => ({ intent: isRed(index), messages: 0 }))

  /** As intended last, or rolled back with a message. */
  const expectIntent = (index: number): void => {
    const { intent, messages } = last[index] ?? { intent: false, messages: 0 }
    expect(isRed(index) === intent || messagesOf(index) > messages).toBe(true)
  }

  void scheduler.scheduleSequence(
    clicks.map((index, at) => ({
      label: `click ${at} on ${BOOKS[index]?.id}`,
      builder: () => {
        const intent = !isRed(index)
        last[index] = { intent, messages: messagesOf(index) }
        fireEvent.click(heart(index))
        // At once, whatever the server will respond.
        expect(isRed(index)).toBe(intent)
        return Promise.resolve()
      },
    })),
  )
  await runOut(scheduler, store)
  expect(store.getState().localFavorites.pending).toEqual({})
  for (const [index, book] of BOOKS.entries()) {
    expectIntent(index)
    // Where no response was lost, page and server agree at once.
    expect(faulty.lost > 0 || isRed(index) === faulty.list.has(book.id)).toBe(true)
  }
  expect(new Set(toasts.map(({ message }) => message)).size).toBeLessThan(2)
  const messages = toasts.length + alerts.reduce((sum, count) => sum + count, 0)
  expect(messages === 0 || faulty.failures > 0).toBe(true)

  // With the next list that comes through they agree in any case.
  faulty.recover()
  void fetchList(store)
  await runOut(scheduler, store)
  for (const [index, book] of BOOKS.entries()) {
    expectIntent(index)
    expect(isRed(index)).toBe(faulty.list.has(book.id))
  }
  await persistor.flush()
  const stored: unknown = JSON.parse(localStorage.getItem('favorites') ?? '[]')
  expect(stored).toHaveLength(faulty.list.size)
  stop()
}

test(
  `hearts end as the reader last intended, or rolled back with a message: ${SCHEDULES} schedules`,
  { timeout: 60_000 + SCHEDULES * 600 },
  async () => {
    let played = 0
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        clicksOf,
        fatesOf,
        fc.subarray([0, 1, 2]),
        async (scheduler, clicks, fates, before) => {
          try {
            await play(scheduler, clicks, fates, before)
            played += 1
          } finally {
            cleanup()
            toasts = []
            localStorage.clear()
            vi.clearAllTimers()
            vi.useRealTimers()
          }
        },
      ),
      // The same schedules every time; another seed for others.
      { numRuns: SCHEDULES, seed: Number(process.env['SEED'] ?? 20_261_121) },
    )
    expect(played).toBe(SCHEDULES)
  },
)
