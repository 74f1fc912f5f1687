import { FLUSH, type PersistConfig, type Storage } from 'redux-persist'
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
/** Set while the server has not heard of a logout; only the cookie is left to end then. */
export const LOGOUT_PENDING_KEY = 'logoutPending'

/** Where a text is kept that could not be read. */
const damagedKey = (key: string): string => `${key}.bad`
/** All such places. */
export const DAMAGED_KEYS: readonly string[] = [FAVORITES_KEY, UNSENT_KEY].map(damagedKey)

/** Writes down now whatever has changed: redux-persist's own action, where its persistor is not at hand. */
export const written = { type: FLUSH, result: () => undefined } as const

/** What redux-persist writes beside a slice's own fields. */
const META = { version: -1, rehydrated: true }

function json(key: string): unknown {
  const text = browserStorage.get(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    // Kept for whoever wants to mend it; the next write would erase it.
    browserStorage.set(damagedKey(key), text)
    return undefined
  }
}

/** The stored favorites; misshapen entries are left out one by one. */
export function readFavorites(): FavoriteEntry[] {
  const list = json(FAVORITES_KEY)
  if (!Array.isArray(list)) {
    const text = browserStorage.get(FAVORITES_KEY)
    if (text !== null && list !== undefined) browserStorage.set(damagedKey(FAVORITES_KEY), text)
    return []
  }
  const entries = list.map(tidyEntry).filter((entry) => entry !== undefined)
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

type Unsent = Record<string, UnsentFavorite[]>

/** The wishes that wait, by reader; misshapen ones are left out one by one. */
export function readUnsent(): Unsent {
  const stored = json(UNSENT_KEY)
  if (!isRecord(stored)) {
    const text = browserStorage.get(UNSENT_KEY)
    if (text !== null && stored !== undefined) browserStorage.set(`${UNSENT_KEY}.bad`, text)
    return {}
  }
  const unsent = Object.entries(stored).flatMap(([userId, list]) => {
    if (!Array.isArray(list)) return []
    const wishes = list.flatMap((item: unknown) => {
      const entry = isRecord(item) ? tidyEntry(item['entry']) : undefined
      if (!entry || !isRecord(item) || typeof item['wanted'] !== 'boolean') return []
      const { wanted, author } = item
      return [{ entry, wanted, ...(typeof author === 'string' ? { author } : {}) }]
    })
    return wishes.length > 0 ? [[userId, wishes] as const] : []
  })
  // Not by assignment: a damaged name such as __proto__ is a name like others here.
  return Object.fromEntries(unsent)
}

function idsOf(list: readonly FavoriteEntry[]): Set<string> {
  return new Set(list.map(({ id }) => id))
}

/**
 * What is written over a list that another tab may have changed since this one last knew it: their list
 * with what changed here.
 * @param known the list as this tab knew it before; `null` where it is another reader's, who gets ours
 */
function mergeFavorites(known: FavoriteEntry[] | null, ours: FavoriteEntry[]): FavoriteEntry[] {
  if (known === null) return ours
  const theirs = readFavorites()
  const [knownIds, ourIds, theirIds] = [idsOf(known), idsOf(ours), idsOf(theirs)]
  // Nobody else has written: our order and our details.
  const same = knownIds.size === theirIds.size && known.every(({ id }) => theirIds.has(id))
  if (same) return ours
  const added = ours.filter(({ id }) => !knownIds.has(id) && !theirIds.has(id))
  return [...added, ...theirs.filter(({ id }) => ourIds.has(id) || !knownIds.has(id))]
}

/** As `mergeFavorites`, for the wishes that wait: each is known by its reader and its book. */
function mergeUnsent(known: Unsent, ours: Unsent): Unsent {
  const merged = new Map(Object.entries(readUnsent()))
  for (const userId of new Set([...Object.keys(known), ...Object.keys(ours)])) {
    const [before, now] = [known[userId] ?? [], ours[userId] ?? []]
    const changed = now.filter(
      ({ entry, wanted, author }) =>
        !before.some((w) => w.entry.id === entry.id && w.wanted === wanted && w.author === author),
    )
    const gone = new Set([...before, ...changed].map(({ entry }) => entry.id))
    for (const { entry } of now) gone.delete(entry.id)
    for (const { entry } of changed) gone.add(entry.id)
    const kept = (merged.get(userId) ?? []).filter(({ entry }) => !gone.has(entry.id))
    if (kept.length + changed.length > 0) merged.set(userId, [...kept, ...changed])
    else merged.delete(userId)
  }
  return Object.fromEntries(merged)
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

function createAuthEngine(): Storage {
  // The token as this page last read or wrote it: neither whoever signs out here nor a session that has
  // only been read may take the place of one that another tab has begun meanwhile.
  let known: string | null = null
  const write = (session: StoredSession | null): Promise<void> => {
    const present = browserStorage.get('token')
    const begun = session !== null && session.token !== known
    if (begun || present === known || (present ?? session) === null) writeSession(session)
    known = session?.token ?? null
    return Promise.resolve()
  }
  return {
    getItem: () => {
      known = browserStorage.get('token')
      const session = readSession()
      return Promise.resolve({ ...session, isLoggedIn: session !== null, _persist: META })
    },
    setItem: (_key, value: unknown) =>
      write(isStored(value) ? { token: value.token, user: value.user } : null),
    removeItem: () => write(null),
  }
}

/** What the slice hands over; redux-persist gives its fields as they are. */
interface StoredFavorites {
  ownerId: string | null
  entries: FavoriteEntry[]
  unsent: Unsent
  elsewhere: FavoriteEntry[] | null
}

function isStoredFavorites(value: unknown): value is StoredFavorites {
  return isRecord(value) && Array.isArray(value['entries']) && isRecord(value['unsent'])
}

function createFavoritesEngine(): Storage {
  // Only a list that this page held for a reader is cleared when that reader is gone: where the stored
  // session was damaged, the list stays for the next sign-in to settle.
  let ownerBefore: string | null = null
  // What this page last knew, and so what another tab has changed since.
  let known: FavoriteEntry[] | null = null
  let knownElsewhere: FavoriteEntry[] | null = null
  let knownUnsent: Unsent = {}
  // What this page wrote last, where that was its own list: as long as it stands there nothing is to be read.
  let own: string | undefined
  return {
    getItem: () => {
      const ownerId = readSession()?.user.id ?? null
      ownerBefore = ownerId
      const entries = ownerId === null ? [] : readFavorites()
      known = entries
      knownUnsent = readUnsent()
      return Promise.resolve({ ownerId, entries, unsent: knownUnsent, _persist: META })
    },
    setItem: (_key, value: unknown) => {
      if (!isStoredFavorites(value)) return Promise.resolve()
      const { ownerId, entries, unsent, elsewhere } = value
      if (ownerId !== ownerBefore) known = null
      // This page has followed another tab: from there on it changes the list.
      if (elsewhere !== null && elsewhere !== knownElsewhere) known = elsewhere
      knownElsewhere = elsewhere
      // Another reader's by now, or nobody's, by another tab: that list is not ours to change.
      const owner = readSession()?.user.id ?? null
      if (ownerId === owner) {
        if (ownerId !== null) {
          const isOurs = browserStorage.get(FAVORITES_KEY) === own
          const list = isOurs ? entries : mergeFavorites(known, entries)
          const text = JSON.stringify(list)
          browserStorage.set(FAVORITES_KEY, text)
          own = list === entries ? text : undefined
        } else if (ownerBefore !== null) {
          browserStorage.remove(FAVORITES_KEY)
          browserStorage.remove(`${FAVORITES_KEY}.bad`)
        }
        known = entries
      }
      ownerBefore = ownerId
      // Written only when this page changed them: nothing then is read, and nobody is woken.
      if (unsent === knownUnsent) return Promise.resolve()
      const merged = mergeUnsent(knownUnsent, unsent)
      knownUnsent = unsent
      if (Object.keys(merged).length > 0) browserStorage.set(UNSENT_KEY, JSON.stringify(merged))
      else browserStorage.remove(UNSENT_KEY)
      return Promise.resolve()
    },
    removeItem: () => {
      browserStorage.remove(FAVORITES_KEY)
      return Promise.resolve()
    },
  }
}

/**
 * Signs out and forgets what this browser keeps, for a page that cannot be drawn with it. The server hears
 * of it at the next start. Wishes that wait for their reader stay: they are checked whenever they are read.
 */
export function resetLocalData(): void {
  writeSession(null)
  for (const key of [FAVORITES_KEY, `${FAVORITES_KEY}.bad`]) browserStorage.remove(key)
  browserStorage.set(LOGOUT_PENDING_KEY, 'true')
}

// `serialize: false` is read by redux-persist 6 and missing from its types for `deserialize`.
const asTheyAre = { serialize: false, deserialize: false } as const

/** How the session is kept; one engine a store, since it remembers whose session it holds. */
export function createAuthPersistence(): PersistConfig<AuthState> {
  return {
    key: 'auth',
    storage: createAuthEngine(),
    whitelist: ['token', 'user', 'isLoggedIn'] satisfies (keyof AuthState)[],
    ...asTheyAre,
  }
}

/** How the favorites are kept; one engine a store, since it remembers whether it holds a list. */
export function createFavoritesPersistence(): PersistConfig<LocalFavoritesState> {
  return {
    key: 'localFavorites',
    storage: createFavoritesEngine(),
    whitelist: [
      'ownerId',
      'entries',
      'unsent',
      'elsewhere',
    ] satisfies (keyof LocalFavoritesState)[],
    ...asTheyAre,
  }
}
