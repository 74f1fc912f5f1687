import { booksApi, type FavoriteCall } from '../api/booksApi.ts'
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

/**
 * Sets or removes a heart. It is shown at once; a book has one call under way at a time, and when that
 * ends the reader's last wish is sent if it is another by then. What is sent is the wish, never a
 * toggle, so that a repeat does no harm (decisions 35 and 36).
 */
export function setFavorite(entry: FavoriteEntry, wanted: boolean, screen: FavoriteScreen) {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<FavoriteOutcome> => {
    const bookId = entry.id
    const userId = selectUserId(getState())
    if (userId === null) return 'refused'
    const underway = selectIntent(getState(), bookId)?.sending ?? false
    dispatch(favoriteWanted({ entry, wanted, screen }))
    if (underway) return 'joined'
    for (;;) {
      const intent = selectIntent(getState(), bookId)
      // Gone: confirmed and settled, or the session ended meanwhile.
      if (!intent || selectUserId(getState()) !== userId) return 'saved'
      if (intent.wanted === intent.confirmed) {
        dispatch(favoriteConfirmed({ bookId, inList: intent.confirmed }))
        return 'saved'
      }
      dispatch(favoriteSent({ bookId }))
      const { error } = await dispatch(send(intent, { userId, bookId }))
      if (selectUserId(getState()) !== userId) return 'saved'
      if (error === undefined) {
        dispatch(favoriteConfirmed({ bookId, inList: intent.wanted }))
      } else if (selectIntent(getState(), bookId)?.wanted === intent.wanted) {
        dispatch(favoriteRefused({ bookId }))
        return 'refused'
      } else {
        // Refused, but the reader has changed their mind: what they want now decides.
        dispatch(favoriteConfirmed({ bookId, inList: intent.confirmed }))
      }
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
