import { paths } from '../paths.ts'
import { accountDeleted } from './authSlice.ts'
import { browserStorage } from './browserStorage.ts'
import { forgetAnswers } from './forgetAnswers.ts'
import { forgetKept } from './logOut.ts'
import { DAMAGED_KEYS } from './persistence.ts'
import type { AppDispatch } from './store.ts'

/**
 * What follows the deletion of an account: to the landing page, as after a logout and for the same
 * reason; then this browser forgets the reader, hearts that were still to be sent and texts that could not
 * be read included. Other tabs follow by the keys that go.
 */
export function leaveForGood(userId: string, navigate: (to: string) => void | Promise<void>) {
  return async (dispatch: AppDispatch): Promise<void> => {
    await navigate(paths.home)
    dispatch(accountDeleted({ userId }))
    dispatch(forgetAnswers())
    forgetKept().catch(() => undefined)
    for (const key of DAMAGED_KEYS) browserStorage.remove(key)
  }
}
