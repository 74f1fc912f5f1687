import { QueryStatus } from '@reduxjs/toolkit/query'
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { booksApi } from '../api/booksApi.ts'
import { MARKS } from '../../contract/markNames.ts'
import { buildBook } from '../../mocks/builders.ts'
import { runs } from '../../test/full.ts'
import { field, textField } from '../lib/record.ts'
import { selectMark, type FavoriteScreen, type HeartOrMark } from './favoritesSlice.ts'
import { setMark } from './setMark.ts'
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
const USER = 'u-ada'

const BUTTONS = ['favorite', ...MARKS] as const
type Button = (typeof BUTTONS)[number]
const SCREENS: readonly FavoriteScreen[] = ['recommendations', 'detail', 'favorites']
// Without an author: saving it is another request.
const BOOKS = SCREENS.map((id) => buildBook({ id, volumeInfo: { authors: [] } }))

/** What becomes of one request. */
const FATES = ['done', '500', '429', '503', 'lostBefore', 'lostAfter'] as const
type Fate = (typeof FATES)[number]

interface Server {
  /** The reader's hearts and marks, by the book's id. */
  list: Map<string, HeartOrMark>
  /** Books whose state the page cannot know: a response was lost, or another request followed a failure. */
  unsure: Set<string>
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
  const failed = new Set<string>()
  const server: Server = {
    list: new Map(list),
    unsure: new Set(),
    failures: 0,
    recover: () => (recovered = true),
  }

  async function respond(request: Request): Promise<Response> {
    const fate = recovered ? 'done' : (fates[requests % fates.length] ?? 'done')
    requests += 1
    const { pathname } = new URL(request.url)
    const text = await request.text()
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const [path = '', ofPath = ''] = pathname.split(/(?<=favoriteBook|mark)\//)
    const id = textField(body, 'bookId') ?? ofPath
    const isWrite = request.method !== 'GET'
    // One request per book at a time.
    if (isWrite) {
      expect(underway.has(id)).toBe(false)
      underway.add(id)
      if (failed.has(id)) server.unsure.add(id)
      if (fate !== 'done') failed.add(id)
    }
    try {
      await scheduler.schedule(Promise.resolve(), `${request.method} ${id} arrives`)
      if (fate !== 'done') server.failures += 1
      if (fate === 'done' || fate === 'lostAfter') {
        if (request.method === 'POST') server.list.set(id, 'favorite')
        const mark = MARKS.find((name) => name === field(body, 'mark'))
        if (mark !== undefined) server.list.set(id, mark)
        const isOfHeart = path.endsWith('favoriteBook')
        if (request.method === 'DELETE' && isOfHeart === (server.list.get(id) === 'favorite'))
          server.list.delete(id)
      }
      const having = (one: HeartOrMark) => BOOKS.filter((book) => server.list.get(book.id) === one)
      const marks = MARKS.map((name) => [name, having(name).map((book) => book.id)])
      const found = pathname.endsWith('/marks') ? Object.fromEntries(marks) : having('favorite')
      await scheduler.schedule(Promise.resolve(), `${request.method} ${id} comes back: ${fate}`)
      if (fate === 'lostBefore' || fate === 'lostAfter') {
        if (isWrite) server.unsure.add(id)
        throw new TypeError('fetch failed')
      }
      const status = fate === 'done' ? 200 : Number(fate)
      return Response.json(status === 200 ? (isWrite ? {} : found) : { message: 'No.' }, { status })
    } finally {
      if (isWrite) underway.delete(id)
    }
  }

  vi.stubGlobal('fetch', respond)
  return server
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
    await vi.advanceTimersByTimeAsync(0)
    if (scheduler.count() > 0) await scheduler.waitNext(1)
    else if (isBusy(store)) await vi.advanceTimersByTimeAsync(PAUSE_MS)
    else return
  }
}

