import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { QueryStatus } from '@reduxjs/toolkit/query'
import * as fc from 'fast-check'
import { Provider } from 'react-redux'
import { afterEach, expect, test, vi } from 'vitest'
import { booksApi } from '../api/booksApi.ts'
import type { Book } from '../../contract/books.ts'
import type { Mark } from '../../contract/marks.ts'
import { runs } from '../../test/full.ts'
import { FavoriteButton } from '../components/FavoriteButton.tsx'
import { isRecord } from '../lib/record.ts'
import type { Toast } from '../lib/toast.tsx'
import { useMark } from '../components/useMark.ts'
import { selectUserId } from './authSlice.ts'
import { MARKS } from '../../contract/markNames.ts'
import type { FavoriteScreen, HeartOrMark } from './favoritesSlice.ts'
import { writeSession } from './storage.ts'
import { makeStore, rehydrate, type AppStore } from './store.ts'

/**
 * Hearts and marks under random clicks: up to 20 clicks a book on three books of three screens, while a scheduler decides
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
  toast: (shown: Toast) => void (shown.kind === 'error' && toasts.push(shown)),
  closeToast: () => undefined,
  closeToasts: () => undefined,
}))

const BUTTONS: readonly ('favorite' | Mark)[] = ['favorite', ...MARKS]
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
  /** The reader's hearts and marks, by the book's id. */
  list: Map<string, HeartOrMark>
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
  list: Iterable<[string, HeartOrMark]>,
): Server {
  let requests = 0
  let recovered = false
  const underway = new Set<string>()
  const server: Server = {
    list: new Map(list),
    lost: 0,
    failures: 0,
    recover: () => (recovered = true),
  }

  async function respond(request: Request): Promise<Response> {
    const fate = recovered ? 'done' : (fates[requests % fates.length] ?? 'done')
    requests += 1
    const { pathname } = new URL(request.url)
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const posted = isRecord(body) ? body['bookId'] : undefined
    const [path, ofPath = ''] = pathname.split(/(?<=favoriteBook|mark)\//)
    const id = typeof posted === 'string' ? posted : ofPath
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
        if (request.method === 'POST') server.list.set(id, 'favorite')
        const mark = MARKS.find((name) => isRecord(body) && name === body['mark'])
        if (mark !== undefined) server.list.set(id, mark)
        const isOfHeart = path?.endsWith('favoriteBook') === true
        if (request.method === 'DELETE' && isOfHeart === (server.list.get(id) === 'favorite'))
          server.list.delete(id)
      }
      const having = (one: HeartOrMark) => BOOKS.filter((book) => server.list.get(book.id) === one)
      const marks = MARKS.map((name) => [name, having(name).map((book) => book.id)])
      const found = pathname.endsWith('/marks') ? Object.fromEntries(marks) : having('favorite')
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

/** One of a book's four buttons. */
function button(index: number, name: 'favorite' | Mark): HTMLElement {
  const place = screen.getByTestId(`book-${index}`)
  const found = place.querySelectorAll('button')[BUTTONS.indexOf(name)]
  if (found === undefined) throw new Error(`Book ${index} has no button ${name}.`)
  return found
}

/** What the page shows of a book, which is never two. */
function shown(index: number): HeartOrMark {
  const isSet = (name: 'favorite' | Mark) =>
    ['Remove from favorites', 'set'].includes(button(index, name).getAttribute('aria-label') ?? '')
  const [only = null, ...others] = BUTTONS.filter(isSet)
  expect(others).toEqual([])
  return only
}

interface MarkButtonProps {
  book: Book
  screen: FavoriteScreen
  name: Mark
  onSent: ((isSaved: boolean) => void) | undefined
}

function MarkButton({ book, screen: place, name, onSent }: MarkButtonProps) {
  const { mark, setMark } = useMark(book, { screen: place, onSent })
  const isSet = mark === name
  return (
    <button
      type="button"
      aria-label={isSet ? 'set' : 'not set'}
      onClick={() => void setMark(isSet ? null : name)}
    />
  )
}

async function fetchLists(store: AppStore): Promise<void> {
  const options = { subscribe: false, forceRefetch: true }
  const { getFavoriteBooks, getMarks } = booksApi.endpoints
  await Promise.all([
    store.dispatch(getFavoriteBooks.initiate(USER, options)),
    store.dispatch(getMarks.initiate(USER, options)),
  ])
}

/** The book's number and its button; a heart as often as the three marks. */
const clickOf = fc.tuple(
  fc.nat(BOOKS.length - 1),
  fc.constantFrom('favorite' as const, 'favorite' as const, 'favorite' as const, ...MARKS),
)
/** Up to 20 clicks a book. */
const clicksOf = fc
  .oneof(
    { weight: 3, arbitrary: fc.array(clickOf, { maxLength: 12 }) },
    fc.array(clickOf, { maxLength: BOOKS.length * CLICKS_PER_BOOK }),
  )
  .map((clicks) =>
    clicks.filter(
      ([book], at) => clicks.slice(0, at).filter(([b]) => b === book).length < CLICKS_PER_BOOK,
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
  clicks: readonly (readonly [book: number, button: 'favorite' | Mark])[],
  fates: readonly Fate[],
  before: readonly HeartOrMark[],
): Promise<void> {
  vi.useFakeTimers()
  const listed = BOOKS.map(({ id }, index): [string, HeartOrMark] => [id, before[index] ?? null])
  const server = startServer(scheduler, ['done'], listed)
  const { store, persistor, stop } = await openStore()
  void fetchLists(store)
  await runOut(scheduler, store)
  const faulty = startServer(scheduler, fates, listed)
  expect(server.failures).toBe(0)

  const alerts = BOOKS.map(() => 0)
  render(
    <Provider store={store}>
      {BOOKS.map((book, index) => {
        const place = SCREENS[index] ?? 'recommendations'
        const onSent = (isSaved: boolean) => {
          if (!isSaved) alerts[index] = (alerts[index] ?? 0) + 1
        }
        const ownAlert = place === 'favorites' ? onSent : undefined
        return (
          <div key={book.id} data-testid={`book-${index}`}>
            <FavoriteButton book={book} screen={place} onToggled={ownAlert} />
            {MARKS.map((name) => (
              <MarkButton key={name} book={book} screen={place} name={name} onSent={ownAlert} />
            ))}
          </div>
        )
      })}
    </Provider>,
  )
  const messagesOf = (index: number): number =>
    BOOKS[index]?.id === 'favorites' ? (alerts[index] ?? 0) : toasts.length
  /** The reader's last intent for each book, and how many messages of failures there were by then. */
  const last = BOOKS.map((_book, index) => ({ intent: shown(index), messages: 0 }))

  /** As intended last, or rolled back with a message. */
  const expectIntent = (index: number): void => {
    const { intent, messages } = last[index] ?? { intent: null, messages: 0 }
    expect(shown(index) === intent || messagesOf(index) > messages).toBe(true)
  }

  void scheduler.scheduleSequence(
    clicks.map(([index, name], at) => ({
      label: `click ${at} on ${name} of ${BOOKS[index]?.id}`,
      builder: () => {
        const intent = shown(index) === name ? null : name
        last[index] = { intent, messages: messagesOf(index) }
        fireEvent.click(button(index, name))
        // At once, whatever the server will respond.
        expect(shown(index)).toBe(intent)
        return Promise.resolve()
      },
    })),
  )
  await runOut(scheduler, store)
  expect(store.getState().localFavorites.pending).toEqual({})
  for (const [index, book] of BOOKS.entries()) {
    expectIntent(index)
    // Where no response was lost, page and server agree at once.
    expect(faulty.lost > 0 || shown(index) === (faulty.list.get(book.id) ?? null)).toBe(true)
  }
  // One text of hearts and one of marks.
  expect(new Set(toasts.map(({ message }) => message)).size).toBeLessThan(3)
  const messages = toasts.length + alerts.reduce((sum, count) => sum + count, 0)
  expect(messages === 0 || faulty.failures > 0).toBe(true)

  // With the next list that comes through they agree in any case.
  faulty.recover()
  void fetchLists(store)
  await runOut(scheduler, store)
  for (const [index, book] of BOOKS.entries()) {
    expectIntent(index)
    expect(shown(index)).toBe(faulty.list.get(book.id) ?? null)
  }
  await persistor.flush()
  const stored: unknown = JSON.parse(localStorage.getItem('favorites') ?? '[]')
  const hearts = [...faulty.list.values()].filter((one) => one === 'favorite')
  expect(stored).toHaveLength(hearts.length)
  stop()
}

test(
  `hearts and marks end as the reader last intended, or rolled back with a message: ${SCHEDULES} schedules`,
  { timeout: 60_000 + SCHEDULES * 600 },
  async () => {
    let played = 0
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        clicksOf,
        fatesOf,
        fc.array(fc.constantFrom(null, 'favorite' as const, ...MARKS), { maxLength: 3 }),
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
