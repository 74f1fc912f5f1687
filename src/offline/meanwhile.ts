import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit'
import { QueryStatus } from '@reduxjs/toolkit/query/react'
import { answerWithoutNetwork } from '../api/baseQuery.ts'
import { booksApi } from '../api/booksApi.ts'
import { errorStatus } from '../api/errorMessage.ts'
import type { Book } from '../../contract/books.ts'
import { CATEGORIES } from '../../contract/categories.ts'
import { selectUserId } from '../state/authSlice.ts'
import { selectEntries } from '../state/localFavoritesSlice.ts'
import { passes } from '../state/setFavorite.ts'
import type { AppStore, RootState } from '../state/store.ts'
import { AGAIN_MS, tryAgain } from './again.ts'
import { answerFromKept, detailUrl, listUrl } from './keptBooks.ts'
import { present } from './present.ts'

/** A call that takes this long is a line that may be dead: what is kept is shown meanwhile, in milliseconds. */
const PATIENCE_MS = 4000

type Query = NonNullable<NonNullable<RootState['booksApi']>['queries'][string]>

function queriesOf(state: RootState): [key: string, query: Query][] {
  return Object.entries(state.booksApi?.queries ?? {}).flatMap(([key, query]) =>
    query ? [[key, query] as [string, Query]] : [],
  )
}

/** The path of a call whose answer is kept; `undefined` for every other. */
function keptUrl({ endpointName, originalArgs }: Query): string | undefined {
  if (typeof originalArgs !== 'string') return undefined
  if (endpointName === 'getBook') return detailUrl(originalArgs)
  if (endpointName === 'getFavoriteBooks') return listUrl(originalArgs)
  return undefined
}

/** Whether a page shows what this call answers, as of half a second ago. */
function isShown(state: RootState, key: string): boolean {
  return Object.keys(state.booksApi?.subscriptions[key] ?? {}).length > 0
}

/** The calls that pages wait for and that are made with an id, the book's or the reader's. */
const BY_ID = [
  'getBook',
  'getFavoriteBooks',
  'getFavoriteAuthors',
  'getPreferences',
  'getNavbarPreferences',
] as const

/**
 * Makes a call of a page once more, where it is one of those that pages wait for. Its end is in the store;
 * the promise never rejects.
 */
async function callAnew(
  { dispatch }: AppStore,
  { endpointName, originalArgs: argument }: Query,
): Promise<void> {
  const { endpoints } = booksApi
  const anew = { subscribe: false, forceRefetch: true } as const
  if (endpointName === 'getProfile') await dispatch(endpoints.getProfile.initiate(undefined, anew))
  if (typeof argument !== 'string') return
  if (endpointName === 'getRecommendedBooks') {
    const category = CATEGORIES.find((known) => known === argument)
    if (category) await dispatch(endpoints.getRecommendedBooks.initiate(category, anew))
  }
  const name = BY_ID.find((known) => known === endpointName)
  if (!name) return
  const call: ThunkAction<PromiseLike<unknown>, RootState, unknown, UnknownAction> = endpoints[
    name
  ].initiate(argument, anew)
  await dispatch(call)
}

/**
 * Answers from what was kept, for as long as the server gives no answer (decision page 0030).
 *
 * Without network what was kept is the answer. The server then owes its own, which it is asked for as soon
 * as there is a network and a page shows the call; until it has come, what was kept goes on standing.
 *
 * With a network that does not carry, and a server that is busy, the call fails as ever. What was kept is
 * put where its answer would be, without a word of its success, so that it stands below the failure; where
 * the line only hangs, after four seconds and below nothing.
 *
 * @returns the way to stop
 */
