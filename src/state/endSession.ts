import { loadCalls } from '../api/calls.ts'
import { errorStatus } from '../api/errorMessage.ts'
import { browserStorage } from './browserStorage.ts'
import { LOGOUT_PENDING_KEY } from './persistence.ts'
import type { AppDispatch } from './store.ts'

/** Ends the session on the server; what it does not hear now it hears at the next start. */
export function endServerSession(token: string | null) {
  return async (dispatch: AppDispatch): Promise<void> => {
    browserStorage.set(LOGOUT_PENDING_KEY, 'true')
    // Until the server has heard of it, and takes this away, it puts nothing of the reader's into a page.
    document.cookie = 'left=1;path=/;max-age=2592000'
    try {
      const { booksApi } = await loadCalls()
      await dispatch(booksApi.endpoints.logOut.initiate({ token }, { track: false })).unwrap()
    } catch (error) {
      // Silence, or a server that fails, means once more at next start; any other answer is its last word.
      if ((errorStatus(error) ?? 500) >= 500) return
    }
    browserStorage.remove(LOGOUT_PENDING_KEY)
  }
}
