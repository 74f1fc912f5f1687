import { booksApi, type FavoriteCall } from '../api/booksApi.ts'
import { errorStatus, mayHaveArrived } from '../api/errorMessage.ts'
import type { FavoriteEntry } from '../api/favoriteEntry.ts'
import { selectUserId } from './authSlice.ts'
import { favoritesChanged } from './favoritesChanged.ts'
import {
  favoriteDeferred,
  favoriteRefused,
  favoriteSettled,
  favoriteWanted,
  selectIntent,
  selectIsUnsure,
  type FavoriteIntent,
  type FavoriteScreen,
  type UnsentFavorite,
} from './localFavoritesSlice.ts'
import { written } from './persistence.ts'
import type { AppDispatch, RootState } from './store.ts'

/**
 * How a wish ended: taken over by a call already under way, on the server, rolled back, or kept for later
 * since there is no network, or where it waited already, since the server has no time for it yet.
 */
export type FavoriteOutcome = 'joined' | 'saved' | 'refused' | 'deferred'

function send({ wanted, screen }: FavoriteIntent, call: FavoriteCall) {
  const { endpoints } = booksApi
  const options = { track: false } as const
  if (!wanted) return endpoints.removeFavorite.initiate(call, options)
  if (screen === 'detail') return endpoints.addFavoriteFromDetail.initiate(call, options)
  if (screen === 'favorites') return endpoints.addFavoriteFromFavorites.initiate(call, options)
  return endpoints.addFavoriteFromRecommendations.initiate(call, options)
}

/** The wish for this book that waits for the reader who is signed in. */
export function waitingWish(state: RootState, bookId: string): UnsentFavorite | undefined {
  const userId = selectUserId(state)
  if (userId === null) return undefined
  return state.localFavorites.unsent[userId]?.find(({ entry }) => entry.id === bookId)
}

/** What a server answers that is busy, or what stands before it while it is away. */
const BUSY: readonly number[] = [429, 502, 503, 504]

/** Whether a failure passes by itself: no answer came, or one that says nothing of what was asked. */
export function passes(error: unknown): boolean {
  const status = errorStatus(error)
  return status === undefined || BUSY.includes(status)
}

/**
 * Whether a wish waits on: no answer came, and the browser knows that it has no network. One that has
 * waited before waits on without that knowledge, since a network just found again may not carry yet, and
 * everybody who comes back with it may find a server that is busy.
 */
function mayWait(error: unknown, state: RootState, bookId: string): boolean {
  if (waitingWish(state, bookId) !== undefined) return passes(error)
  return errorStatus(error) === undefined && !navigator.onLine
}

/** Resolves when what is to be drawn is on the screen; soon, too, in a window that draws nothing. */
const drawn = () =>
  new Promise<void>((resolve) => {
    const late = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      clearTimeout(late)
      setTimeout(resolve)
    })
  })

/**
 * Sets or removes a heart. It is shown at once; a book has one call under way at a time, and when that
 * ends the reader's last wish is sent if it is another by then. What is sent is the wish, never a
 * toggle, so that a repeat does no harm (decisions 35 and 36). Where an answer was lost nobody knows what
 * the server did: another wish is then sent whatever it is, and after a refusal the list is asked for anew.
 * Without network the wish waits, and the heart stays as it is wanted (decision page 0030).
 * @param author what waits along with a wish that waits: sending it after one that is saved is the caller's
 */
export function setFavorite(
  entry: FavoriteEntry,
  wanted: boolean,
  screen: FavoriteScreen,
  author?: string,
) {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<FavoriteOutcome> => {
    const bookId = entry.id
    const userId = selectUserId(getState())
    if (userId === null) return 'refused'
    const underway = selectIntent(getState(), bookId) !== undefined
    const saved = wanted && author !== undefined ? { author } : {}
    dispatch(favoriteWanted({ entry, wanted, screen, ...saved }))
    if (underway) return 'joined'
    // The heart first: to send its call takes a phone as long as to draw it (decision page 0032).
    await drawn()
    // Of what waits nobody knows whether it arrived: the network may have gone before the answer.
    let unsure = waitingWish(getState(), bookId) !== undefined || selectIsUnsure(getState(), bookId)
    for (;;) {
      const intent = selectIntent(getState(), bookId)
      // Gone: confirmed and settled, or the session ended meanwhile.
      if (!intent || selectUserId(getState()) !== userId) return 'saved'
      if (intent.wanted === intent.confirmed && !unsure) {
        dispatch(favoriteSettled({ bookId }))
        return 'saved'
      }
      const { error } = await dispatch(send(intent, { userId, bookId }))
      if (selectUserId(getState()) !== userId) return 'saved'
      if (error === undefined) {
        unsure = false
        favoritesChanged()
        continue
      }
      if (mayWait(error, getState(), bookId)) {
        dispatch(favoriteDeferred({ bookId }))
        // At once: whoever has no network may close the page in the next moment.
        dispatch(written)
        return 'deferred'
      }
      unsure ||= mayHaveArrived(error)
      if (selectIntent(getState(), bookId)?.wanted === intent.wanted) {
        dispatch(favoriteRefused({ bookId, unsure }))
        // Not awaited: the reader is told at once. A wish that comes meanwhile outdates this list.
        void dispatch(
          booksApi.endpoints.getFavoriteBooks.initiate(userId, {
            subscribe: false,
            forceRefetch: true,
          }),
        )
        return 'refused'
      }
      // Refused, but the reader has changed their mind: what they want now decides.
    }
  }
}
