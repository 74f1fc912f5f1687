import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { selectUserId, selectWasEnded, visitorRedirected } from '../store/authSlice.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'

/** The guard of the protected routes (docs/product.md 2.1). The server checks every request as well. */
export function RequireAuth() {
  const userId = useAppSelector(selectUserId)
  return userId === null ? <RedirectToForm /> : <Outlet />
}

function RedirectToForm() {
  const dispatch = useAppDispatch()
  const wasEnded = useAppSelector(selectWasEnded)
  const { pathname, hash } = useLocation()
  useEffect(() => {
    // A session that has just ended was announced already: one toast is enough.
    if (!wasEnded) toast({ message: messages.session.userNotFound, kind: 'error' })
    dispatch(visitorRedirected())
    // Once per redirect; the action itself changes `wasEnded`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <Navigate
      to={paths.home}
      replace
      state={{ scrollToForm: true, guardedPath: pathname + hash }}
    />
  )
}
