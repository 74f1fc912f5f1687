import { browserStorage } from './browserStorage.ts'
import { LOGOUT_PENDING_KEY } from './persistence.ts'
import type { AppDispatch } from './store.ts'

/** Tells the server of a logout that it has not heard of, where there is one; what that needs comes with it. */
export function resumePendingLogOut() {
  return async (dispatch: AppDispatch): Promise<void> => {
    if (browserStorage.get(LOGOUT_PENDING_KEY) === null) return
    try {
      const { resumeLogOut } = await import('./endSession.ts')
      await dispatch(resumeLogOut())
    } catch {
      // That part did not come: the next start tries again.
    }
  }
}
