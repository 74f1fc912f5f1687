import { createRoot } from 'react-dom/client'
import type { Book } from '../../contract/books.ts'
import { sendCallsBy } from '../api/baseQuery.ts'
import { createSendByWorker } from '../api/sendByWorker.ts'
import { tidyBook } from '../api/tidyBook.ts'
import { coverSource } from '../lib/drawn.ts'
import { selectUserId } from '../state/authSlice.ts'
import { selectEntries } from '../state/localFavoritesSlice.ts'
import type { AppStore } from '../state/store.ts'
import { tryAgain } from './again.ts'
import {
  coversToKeep,
  forgetOthers,
  hasKept,
  keepCover,
  keepDetail,
  keepList,
} from './keptBooks.ts'
import { answerMeanwhile } from './meanwhile.ts'
import { Notices } from './Notices.tsx'
import styles from './Notices.module.css'
import { present } from './present.ts'
import { followWorker, type NewVersion } from './worker.ts'

declare global {
  interface Navigator {
    /** What is known of the line; not every browser tells. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** Of the list the covers of so many books are kept, from its beginning. */
const LIST_COVERS_MOST = 200

/** A page that is busy for so long is not waited for any more, in milliseconds: it may never rest. */
const BUSY_FOR_MS = 5000

/** When the page has nothing else to do; where a browser does not tell, in a moment. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => resolve(), { timeout: BUSY_FOR_MS })
    else setTimeout(resolve, 200)
  })
}

/** What has changed is kept once nothing has changed for this long, in milliseconds. */
const REST_MS = 500

/** The covers of the first books of a list, as links. */
function coversOf(books: readonly Book[]): string[] {
  return books.slice(0, LIST_COVERS_MOST).flatMap(({ volumeInfo }) => {
    const link = volumeInfo.imageLinks?.thumbnail
    return link === undefined ? [] : [link]
  })
}

/** Keeps what the reader's calls answer, as far as they may read it without network. */
function keepAnswers(store: AppStore): () => void {
  const seen = new WeakSet<object>()
  let row: Promise<unknown> = Promise.resolve()
  let userBefore = selectUserId(present(store))
  let queriesBefore: unknown
  let timer: ReturnType<typeof setTimeout> | undefined
  let listCovers: readonly string[] = []
  let keepingCovers: object | undefined
  const coversTried = new Set<string>()

  /** One after the other, so that what a reader leaves behind is taken away last. */
  function then(work: () => Promise<void>): Promise<unknown> {
    // A browser that will not keep anything more keeps what it has.
    row = row.then(work).catch(() => undefined)
    return row
  }
  const isReading = (userId: string): boolean => selectUserId(present(store)) === userId
  /** For as long as this reader is the one who is signed in. */
  function thenFor(userId: string, work: () => Promise<void>): Promise<unknown> {
    return then(async () => {
      if (isReading(userId)) await work()
    })
  }

  /**
   * The covers of a reader's list, one after the other: those that came within the page or that nobody has
   * scrolled to were never fetched, which is how covers are kept; and many others may have come since.
   */
  async function keepListCovers(userId: string, links: readonly string[]): Promise<void> {
    const mine = {}
    keepingCovers = mine
    let rest: string[] = []
    await thenFor(userId, async () => {
      rest = await coversToKeep(links, coversTried)
    })
    for (const link of rest) {
      await whenIdle()
      // Begun anew meanwhile, or the page has ended.
      if (keepingCovers !== mine || !isReading(userId) || !navigator.onLine) return
      coversTried.add(link)
      await thenFor(userId, () => keepCover(link))
    }
  }

  function keep(): void {
    const state = present(store)
    const userId = selectUserId(state)
    if (userId === null) return
    for (const query of Object.values(state.booksApi?.queries ?? {})) {
      // What was answered last stands also while it is asked for anew.
      const data: unknown = query?.data
      if (typeof data !== 'object' || data === null || seen.has(data)) continue
      seen.add(data)
      if (query?.endpointName === 'getBook') {
        const book = tidyBook(data)
        if (!book) continue
        void thenFor(userId, () => keepDetail(userId, book))
        const link = book.volumeInfo.imageLinks?.thumbnail
        // One that came within the page was never fetched, which is how covers are kept.
        if (link !== undefined && coverSource(link) !== link) {
          void thenFor(userId, () => keepCover(link))
        }
      } else if (query?.endpointName === 'getFavoriteBooks' && query.originalArgs === userId) {
        const books = Array.isArray(data) ? data.map(tidyBook).filter((book) => !!book) : []
        void thenFor(userId, () => keepList(userId, books))
        listCovers = navigator.connection?.saveData ? [] : coversOf(books)
      }
    }
    if (listCovers.length > 0) void keepListCovers(userId, listCovers)
  }

  function look(): void {
    const state = present(store)
    const userId = selectUserId(state)
    if (userId !== userBefore) {
      userBefore = userId
      listCovers = []
      coversTried.clear()
      void then(() => forgetOthers(userId, true))
    }
    if (state.booksApi?.queries === queriesBefore) return
    queriesBefore = state.booksApi?.queries
    clearTimeout(timer)
    timer = setTimeout(keep, REST_MS)
  }

  void then(() => forgetOthers(userBefore, false))
  look()
  const unsubscribe = store.subscribe(look)
  return () => {
    clearTimeout(timer)
    keepingCovers = undefined
    unsubscribe()
  }
}

/** Hearts that wait are sent at the start and as `online` comes (AppLayout), and again where that was in vain. */
function sendAgain(store: AppStore): () => void {
  const waits = (): boolean => {
    const state = present(store)
    const userId = selectUserId(state)
    return userId !== null && state.localFavorites.unsent[userId] !== undefined
  }
  return tryAgain(store, waits, async () => {
    const { sendUnsent } = await import('../state/sendUnsent.ts')
    await store.dispatch(sendUnsent())
  })
}

/** The notices, beside the product: they say something on every page and belong to none. */
function showNotices(store: AppStore): {
  show: (version: NewVersion | null) => void
  remove: () => void
} {
  const place = document.createElement('div')
  place.className = styles['place'] ?? ''
  document.body.append(place)
  const root = createRoot(place)
  const reader = {
    subscribe: (listener: () => void) => store.subscribe(listener),
    userId: () => selectUserId(present(store)),
    hasKept: async (userId: string) =>
      'caches' in window ? await hasKept(userId, selectEntries(present(store))) : undefined,
  }
  const show = (version: NewVersion | null): void =>
    root.render(<Notices version={version} reader={reader} />)
  show(null)
  return {
    show,
    remove: () => {
      root.unmount()
      place.remove()
    },
  }
}

/** A browser asks for the manifest and one of its icons as soon as the page names it: not before all else. */
function nameManifest(): () => void {
  const link = document.createElement('link')
  link.rel = 'manifest'
  link.href = '/manifest.webmanifest'
  document.head.append(link)
  return () => link.remove()
}

/**
 * Everything that makes the product useful without network (decision page 0030), a part that loads when the
 * page has come to rest, or before it is drawn where there is no network. What a browser lacks (plain http
 * beyond this machine has neither cache storage nor workers) is left out.
 * @returns the way to end it
 */
export function startOffline(store: AppStore): () => void {
  const { show, remove } = showNotices(store)
  const ends = [nameManifest(), remove, sendAgain(store)]
  if ('caches' in window) ends.push(keepAnswers(store), answerMeanwhile(store))
  if (import.meta.env.MODE === 'production' && 'Worker' in window) {
    sendCallsBy(createSendByWorker())
    ends.push(() => sendCallsBy())
  }
  // The fake backend has a worker of its own; without a build there is nothing to keep.
  if (import.meta.env.MODE === 'production' && 'serviceWorker' in navigator) {
    // Not registered: no network, or a browser that will not. The product goes on without.
    const worker = followWorker(show).catch(() => () => undefined)
    ends.push(() => void worker.then((stop) => stop()))
  }
  return () => {
    for (const end of ends) end()
  }
}
