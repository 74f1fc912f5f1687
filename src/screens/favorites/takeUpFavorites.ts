import { booksApi } from '../../api/booksApi.ts'
import { takeUpCover } from '../../lib/drawnCovers.ts'
import { selectUserId } from '../../state/authSlice.ts'
import type { AppStore } from '../../state/store.ts'
import { favoriteId } from './FavoriteCard.tsx'

/** So long, in ms, what the server drew stands at most before the list has come. */
const PATIENCE = 2000

/**
 * Takes up what the server drew of the favorites (docs/decisions/0034): resolves when the list is there, or
 * is long in coming, so that no frame is without the books; their covers are shown from the page.
 */
export async function takeUpFavorites(store: AppStore): Promise<void> {
  const userId = selectUserId(store.getState())
  if (userId === null) return
  const { getFavoriteBooks } = booksApi.endpoints
  // Not to be kept fresh from here: every heart on every page would ask for the list again.
  const call = store.dispatch(getFavoriteBooks.initiate(userId, { subscribe: false }))
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE))
  for (const { id, volumeInfo } of (await Promise.race([call, late]))?.data ?? []) {
    const link = document.getElementById(favoriteId(id))
    takeUpCover(link?.closest('li'), volumeInfo.imageLinks?.thumbnail)
  }
}
