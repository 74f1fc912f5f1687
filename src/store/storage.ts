import type { PersistConfig, Storage } from 'redux-persist'
import { parseBook } from '../api/parseBook.ts'
import { browserStorage } from '../lib/browserStorage.ts'
import { field, isRecord } from '../lib/record.ts'
import type { AuthState, Session, SessionUser } from './authSlice.ts'
import { favoriteEntry, type FavoriteEntry, type LocalFavoritesState } from './favoritesSlice.ts'

/** The plain keys of a session (docs/product.md 3.2). */
export const SESSION_KEYS = ['token', 'user', 'username', 'isLoggedIn'] as const
export const FAVORITES_KEY = 'favorites'

/** A stored text as JSON; `undefined` where it is missing or damaged. */
function readJson(key: string): unknown {
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
  // The flag goes first and comes last: what is cut off halfway through is no session.
  if (browserStorage.get('token') !== session.token) browserStorage.remove('isLoggedIn')
  browserStorage.set({
    token: session.token,
    user: JSON.stringify({ id, name }),
    username: name,
    isLoggedIn: 'true',
  })
}

/** The stored favorites, in either shape and each once; what has no id is left out. */
function readFavorites(): FavoriteEntry[] {
  const list = readJson(FAVORITES_KEY)
  const byId = new Map<string, FavoriteEntry>()
  for (const value of Array.isArray(list) ? list : []) {
    const book = parseBook(value)
    const screen = isRecord(field(value, 'volumeInfo')) ? 'detail' : 'favorites'
    if (book) byId.set(book.id, favoriteEntry(book, screen))
  }
  return [...byId.values()]
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
    const stored = parseSession()?.token ?? null
    if (key !== 'persist:auth') {
      const entries = field(value, 'entries')
      // Another tab's reader has favorites of their own.
      if (!Array.isArray(entries) || stored !== knownToken) return
      if (entries.length === 0) return browserStorage.remove(FAVORITES_KEY)
      return browserStorage.set({ [FAVORITES_KEY]: JSON.stringify(entries) })
    }
    const session = isSession(value) ? value : null
    // redux-persist writes late, a hidden tab a second or more: what another tab stored meanwhile stays.
    const isOutdated = stored !== knownToken && (session === null || session.token === knownToken)
    // Keys that are no whole session are damaged, and left as they are.
    if (!isOutdated && (session !== null || stored !== null)) writeSession(session)
  },
  // For `purge`, which nothing calls.
  removeItem: async () => undefined,
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