export function answerMeanwhile(store: AppStore): () => void {
  let owner: string | null = null
  /** What the server owes, by path: how often it was answered for, and whether it was asked in vain since. */
  const owed = new Map<string, { answers: number; inVain: boolean }>()

  async function keptAnswer(url: string): Promise<Book | Book[] | undefined> {
    const state = present(store)
    const userId = selectUserId(state)
    if (userId === null) return undefined
    const answer = await answerFromKept(url, userId, selectEntries(state))
    return selectUserId(present(store)) === userId ? answer : undefined
  }

  /** Puts what is kept where the call's answer would be; the call itself goes on, or has failed. */
  async function showKept(url: string): Promise<void> {
    const lacking = (): Query | undefined => {
      const queries = queriesOf(present(store)).map(([, query]) => query)
      return queries.find((query) => keptUrl(query) === url && query.data === undefined)
    }
    if (!lacking()) return
    const answer = await keptAnswer(url)
    const argument = lacking()?.originalArgs
    const { booksApi: calls } = present(store)
    if (answer === undefined || typeof argument !== 'string' || !calls) return
    const { patchQueryData } = booksApi.util
    const whole = [{ op: 'replace' as const, path: [], value: answer }]
    const patch = Array.isArray(answer)
      ? patchQueryData('getFavoriteBooks', argument, whole)
      : patchQueryData('getBook', argument, whole)
    // By hand: its type wants a store that has had the calls from the beginning.
    patch(store.dispatch, () => ({ booksApi: calls }), undefined)
  }

  answerWithoutNetwork(async (url, error) => {
    const userId = selectUserId(present(store))
    if (owner !== userId) owed.clear()
    owner = userId
    const before = owed.get(url)
    const isAbsent = !navigator.onLine && errorStatus(error) === undefined
    if (!passes(error)) return undefined
    if (!before && !isAbsent) {
      await showKept(url)
      return undefined
    }
    const answer = await keptAnswer(url)
    if (answer === undefined) return undefined
    owed.set(url, { answers: (before?.answers ?? 0) + 1, inVain: before?.inVain ?? false })
    return answer
  })

  /** The calls that the server owes an answer to and a page shows. */
  function toAsk(): { url: string; query: Query; inVain: boolean }[] {
    const state = present(store)
    if (owed.size === 0 || selectUserId(state) !== owner) return []
    return queriesOf(state).flatMap(([key, query]) => {
      const url = keptUrl(query)
      const debt = url === undefined ? undefined : owed.get(url)
      if (
        url === undefined ||
        !debt ||
        query.status === QueryStatus.pending ||
        !isShown(state, key)
      )
        return []
      return [{ url, query, inVain: debt.inVain }]
    })
  }

  async function ask({ url, query }: { url: string; query: Query }): Promise<void> {
    const before = owed.get(url)
    if (!before) return
    before.inVain = true
    const { answers } = before
    await callAnew(store, query)
    // Not answered for again, so the server has had its word, be it a refusal.
    if (owed.get(url)?.answers === answers) owed.delete(url)
  }

  /** Pages that failed are mended when the network comes; what a server refused stays refused. */
  function mend(): void {
    const state = present(store)
    for (const [key, query] of queriesOf(state)) {
      if (query.status !== QueryStatus.rejected || !passes(query.error) || !isShown(state, key))
        continue
      void callAnew(store, query)
    }
  }

  /** The calls without an answer yet, by id, and what is to come when they have taken too long. */
  let waiting = new Map<string, ReturnType<typeof setTimeout>>()
  let queriesBefore: unknown
  /** Looks after the calls that are slow to be answered. */
  function watch(state: RootState): void {
    if (state.booksApi?.queries === queriesBefore) return
    queriesBefore = state.booksApi?.queries
    const before = waiting
    waiting = new Map()
    for (const [, query] of queriesOf(state)) {
      const { requestId = '', startedTimeStamp = 0, status, data } = query
      const url = keptUrl(query)
      if (url === undefined || status !== QueryStatus.pending || data !== undefined) continue
      const left = Math.max(0, startedTimeStamp + PATIENCE_MS - Date.now())
      waiting.set(requestId, before.get(requestId) ?? setTimeout(() => void showKept(url), left))
    }
    for (const [id, timer] of before) if (!waiting.has(id)) clearTimeout(timer)
  }

  function look(): void {
    watch(present(store))
    if (!navigator.onLine) return
    for (const call of toAsk()) if (!call.inVain) void ask(call)
  }

  let later: ReturnType<typeof setTimeout> | undefined
  function onOnline(): void {
    for (const debt of owed.values()) debt.inVain = false
    mend()
    look()
    // A network that has just been found may not carry at once.
    clearTimeout(later)
    later = setTimeout(mend, AGAIN_MS)
  }

  // What failed before this part was there.
  for (const [, query] of queriesOf(present(store))) {
    const url = keptUrl(query)
    if (url !== undefined && query.status === QueryStatus.rejected && passes(query.error))
      void showKept(url)
  }
  look()
  const unsubscribe = store.subscribe(look)
  const stopTrying = tryAgain(
    store,
    () => toAsk().length > 0,
    () => Promise.all(toAsk().map(ask)),
  )
  window.addEventListener('online', onOnline)
  return () => {
    answerWithoutNetwork(undefined)
    window.removeEventListener('online', onOnline)
    stopTrying()
    unsubscribe()
    clearTimeout(later)
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}
