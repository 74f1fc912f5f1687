import { browserStorage } from './browserStorage.ts'
import { LOGOUT_PENDING_KEY } from './persistence.ts'
import type { AppDispatch, RootState } from './store.ts'

/**
 * Tells the server of a logout that it has not heard of, unless somebody signed in since. What that needs
 * comes with it; where it does not come, the next start tries again.
 */
export function resumeLogOut() {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    if (browserStorage.get(LOGOUT_PENDING_KEY) !== 'true') return
    if (getState().auth.isLoggedIn) {
      browserStorage.remove(LOGOUT_PENDING_KEY)
      return
    }
    const part = await import('./endSession.ts').catch(() => undefined)
    if (part) await dispatch(part.endServerSession(null))
  }
}