async function openStore() {
  writeSession({ token: 't'.repeat(43), user: { id: USER, name: 'Ada' } })
  // The store as it is built for production: without the checks that cost most of a schedule's time.
  vi.stubEnv('NODE_ENV', 'production')
  const store = makeStore()
  vi.unstubAllEnvs()
  const rehydrated = rehydrate(store)
  await vi.advanceTimersByTimeAsync(1)
  return { store, ...(await rehydrated) }
}

function fetchLists(store: AppStore): void {
  const options = { subscribe: false, forceRefetch: true }
  const { getFavoriteBooks, getMarks } = booksApi.endpoints
  void store.dispatch(getFavoriteBooks.initiate(USER, options))
  void store.dispatch(getMarks.initiate(USER, options))
}

/** The book's number and its button; a heart as often as the three marks. */
const clickOf = fc.tuple(
  fc.nat(BOOKS.length - 1),
  fc.constantFrom<Button[]>('favorite', 'favorite', 'favorite', ...MARKS),
)
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
const done = fc.constant<Fate>('done')
const fatesOf = fc.oneof(
  done.map((fate) => [fate]),
  fc.array(fc.oneof({ weight: 3, arbitrary: done }, fc.constantFrom(...FATES)), {
    minLength: 1,
    maxLength: 12,
  }),
)
const beforeOf = fc.array(fc.constantFrom(null, ...BUTTONS), { maxLength: BOOKS.length })

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function play(
  scheduler: fc.Scheduler,
  clicks: readonly (readonly [book: number, button: Button])[],
  fates: readonly Fate[],
  before: readonly HeartOrMark[],
): Promise<void> {
  vi.useFakeTimers()
  const listed = BOOKS.map(({ id }, index): [string, HeartOrMark] => [id, before[index] ?? null])
  startServer(scheduler, ['done'], listed)
  const { store, persistor, stop } = await openStore()
  fetchLists(store)
  await runOut(scheduler, store)
  const server = startServer(scheduler, fates, listed)

  const books = BOOKS.map((book, index) => ({
    book,
    screen: SCREENS[index] ?? 'recommendations',
    /** How many changes of this book were told to have failed. */
    failures: 0,
    /** The reader's last intent, and how many failures were told before it. */
    last: { intent: before[index] ?? null, failures: 0 },
  }))
  const shown = (id: string): HeartOrMark => selectMark(store.getState(), id)
  const expectIntents = (): void => {
    for (const { book, last, failures } of books)
      expect(shown(book.id) === last.intent || failures > last.failures).toBe(true)
  }

  void scheduler.scheduleSequence(
    clicks.map(([index, button], at) => ({
      label: `click ${at} on ${button} of book ${index}`,
      builder: () => {
        const one = books[index]
        if (!one) throw new Error(`There is no book ${index}.`)
        const { book, screen, failures } = one
        const intent = shown(book.id) === button ? null : button
        one.last = { intent, failures }
        const send = async () => {
          const outcome = await store.dispatch(setMark(book, intent, screen))
          if (outcome === 'failed') one.failures += 1
        }
        void send()
        // At once, whatever the server will respond.
        expect(shown(book.id)).toBe(intent)
        return Promise.resolve()
      },
    })),
  )
  await runOut(scheduler, store)
  expectIntents()
  for (const { book, failures } of books) {
    expect(failures === 0 || server.failures > 0).toBe(true)
    const isAgreed = shown(book.id) === (server.list.get(book.id) ?? null)
    expect(isAgreed || server.unsure.has(book.id)).toBe(true)
  }

  // With the next list that comes through they agree in any case.
  server.recover()
  fetchLists(store)
  await runOut(scheduler, store)
  expectIntents()
  for (const { id } of BOOKS) expect(shown(id)).toBe(server.list.get(id) ?? null)
  await persistor.flush()
  const stored: unknown = JSON.parse(localStorage.getItem('favorites') ?? '[]')
  expect(stored).toHaveLength([...server.list.values()].filter((one) => one === 'favorite').length)
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
        beforeOf,
        async (scheduler, clicks, fates, before) => {
          try {
            await play(scheduler, clicks, fates, before)
            played += 1
          } finally {
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
