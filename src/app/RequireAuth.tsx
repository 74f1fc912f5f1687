import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { toast } from '../lib/toasts.ts'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { selectEnded, selectUserId, turnedAway } from '../state/authSlice.ts'
import { useAppDispatch, usePresentSelector } from '../state/hooks.ts'

/**
 * The guard of the protected routes (section 2, decisions 6 to 9): a toast, the landing page in place of
 * this one, and its form. The server enforces every call besides.
 */
export function RequireAuth() {
  const userId = usePresentSelector(selectUserId)
  return userId === null ? <TurnedAway /> : <Outlet />
}

function TurnedAway() {
  const dispatch = useAppDispatch()
  const ended = usePresentSelector(selectEnded)
  const { pathname } = useLocation()
  useEffect(() => {
    // A session that just ended has been spoken of already, or needs no words (decisions 6, 7, 18).
    if (ended === null) toast({ key: 'guard', message: messages.userNotFound, kind: 'error' })
    dispatch(turnedAway(pathname))
    // Once for each time the guard turns somebody away; `turnedAway` itself changes `ended`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return <Navigate to={paths.home} replace state={{ scrollToForm: true }} />
}
