import { createSlice, prepareAutoBatched, type PayloadAction } from '@reduxjs/toolkit'
import { isCall } from '../api/calls.ts'
import { entryFromList, type FavoriteEntry } from '../api/favoriteEntry.ts'
import { sessionRejected } from '../api/sessionRejected.ts'
import { isRecord } from '../lib/record.ts'
import { accountDeleted, loggedOut, sessionArrived, sessionChangedElsewhere } from './authSlice.ts'

/** The screen a heart sits on: it decides which call is made and what a failure says. */
export type FavoriteScreen = 'recommendations' | 'detail' | 'favorites'

/** What a reader last wanted for one book, while its one call at a time is under way. */
export interface FavoriteIntent {
  entry: FavoriteEntry
  screen: FavoriteScreen
  /** In the list or not: what the reader wants. */
  wanted: boolean
  /** What the server last confirmed, and the heart falls back to. */
  confirmed: boolean
  /** The first author of a book to be added, saved after the book itself (decision 32). */
  author?: string
}

/** A wish that waits: without network, or since the session ended before it could be sent (decision 6). */
export type UnsentFavorite = Pick<FavoriteIntent, 'entry' | 'wanted' | 'author'>

/** The hearts of the reader who is signed in, as this browser knows them. */
export interface LocalFavoritesState {
  ownerId: string | null
  entries: FavoriteEntry[]
  /** The list as another tab wrote it, when this one last followed it; storage is merged against it. */
  elsewhere: FavoriteEntry[] | null
  intents: Record<string, FavoriteIntent>
  /** Ids of books whose last write was not answered: nobody knows whether the server did it. */
  unsure: string[]
  /** Wishes that wait for the network or for their reader's next sign-in, by user id, the oldest first. */
  unsent: Record<string, UnsentFavorite[]>
  /** Counts wishes and answers, so that a list asked for before one of them is known to be old. */
  changes: number
  /** What `changes` stood at when each list now under way was asked for, by request id. */
  asked: Record<string, number>
  /** The list of the session that an arrival through a link replaced, as in `AuthState` (decision 19). */
  setAside: Pick<LocalFavoritesState, 'ownerId' | 'entries'> | null
}

const initialState: LocalFavoritesState = {
  ownerId: null,
  entries: [],
  elsewhere: null,
  intents: {},
  unsure: [],
  unsent: {},
  changes: 0,
  asked: {},
  setAside: null,
}

function has(state: LocalFavoritesState, id: string): boolean {
  return state.entries.some((entry) => entry.id === id)
}

const idsOf = new WeakMap<readonly FavoriteEntry[], ReadonlySet<string>>()

/** The ids of a list, gathered once: hundreds of hearts ask after every change. */
function ids(entries: readonly FavoriteEntry[]): ReadonlySet<string> {
  const known = idsOf.get(entries) ?? new Set(entries.map(({ id }) => id))
  idsOf.set(entries, known)
  return known
}

function put(state: LocalFavoritesState, entry: FavoriteEntry, wanted: boolean): void {
  if (!wanted) state.entries = state.entries.filter(({ id }) => id !== entry.id)
  // A new list: the one that another tab wrote may be both this one and `elsewhere`, which stays as it was.
  else if (!has(state, entry.id)) state.entries = [entry, ...state.entries]
}

function waiting(state: LocalFavoritesState): UnsentFavorite[] {
  return state.ownerId === null ? [] : (state.unsent[state.ownerId] ?? [])
}

/** Shows the wishes that wait or are still under way, over a list that may not know of them. */
function putIntents(state: LocalFavoritesState): void {
  const wishes = [...waiting(state), ...Object.values(state.intents)]
  for (const { entry, wanted } of wishes) put(state, entry, wanted)
}

/** Keeps of the owner's waiting wishes those that pass. */
function keepWaiting(state: LocalFavoritesState, passes: (wish: UnsentFavorite) => boolean): void {
  const { ownerId } = state
  if (ownerId === null || state.unsent[ownerId] === undefined) return
  const rest = waiting(state).filter(passes)
  if (rest.length === 0) delete state.unsent[ownerId]
  else if (rest.length < waiting(state).length) state.unsent[ownerId] = rest
}

