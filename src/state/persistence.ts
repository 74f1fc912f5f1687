import type { PersistConfig, Storage } from 'redux-persist'
import { tidyEntry, type FavoriteEntry } from '../api/favoriteEntry.ts'
import { isRecord } from '../lib/record.ts'
import type { AuthState } from './authSlice.ts'
import { browserStorage } from './browserStorage.ts'
import type { LocalFavoritesState, UnsentFavorite } from './localFavoritesSlice.ts'
import { readSession, writeSession, type StoredSession } from './storedSession.ts'

/**
 * redux-persist's engine: instead of one blob per slice it reads and writes the plain keys of section 3
 * (decision 16). With `serialize: false` redux-persist hands the values over as they are. Everything is
 * checked here, so that a damaged key neither reaches a reducer nor costs another key its content.
 */

export const FAVORITES_KEY = 'favorites'
const UNSENT_KEY = 'unsentFavorites'

/** What redux-persist writes beside a slice's own fields. */
const META = { version: -1, rehydrated: true }

function json(key: string): unknown {
  const text = browserStorage.get(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Kept for whoever wants to mend it; the next write would erase it.
    browserStorage.set(`${key}.bad`, text)
    return undefined
  }
}

/** The stored favorites; misshapen entries are left out one by one. */
export function readFavorites(): FavoriteEntry[] {
  const list = json(FAVORITES_KEY)
  if (!Array.isArray(list)) {
    const text = browserStorage.get(FAVORITES_KEY)
    if (text !== null && list !== undefined) browserStorage.set(`${FAVORITES_KEY}.bad`, text)
    return []
  }
  const entries = list.map(tidyEntry).filter((entry) => entry !== undefined)
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

function readUnsent(): Record<string, UnsentFavorite[]> {
  const stored = json(UNSENT_KEY)
  if (!isRecord(stored)) return {}
  const unsent: Record<string, UnsentFavorite[]> = {}
  for (const [userId, list] of Object.entries(stored)) {
    if (!Array.isArray(list)) continue
    const wishes = list.flatMap((item: unknown) => {
      const entry = isRecord(item) ? tidyEntry(item['entry']) : undefined
      return entry && isRecord(item) && typeof item['wanted'] === 'boolean'
        ? [{ entry, wanted: item['wanted'] }]
        : []
    })
    if (wishes.length > 0) unsent[userId] = wishes
  }
  return unsent
}

function isStored(value: unknown): value is { token: string; user: StoredSession['user'] } {
  return (
    isRecord(value) &&
    typeof value['token'] === 'string' &&
    isRecord(value['user']) &&
    typeof value['user']['id'] === 'string' &&
    value['isLoggedIn'] === true
  )
}

const authEngine: Storage = {
  getItem: () => {
    const session = readSession()
    return Promise.resolve({ ...session, isLoggedIn: session !== null, _persist: META })
  },
  setItem: (_key, value: unknown) => {
    writeSession(isStored(value) ? { token: value.token, user: value.user } : null)
    return Promise.resolve()
  },
  removeItem: () => {
    writeSession(null)
    return Promise.resolve()
  },
}

function createFavoritesEngine(): Storage {
  // Only a list that this page held for a reader is cleared when that reader is gone: where the stored
  // session was damaged, the list stays for the next sign-in to settle.
  let held = false
  // The waiting wishes are written only when this page changed them: another tab may have added its own.
  let knownUnsent: unknown
  return {
    getItem: () => {
      const ownerId = readSession()?.user.id ?? null
      held = ownerId !== null
      const unsent = readUnsent()
      knownUnsent = unsent
      return Promise.resolve({
        ownerId,
        entries: held ? readFavorites() : [],
        unsent,
        _persist: META,
      })
    },
    setItem: (_key, value: unknown) => {
      if (!isRecord(value)) return Promise.resolve()
      const owned = typeof value['ownerId'] === 'string'
      if (owned) browserStorage.set(FAVORITES_KEY, JSON.stringify(value['entries']))
      else if (held) browserStorage.remove(FAVORITES_KEY)
      held = owned
      const unsent = value['unsent']
      if (unsent === knownUnsent) return Promise.resolve()
      knownUnsent = unsent
      if (isRecord(unsent) && Object.keys(unsent).length > 0) {
        browserStorage.set(UNSENT_KEY, JSON.stringify(unsent))
      } else browserStorage.remove(UNSENT_KEY)
      return Promise.resolve()
    },
    removeItem: () => {
      browserStorage.remove(FAVORITES_KEY)
      return Promise.resolve()
    },
  }
}

// `serialize: false` is read by redux-persist 6 and missing from its types for `deserialize`.
const asTheyAre = { serialize: false, deserialize: false } as const

/** How the session is kept. */
export const authPersistence: PersistConfig<AuthState> = {
  key: 'auth',
  storage: authEngine,
  whitelist: ['token', 'user', 'isLoggedIn'] satisfies (keyof AuthState)[],
  ...asTheyAre,
}

/** How the favorites are kept; one engine a store, since it remembers whether it holds a list. */
export function createFavoritesPersistence(): PersistConfig<LocalFavoritesState> {
  return {
    key: 'localFavorites',
    storage: createFavoritesEngine(),
    whitelist: ['ownerId', 'entries', 'unsent'] satisfies (keyof LocalFavoritesState)[],
    ...asTheyAre,
  }
}
