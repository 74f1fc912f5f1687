import { booksApi } from '../api/booksApi.ts'
import { toast } from '../lib/toasts.ts'
import { messages } from '../messages.ts'
import { selectUserId } from './authSlice.ts'
import { selectIntent, unsentRead } from './localFavoritesSlice.ts'
import { readUnsent, written } from './persistence.ts'
import { passes, setFavorite, waitingWish } from './setFavorite.ts'
import type { AppDispatch, RootState } from './store.ts'

let before: Promise<unknown> = Promise.resolve()

/**
 * How long a turn lasts beyond its work, in milliseconds: another tab may be given the lock before it is told
 * what this one has written into the storage, and would send the same once more.
 */
const WRITTEN_MS = 250

/**
 * One tab at a time, and each in turn. Where the browser knows no locks (plain http beyond this machine) or
 * gives none, that holds for one tab alone; a wish that is sent twice does no harm there (decision 36).
 */
async function inTurn(work: () => Promise<void>): Promise<void> {
  let hasBegun = false
  const begin = async (): Promise<void> => {
    hasBegun = true
    await work()
    await new Promise((resolve) => setTimeout(resolve, WRITTEN_MS))
  }
  try {
    if ('locks' in navigator) return await navigator.locks.request('unsentFavorites', begin)
  } catch (error) {
    // Not the lock that failed.
    if (hasBegun) throw error
  }
  const mine = before.then(work)
  before = mine.catch(() => undefined)
  await mine
}

/** Authors whose hearts still wait, as `authorKey` writes them: the server has them by now, or will not. */
const settledAuthors = new Set<string>()

function authorKey(...parts: readonly string[]): string {
  return JSON.stringify(parts)
}

/**
 * Sends the wishes that wait for this reader, in the order in which they were made, each once: after a
 * sign-in or a reload (decision 6), and when the network is back. A wish leaves the row when the server has
 * it or refuses it; with no answer, or where the server is busy, it waits on, and so do those behind it.
 * The author of a book goes before its heart: with the heart the wish leaves the row, and what is still
 * owed then would be lost with the page.
 */
export function sendUnsent() {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    const userId = selectUserId(getState())
    if (userId === null) return
    const isOver = () => selectUserId(getState()) !== userId
    await inTurn(async () => {
      if (isOver()) return
      dispatch(written)
      const unsent = readUnsent()
      if (unsent[userId] ?? getState().localFavorites.unsent[userId]) dispatch(unsentRead(unsent))
      for (const { entry } of getState().localFavorites.unsent[userId] ?? []) {
        // Gone: the server has it by now, or a later wish for this book is under way and settles it.
        const toSend = () =>
          selectIntent(getState(), entry.id) ? undefined : waitingWish(getState(), entry.id)
        const author = toSend()?.wanted ? toSend()?.author : undefined
        const key = authorKey(userId, entry.id, author ?? '')
        if (author !== undefined && !settledAuthors.has(key)) {
          const { error } = await dispatch(
            booksApi.endpoints.saveFavoriteAuthor.initiate({ userId, author }, { track: false }),
          )
          if (isOver()) return
          if (error !== undefined) {
            if (passes(error)) return
            toast({ message: messages.authorSaveFailed, kind: 'error' })
          }
          settledAuthors.add(key)
        }
        const wish = toSend()
        if (!wish) continue
        const outcome = await dispatch(
          setFavorite(wish.entry, wish.wanted, 'recommendations', wish.author),
        )
        dispatch(written)
        if (isOver() || outcome === 'deferred') return
        settledAuthors.delete(key)
        if (outcome === 'refused') toast({ message: messages.favoriteSaveFailed, kind: 'error' })
      }
    })
  }
}
