import { booksApi } from '../../api/booksApi.ts'
import { takeUpDrawn } from '../../lib/drawn.ts'
import { selectUserId } from '../../state/authSlice.ts'
import type { AppStore } from '../../state/store.ts'

/**
 * Takes up what the server drew of the favorites (decision page 0034): resolves when the list is there, or
 * is long in coming.
 */
export async function takeUpFavorites(store: AppStore): Promise<void> {
  const userId = selectUserId(store.getState())
  if (userId === null) return
  const { getFavoriteBooks } = booksApi.endpoints
  // Not to be kept fresh from here: every heart on every page would ask for the list again.
  await takeUpDrawn(store.dispatch(getFavoriteBooks.initiate(userId, { subscribe: false })))
}
