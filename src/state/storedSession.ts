import { isRecord } from '../lib/record.ts'
import { browserStorage } from './browserStorage.ts'

/** Who is signed in. An empty name stands for one not known yet (decision 19). */
export interface SessionUser {
  id: string
  name: string
}

/** A session as the browser keeps it. */
export interface StoredSession {
  token: string
  user: SessionUser
}

/** The plain keys of section 3 and decision 16. */
export const SESSION_KEYS = ['token', 'user', 'username', 'isLoggedIn'] as const

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `user` in any of its three forms (decision 17): JSON object with id, JSON string, bare string. */
function userOf(text: string, username: string | null): SessionUser | undefined {
  const value = parsed(text)
  if (isRecord(value)) {
    const id = typeof value['id'] === 'number' ? String(value['id']) : value['id']
    if (typeof id !== 'string' || id === '') return undefined
    return { id, name: typeof value['name'] === 'string' ? value['name'] : (username ?? '') }
  }
  // Digits are taken as they stand: long ones would lose some as a number.
  const id = typeof value === 'string' ? value : text.trim()
  // What begins like JSON but is none is a damaged object, not an id.
  return id === '' || /^[[{"]/.test(id) || value === null || typeof value === 'boolean'
    ? undefined
    : { id, name: username ?? '' }
}

/** The stored session; `null` unless user, token and the flag `true` are all there (section 4). */
export function readSession(): StoredSession | null {
  const token = browserStorage.get('token')
  const userText = browserStorage.get('user')
  if (!token || !userText || browserStorage.get('isLoggedIn') !== 'true') return null
  const user = userOf(userText, browserStorage.get('username'))
  return user ? { token, user } : null
}

/** Writes the one form (decision 17), or removes every key where there is no session. */
export function writeSession(session: StoredSession | null): void {
  if (session === null) {
    for (const key of SESSION_KEYS) browserStorage.remove(key)
    return
  }
  const { id, name } = session.user
  browserStorage.set('token', session.token)
  browserStorage.set('user', JSON.stringify({ id, name }))
  browserStorage.set('username', name)
  browserStorage.set('isLoggedIn', 'true')
}
