import { paths } from '../paths.ts'
import type { StoredSession } from '../state/storedSession.ts'

const PARAMETERS = ['token', 'userId', 'isNewUser', 'name'] as const

/**
 * Somebody signed in elsewhere and came back (section 4, decision 19): takes `token`, `userId`,
 * `isNewUser` (and `name`, where given) out of the address, on any path, and puts in its place where the
 * reader goes on: /categories if new, else /recommendations. Runs before the store, the router and every
 * request, so that the token is seen by nothing else.
 * @returns the session that arrived, or `null` where the address holds no whole one
 */
export function takeSocialArrival(): StoredSession | null {
  const url = new URL(window.location.href)
  const token = url.searchParams.get('token')
  const userId = url.searchParams.get('userId')
  const isNewUser = url.searchParams.get('isNewUser')
  // Half an arrival is none, but a token is stripped all the same.
  if (token === null && userId === null) return null
  const name = url.searchParams.get('name') ?? ''
  for (const parameter of PARAMETERS) url.searchParams.delete(parameter)
  const whole = Boolean(token) && Boolean(userId)
  if (whole) url.pathname = isNewUser === 'true' ? paths.categories : paths.recommendations
  // The whole address: a path that begins with two slashes would name another host by itself.
  window.history.replaceState(window.history.state, '', url.href)
  return token && userId ? { token, user: { id: userId, name } } : null
}
