import { useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { browserStorage } from '../lib/browserStorage.ts'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { selectEndedBy, selectUserId, visitorRedirected } from '../store/authSlice.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'

/** The guard of the protected routes (docs/product.md 2.1). The server checks every request as well. */
export function RequireAuth() {
  const userId = useAppSelector(selectUserId)
  return userId === null ? <RedirectToForm /> : <Outlet />
}

function RedirectToForm() {
  const dispatch = useAppDispatch()
  const [endedBy] = useState(useAppSelector(selectEndedBy))
  const { pathname, hash } = useLocation()
  useEffect(() => {
    const { userNotFound, notLasting } = messages.session
    // A session that has just ended was announced, or is in the line above the form: one toast is enough.
    if (!endedBy)
      toast({ message: browserStorage.isLasting() ? userNotFound : notLasting, kind: 'error' })
    dispatch(visitorRedirected())
  }, [dispatch, endedBy])
  return (
    <Navigate
      to={paths.home}
      replace
      state={{ scrollToForm: true, guardedPath: pathname + hash, endedBy }}
    />
  )
}