/** One wish a book waits: the last one, at the end of the row unless it is the one that waited there. */
function wait(state: LocalFavoritesState, wishes: readonly UnsentFavorite[]): void {
  const { ownerId } = state
  if (ownerId === null) return
  for (const { entry, wanted, author } of wishes) {
    const same = waiting(state).find((wish) => wish.entry.id === entry.id)
    if (same?.wanted === wanted) {
      if (author !== undefined) same.author = author
      continue
    }
    keepWaiting(state, (wish) => wish !== same)
    const wish = author === undefined ? { entry, wanted } : { entry, wanted, author }
    state.unsent[ownerId] = [...waiting(state), wish]
  }
}

/** The server has a book (`inList`), or no longer has it. */
function confirm(state: LocalFavoritesState, bookId: string, inList: boolean): void {
  const intent = state.intents[bookId]
  if (!intent) return
  intent.confirmed = inList
  state.unsure = state.unsure.filter((id) => id !== bookId)
  if (intent.wanted !== inList) return
  delete state.intents[bookId]
  keepWaiting(state, ({ entry }) => entry.id !== bookId)
}

/** Begins anew for this reader; the hearts of another are not theirs (decision 18). */
function own(state: LocalFavoritesState, ownerId: string | null): void {
  state.setAside = null
  if (state.ownerId === ownerId) return
  state.ownerId = ownerId
  state.entries = []
  state.intents = {}
  state.unsure = []
  state.asked = {}
  state.changes += 1
}

