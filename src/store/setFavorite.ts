import type { Book } from '../../contract/books.ts'
import { booksApi } from '../api/booksApi.ts'
import { selectUserId } from './authSlice.ts'
import {
  favoriteEntry,
  favoriteToggled,
  selectPending,
  type FavoriteScreen,
} from './favoritesSlice.ts'
import type { AppThunk } from './store.ts'

/**
 * How a toggle ended: `queued` behind the request under way, `saved`, `failed` and rolled back, `authorFailed`
 * (the favorite is saved, its author is not), `ended` with the session, which was announced, or
 * `signedOut` where there was none.
 */
export type FavoriteOutcome = 'queued' | 'saved' | 'failed' | 'authorFailed' | 'ended' | 'signedOut'

const { endpoints } = booksApi
/** The write that adds a favorite, by the screen of its heart. */
const ADD = {
  recommendations: endpoints.addFavoriteFromRecommendations,
  detail: endpoints.addFavoriteFromDetail,
  favorites: endpoints.addFavoriteFromFavorites,
} satisfies Record<FavoriteScreen, unknown>

/**
 * Adds or removes a favorite. The heart changes at once; one request per book is under
 * way at a time, and when it ends the reader's last intent is sent if it is another by then. What is sent is the
 * intent, never a toggle, so that a repeat does no harm. A favorite that was added saves its first author.
 */
export function setFavorite(
  book: Book,
  isFavorite: boolean,
  screen: FavoriteScreen,
): AppThunk<Promise<FavoriteOutcome>> {
  return async (dispatch, getState) => {
    const userId = selectUserId(getState())
    if (userId === null) return 'signedOut'
    const isUnderWay = selectPending(getState(), book.id) !== undefined
    dispatch(favoriteToggled({ entry: favoriteEntry(book, screen), isFavorite }))
    if (isUnderWay) return 'queued'
    let sent = isFavorite
    let pending
    while ((pending = selectPending(getState(), book.id))) {
      sent = pending.intent
      const write = sent ? ADD[screen] : endpoints.removeFavorite
      const { error } = await dispatch(
        write.initiate({ userId, bookId: book.id }, { track: false }),
      )
      if (selectUserId(getState()) !== userId) return 'ended'
      if (error && !selectPending(getState(), book.id)) return 'failed'
    }
    const author = book.volumeInfo.authors[0]
    if (!sent || author === undefined) return 'saved'
    const saved = await dispatch(
      endpoints.saveFavoriteAuthor.initiate({ userId, author }, { track: false }),
    )
    return saved.error && selectUserId(getState()) === userId ? 'authorFailed' : 'saved'
  }
}
