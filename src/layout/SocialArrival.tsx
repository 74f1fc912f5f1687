import { useEffect, useRef, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router-dom'
import { booksApi } from '../api/booksApi.ts'
import { StatusText } from '../components/StatusText.tsx'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { selectUserId, sessionArrived, type Session } from '../store/authSlice.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'

const PARAMETERS = ['token', 'userId', 'isNewUser', 'name']

/** What the address has of a sign-in; a `session` of `null` is only half of one. */
function readArrival(search: string): { session: Session | null; isNewUser: boolean } | null {
  const query = new URLSearchParams(search)
  const token = query.get('token')
  const id = query.get('userId')
  if (token === null && id === null) return null
  const session = token && id ? { token, user: { id, name: query.get('name') ?? '' } } : null
  return { session, isNewUser: query.get('isNewUser') === 'true' }
}

function withoutArrival(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of PARAMETERS) query.delete(name)
  return query.toString()
}

/**
 * Somebody comes back from another provider's sign-in with a session in the address (docs/product.md 4.2). The
 * address is cleaned first. The session is adopted only where the browser's own cookie opens its user's
 * favorites: nobody is signed in by somebody else's link. Nothing else is rendered meanwhile.
 */
export function SocialArrival() {
  const { pathname, search } = useLocation()
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const userId = useAppSelector(selectUserId)
  const [arrival] = useState(() => readArrival(search))
  const [isPending, setPending] = useState(arrival !== null)
  const hasStarted = useRef(false)

  useEffect(() => {
    if (arrival === null || hasStarted.current) return
    hasStarted.current = true
    const { session, isNewUser } = arrival
    const check = async (): Promise<void> => {
      await navigate({ pathname, search: withoutArrival(search) }, { replace: true })
      if (session === null) return
      // Cookie only: the token is not sent anywhere before the cookie has proved it.
      const options = { subscribe: false, forceRefetch: true }
      const { getFavoriteBooks } = booksApi.endpoints
      const { error } = await dispatch(getFavoriteBooks.initiate(session.user.id, options))
      if (error) {
        toast({ message: messages.session.notAuthenticated, kind: 'error' })
        return
      }
      // A link that names the present reader must not replace their token: it may be a forged one.
      if (session.user.id !== userId) dispatch(sessionArrived(session))
      await navigate(isNewUser ? paths.categories : paths.recommendations, { replace: true })
    }
    void check().finally(() => setPending(false))
  }, [arrival, dispatch, navigate, pathname, search, userId])

  return isPending ? <StatusText>{messages.loading}</StatusText> : <Outlet />
}
