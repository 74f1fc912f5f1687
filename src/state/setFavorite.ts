import { booksApi, type FavoriteCall } from '../api/booksApi.ts'
import { errorStatus } from '../api/errorMessage.ts'
import type { FavoriteEntry } from '../api/favoriteEntry.ts'
import { selectUserId } from './authSlice.ts'
import {
  favoriteConfirmed,
  favoriteRefused,
  favoriteSent,
  favoriteWanted,
  selectIntent,
  unsentTaken,
  type FavoriteIntent,
  type FavoriteScreen,
} from './localFavoritesSlice.ts'
import type { AppDispatch, RootState } from './store.ts'

/** How a wish ended: taken over by a call already under way, on the server, or rolled back. */
export type FavoriteOutcome = 'joined' | 'saved' | 'refused'

function send({ wanted, screen }: FavoriteIntent, call: FavoriteCall) {
  const { endpoints } = booksApi
  const options = { track: false } as const
  if (!wanted) return endpoints.removeFavorite.initiate(call, options)
  if (screen === 'detail') return endpoints.addFavoriteFromDetail.initiate(call, options)
  if (screen === 'favorites') return endpoints.addFavoriteFromFavorites.initiate(call, options)
  return endpoints.addFavoriteFromRecommendations.initiate(call, options)
}

/** Whether the server may have done as it was asked although the call failed: its answer was lost. */
function mayHaveArrived(error: unknown): boolean {
  const status = errorStatus(error)
  return status === undefined || status < 400 || status === 502 || status === 504
}

/**
 * Sets or removes a heart. It is shown at once; a book has one call under way at a time, and when that
 * ends the reader's last wish is sent if it is another by then. What is sent is the wish, never a
 * toggle, so that a repeat does no harm (decisions 35 and 36). Where an answer was lost nobody knows what
 * the server did: another wish is then sent whatever it is, and after a refusal the list is asked for anew.
 */
export function setFavorite(entry: FavoriteEntry, wanted: boolean, screen: FavoriteScreen) {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<FavoriteOutcome> => {
    const bookId = entry.id
    const userId = selectUserId(getState())
    if (userId === null) return 'refused'
    const underway = selectIntent(getState(), bookId)?.sending ?? false
    dispatch(favoriteWanted({ entry, wanted, screen }))
    if (underway) return 'joined'
    let unsure = false
    for (;;) {
      const intent = selectIntent(getState(), bookId)
      // Gone: confirmed and settled, or the session ended meanwhile.
      if (!intent || selectUserId(getState()) !== userId) return 'saved'
      if (intent.wanted === intent.confirmed && !unsure) {
        dispatch(favoriteConfirmed({ bookId, inList: intent.confirmed }))
        return 'saved'
      }
      dispatch(favoriteSent({ bookId }))
      const { error } = await dispatch(send(intent, { userId, bookId }))
      if (selectUserId(getState()) !== userId) return 'saved'
      if (error === undefined) {
        unsure = false
        dispatch(favoriteConfirmed({ bookId, inList: intent.wanted }))
        continue
      }
      unsure ||= mayHaveArrived(error)
      if (selectIntent(getState(), bookId)?.wanted === intent.wanted) {
        dispatch(favoriteRefused({ bookId }))
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
      if (!unsure) dispatch(favoriteConfirmed({ bookId, inList: intent.confirmed }))
    }
  }
}

/** Sends the wishes that waited for this reader's next sign-in (decision 6). */
export function sendUnsent() {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    const userId = selectUserId(getState())
    if (userId === null) return
    // One by one, so that what is left waits on where the session ends once more.
    for (;;) {
      const wish = getState().localFavorites.unsent[userId]?.[0]
      if (wish === undefined || selectUserId(getState()) !== userId) return
      dispatch(unsentTaken({ userId, bookId: wish.entry.id }))
      await dispatch(setFavorite(wish.entry, wish.wanted, 'recommendations'))
    }
  }
}