export const localFavoritesSlice = createSlice({
  name: 'favorites',
  reducerPath: 'localFavorites',
  initialState,
  reducers: {
    /** A reader wants a book in the list, or out of it. The heart shows it at once. */
    favoriteWanted(state, { payload }: PayloadAction<Omit<FavoriteIntent, 'confirmed'>>) {
      const { entry, wanted } = payload
      const known = state.intents[entry.id]
      // What waits is shown, and not confirmed.
      const waits = waiting(state).find((wish) => wish.entry.id === entry.id)
      state.intents[entry.id] = {
        ...payload,
        confirmed: known?.confirmed ?? (waits ? !waits.wanted : has(state, entry.id)),
      }
      put(state, entry, wanted)
      state.changes += 1
    },
    /** What is wanted is what the server has already: there is nothing to send, and nothing to draw. */
    favoriteSettled: {
      reducer(state, { payload: { bookId } }: PayloadAction<{ bookId: string }>) {
        const intent = state.intents[bookId]
        if (intent) confirm(state, bookId, intent.confirmed)
      },
      prepare: prepareAutoBatched<{ bookId: string }>(),
    },
    /**
     * The server refused: the heart goes back to what is confirmed.
     * `unsure`: it may have done it all the same, and until a list comes nobody knows.
     */
    favoriteRefused(state, { payload }: PayloadAction<{ bookId: string; unsure: boolean }>) {
      const intent = state.intents[payload.bookId]
      if (!intent) return
      if (payload.unsure && !state.unsure.includes(payload.bookId))
        state.unsure.push(payload.bookId)
      put(state, intent.entry, intent.confirmed)
      delete state.intents[payload.bookId]
      keepWaiting(state, ({ entry }) => entry.id !== payload.bookId)
    },
    /** Without network: the heart stays as it is wanted, and the wish waits (decision page 0030). */
    favoriteDeferred(state, { payload }: PayloadAction<{ bookId: string }>) {
      const intent = state.intents[payload.bookId]
      if (!intent) return
      delete state.intents[payload.bookId]
      wait(state, [intent])
    },
    /** The page goes: what is under way waits as well, until somebody hears that it was done. */
    pageLeft(state) {
      wait(state, Object.values(state.intents))
    },
    /** What waits, as the browser's storage has it by now: another tab may have sent some of it. */
    unsentRead(state, { payload }: PayloadAction<LocalFavoritesState['unsent']>) {
      state.unsent = payload
      putIntents(state)
    },
    /** Another tab changed the list. */
    favoritesChangedElsewhere(state, { payload }: PayloadAction<FavoriteEntry[]>) {
      state.entries = payload
      state.elsewhere = payload
      putIntents(state)
    },
  },
  extraReducers: (builder) => {
    const writes = [
      'addFavoriteFromRecommendations',
      'addFavoriteFromDetail',
      'addFavoriteFromFavorites',
      'removeFavorite',
    ] as const
    builder
      .addCase(sessionArrived, (state, { payload }) => {
        const { ownerId, entries } = state
        own(state, payload.user.id)
        if (ownerId !== null) state.setAside = { ownerId, entries }
      })
      .addCase(sessionChangedElsewhere, (state, { payload }) =>
        own(state, payload?.user.id ?? null),
      )
      .addCase(loggedOut, (state) => own(state, null))
      .addCase(accountDeleted, (state, { payload }) => {
        own(state, null)
        delete state.unsent[payload.userId]
      })
      .addCase(sessionRejected, (state) => {
        const { intents, setAside } = state
        wait(state, Object.values(intents))
        own(state, null)
        if (setAside) Object.assign(state, setAside)
      })
      .addMatcher(isCall('fulfilled', 'login'), (state, { payload }) => own(state, payload.id))
      .addMatcher(isCall('fulfilled', 'register'), (state, { payload }) => own(state, payload.id))
      .addMatcher(isCall('fulfilled', 'getProfile'), (state) => {
        // The profile answered, so the server has taken this session.
        state.setAside = null
      })
      // The answer itself counts, not what follows it: the list that RTK Query fetches anew at this very moment
      // knows of the change already.
      .addMatcher(isCall('fulfilled', ...writes), (state, { meta: { arg } }) => {
        const { userId, bookId } = arg.originalArgs
        state.changes += 1
        if (userId === state.ownerId) confirm(state, bookId, arg.endpointName !== 'removeFavorite')
      })
      .addMatcher(isCall('rejected', ...writes), (state) => {
        state.changes += 1
      })
      .addMatcher(isCall('pending', 'getFavoriteBooks'), (state, { meta }) => {
        state.asked[meta.requestId] = state.changes
      })
      .addMatcher(isCall('rejected', 'getFavoriteBooks'), (state, { meta }) => {
        delete state.asked[meta.requestId]
      })
      .addMatcher(isCall('fulfilled', 'getFavoriteBooks'), (state, { payload, meta }) => {
        const asked = state.asked[meta.requestId]
        delete state.asked[meta.requestId]
        // The server's list wins (decision 36), unless something has changed since it was asked for.
        if (asked !== state.changes || meta.arg.originalArgs !== state.ownerId) return
        // What the browser itself answered, without network, was made of this very list.
        if (!isRecord(meta.baseQueryMeta) || !meta.baseQueryMeta['response']) return
        state.entries = payload.map(entryFromList)
        // Of a write under way the list may know, or not yet.
        state.unsure = state.unsure.filter((id) => state.intents[id] !== undefined)
        // What the server has by now, it need not be told.
        keepWaiting(state, ({ entry, wanted }) => has(state, entry.id) !== wanted)
        putIntents(state)
      })
  },
  selectors: {
    selectEntries: (state) => state.entries,
    selectIsFavorite: (state, id: string) => ids(state.entries).has(id),
    selectIntent: (state, id: string) => state.intents[id],
    selectIsUnsure: (state, id: string) => state.unsure.includes(id),
  },
})

export const {
  favoriteWanted,
  favoriteSettled,
  favoriteRefused,
  favoriteDeferred,
  pageLeft,
  unsentRead,
  favoritesChangedElsewhere,
} = localFavoritesSlice.actions
export const { selectEntries, selectIsFavorite, selectIntent, selectIsUnsure } =
  localFavoritesSlice.selectors
