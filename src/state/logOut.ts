import { KEPT } from '../constants.ts'
import { paths } from '../paths.ts'
import { loggedOut } from './authSlice.ts'
import { endServerSession } from './endSession.ts'
import { forgetAnswers } from './forgetAnswers.ts'
import type { AppDispatch, RootState } from './store.ts'

/**
 * Takes away what was kept of readers to be read without network (decision page 0030). The part that keeps it
 * does so too, but a reader may be gone before it has come.
 */
export async function forgetKept(): Promise<void> {
  // A browser that keeps nothing (plain http beyond this machine) has nothing to forget.
  if (!('caches' in window)) return
  for (const name of await caches.keys()) if (KEPT.test(name)) await caches.delete(name)
}

/**
 * Logout (section 4, decision 18): to the landing page first, since the guard of a protected page would
 * else greet the leaving reader; then session, favorites and every cached answer are forgotten; last the
 * server ends its session.
 */
export function logOut(navigate: (to: string) => void | Promise<void>) {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    const { token } = getState().auth
    await navigate(paths.home)
    dispatch(loggedOut())
    dispatch(forgetAnswers())
    forgetKept().catch(() => undefined)
    await dispatch(endServerSession(token))
  }
}
