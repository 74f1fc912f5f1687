import { booksApi } from '../api/booksApi.ts'
import { selectUserId } from './authSlice.ts'
import { readUnsent } from './persistence.ts'
import type { AppDispatch, RootState } from './store.ts'

/**
 * What follows a sign-in or a reload: the hearts of every screen read the local list, which the server's
 * list fills (decision 36); then the wishes that waited for this reader are sent (decision 6).
 */
export function fillFavorites(userId: string) {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    // Somebody else, or nobody, is signed in by now.
    if (selectUserId(getState()) !== userId) return
    await dispatch(booksApi.endpoints.getFavoriteBooks.initiate(userId, { subscribe: false }))
    if (!(getState().localFavorites.unsent[userId] ?? readUnsent()[userId])) return
    const { sendUnsent } = await import('./sendUnsent.ts')
    await dispatch(sendUnsent())
  }
}
