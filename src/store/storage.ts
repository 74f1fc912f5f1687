import type { PersistConfig, Storage } from 'redux-persist'
import { parseBook } from '../api/parseBook.ts'
import { browserStorage } from '../lib/browserStorage.ts'
import { isRecord } from '../lib/record.ts'
import type { AuthState, Session, SessionUser } from './authSlice.ts'
import { favoriteEntry, type FavoriteEntry, type LocalFavoritesState } from './favoritesSlice.ts'

/** The plain keys of a session (docs/product.md 3.2). */
export const SESSION_KEYS = ['token', 'user', 'username', 'isLoggedIn'] as const
export const FAVORITES_KEY = 'favorites'

/** A stored text as JSON; `undefined` where it is missing or damaged. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(browserStorage.get(key) ?? '')
  } catch {
    return undefined
  }
}

/** `user` in any of its three forms: JSON object with id, JSON string, bare string. */
function readUser(): SessionUser | undefined {
  const text = browserStorage.get('user')?.trim() ?? ''
  const name = browserStorage.get('username') ?? ''
  const value = readJson('user')
  if (isRecord(value)) {
    const id = typeof value['id'] === 'number' ? String(value['id']) : value['id']
    if (typeof id !== 'string' || id === '') return undefined
    return { id, name: typeof value['name'] === 'string' ? value['name'] : name }
  }
  // Digits are taken as they are: as a number, long ones would lose some.
  const id = typeof value === 'string' ? value : text
  // A text that begins like JSON is a damaged object, not an id.
  const isDamaged = /^[[{"]/.test(id) || value === null || typeof value === 'boolean'
  return id === '' || isDamaged ? undefined : { id, name }
}

/** The token of the session that this tab last read or wrote: other tabs may store another one at any time. */
let knownToken: string | null = null

function parseSession(): Session | null {
  const token = browserStorage.get('token')
  const user = readUser()
  if (!token || !user || browserStorage.get('isLoggedIn') !== 'true') return null
  return { token, user }
}

/** The stored session; `null` unless user, token and the flag `true` are all there (docs/product.md 4.1). */
export function readSession(): Session | null {
  const session = parseSession()
  knownToken = session?.token ?? null
  return session
}

/** Stores a session in one form, `user` as JSON with id and name, or removes it. */
export function writeSession(session: Session | null): void {
  knownToken = session?.token ?? null
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

/** A stored favorite in either shape; `undefined` where it has no id. */
function parseEntry(value: unknown): FavoriteEntry | undefined {
  const book = parseBook(value)
  if (book === undefined) return undefined
  const isWhole = isRecord(value) && isRecord(value['volumeInfo'])
  return favoriteEntry(book, isWhole ? 'detail' : 'favorites')
}

function readFavorites(): FavoriteEntry[] {
  const list = readJson(FAVORITES_KEY)
  const entries = Array.isArray(list) ? list.map(parseEntry) : []
  const byId = new Map(entries.flatMap((entry) => (entry ? [[entry.id, entry] as const] : [])))
  return [...byId.values()]
}

function writeFavorites(entries: readonly unknown[]): void {
  if (entries.length === 0) browserStorage.remove(FAVORITES_KEY)
  else browserStorage.set(FAVORITES_KEY, JSON.stringify(entries))
}

function isSession(value: unknown): value is Session {
  return isRecord(value) && typeof value['token'] === 'string' && isRecord(value['user'])
}

/** redux-persist's storage of the plain keys: a damaged key counts as absent and harms no other. */
const storage: Storage = {
  getItem: async (key: string) => {
    const session = readSession()
    if (key === 'persist:auth') return { ...session, isLoggedIn: session !== null }
    return { entries: readFavorites() }
  },
  setItem: async (key: string, value: unknown) => {
    if (key !== 'persist:auth') {
      if (isRecord(value) && Array.isArray(value['entries'])) writeFavorites(value['entries'])
      return
    }
    const session = isSession(value) ? value : null
    const stored = parseSession()?.token ?? null
    // redux-persist writes late, a hidden tab a second or more: what another tab stored meanwhile stays.
    const isOutdated = stored !== knownToken && (session === null || session.token === knownToken)
    // Keys that are no whole session are damaged, and left as they are.
    if (!isOutdated && (session !== null || stored !== null)) writeSession(session)
  },
  removeItem: async (key: string) => {
    if (key === 'persist:auth') writeSession(null)
    else writeFavorites([])
  },
}

// `serialize: false` hands values over as they are; `deserialize` is missing from redux-persist's types.
const plainKeys = { storage, serialize: false, deserialize: false } as const

export const authPersistence: PersistConfig<AuthState> = {
  key: 'auth',
  whitelist: ['token', 'user', 'isLoggedIn'] satisfies (keyof AuthState)[],
  ...plainKeys,
}

export const favoritesPersistence: PersistConfig<LocalFavoritesState> = {
  key: 'localFavorites',
  whitelist: ['entries'] satisfies (keyof LocalFavoritesState)[],
  ...plainKeys,
}
