import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import { sessionRejected } from '../api/baseQuery.ts'
import { booksApi } from '../api/booksApi.ts'
import { entryFromList, type FavoriteEntry } from '../api/favoriteEntry.ts'
import { accountDeleted, loggedOut, sessionArrived, sessionChangedElsewhere } from './authSlice.ts'

/** The screen a heart sits on: it decides which call is made and what a failure says. */
export type FavoriteScreen = 'recommendations' | 'detail' | 'favorites'

/** What a reader last wanted for one book, while the server has not confirmed it. */
export interface FavoriteIntent {
  entry: FavoriteEntry
  screen: FavoriteScreen
  /** In the list or not: what the reader wants. */
  wanted: boolean
  /** What the server last confirmed, and the heart falls back to. */
  confirmed: boolean
  /** One call per book at a time: true while it is under way. */
  sending: boolean
}

/** A wish that could not be sent before the session ended (decision 6). */
export type UnsentFavorite = Pick<FavoriteIntent, 'entry' | 'wanted'>

/** The hearts of the reader who is signed in, as this browser knows them. */
export interface LocalFavoritesState {
  ownerId: string | null
  entries: FavoriteEntry[]
  /** The list as another tab wrote it, when this one last followed it; storage is merged against it. */
  elsewhere: FavoriteEntry[] | null
  intents: Record<string, FavoriteIntent>
  /** Wishes waiting for their reader's next sign-in, by user id. */
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
  unsent: {},
  changes: 0,
  asked: {},
  setAside: null,
}

function has(state: LocalFavoritesState, id: string): boolean {
  return state.entries.some((entry) => entry.id === id)
}

function put(state: LocalFavoritesState, entry: FavoriteEntry, wanted: boolean): void {
  if (!wanted) state.entries = state.entries.filter(({ id }) => id !== entry.id)
  else if (!has(state, entry.id)) state.entries.unshift(entry)
}

/** Shows the wishes that are still under way, over a list that may not know of them. */
function putIntents(state: LocalFavoritesState): void {
  for (const { entry, wanted } of Object.values(state.intents)) put(state, entry, wanted)
}

/** Begins anew for this reader; the hearts of another are not theirs (decision 18). */
function own(state: LocalFavoritesState, ownerId: string | null): void {
  state.setAside = null
  if (state.ownerId === ownerId) return
  state.ownerId = ownerId
  state.entries = []
  state.intents = {}
  state.asked = {}
  state.changes += 1
}

export const localFavoritesSlice = createSlice({
  name: 'favorites',
  reducerPath: 'localFavorites',
  initialState,
  reducers: {
    /** A reader wants a book in the list, or out of it. The heart shows it at once. */
    favoriteWanted(
      state,
      { payload }: PayloadAction<Pick<FavoriteIntent, 'entry' | 'screen' | 'wanted'>>,
    ) {
      const { entry, screen, wanted } = payload
      const known = state.intents[entry.id]
      state.intents[entry.id] = {
        entry,
        screen,
        wanted,
        confirmed: known?.confirmed ?? has(state, entry.id),
        sending: known?.sending ?? false,
      }
      put(state, entry, wanted)
      state.changes += 1
    },
    favoriteSent(state, { payload }: PayloadAction<{ bookId: string }>) {
      const intent = state.intents[payload.bookId]
      if (intent) intent.sending = true
    },
    /** The server has it (`inList`), or no longer has it. */
    favoriteConfirmed(state, { payload }: PayloadAction<{ bookId: string; inList: boolean }>) {
      const intent = state.intents[payload.bookId]
      if (!intent) return
      intent.confirmed = payload.inList
      intent.sending = false
      if (intent.wanted === payload.inList) delete state.intents[payload.bookId]
    },
    /** The server refused: the heart goes back to what is confirmed. */
    favoriteRefused(state, { payload }: PayloadAction<{ bookId: string }>) {
      const intent = state.intents[payload.bookId]
      if (!intent) return
      put(state, intent.entry, intent.confirmed)
      delete state.intents[payload.bookId]
    },
    /** A waiting wish of a reader is being sent now. */
    unsentTaken(state, { payload }: PayloadAction<{ userId: string; bookId: string }>) {
      const { userId, bookId } = payload
      const rest = state.unsent[userId]?.filter(({ entry }) => entry.id !== bookId) ?? []
      if (rest.length > 0) state.unsent[userId] = rest
      else delete state.unsent[userId]
    },
    /** Another tab changed the list. */
    favoritesChangedElsewhere(state, { payload }: PayloadAction<FavoriteEntry[]>) {
      state.entries = payload
      state.elsewhere = payload
      putIntents(state)
    },
  },
  extraReducers: (builder) => {
    const { login, register, getProfile, getFavoriteBooks } = booksApi.endpoints
    const writes = [
      booksApi.endpoints.addFavoriteFromRecommendations,
      booksApi.endpoints.addFavoriteFromDetail,
      booksApi.endpoints.addFavoriteFromFavorites,
      booksApi.endpoints.removeFavorite,
    ]
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
        const { ownerId, intents, setAside } = state
        const waiting = Object.values(intents).map(({ entry, wanted }) => ({ entry, wanted }))
        if (ownerId !== null && waiting.length > 0) {
          const before = state.unsent[ownerId]?.filter(({ entry }) => !intents[entry.id]) ?? []
          state.unsent[ownerId] = [...before, ...waiting]
        }
        own(state, null)
        if (setAside) Object.assign(state, setAside)
      })
      .addMatcher(login.matchFulfilled, (state, { payload }) => own(state, payload.id))
      .addMatcher(register.matchFulfilled, (state, { payload }) => own(state, payload.id))
      .addMatcher(getProfile.matchFulfilled, (state) => {
        // The profile answered, so the server has taken this session.
        state.setAside = null
      })
      .addMatcher(
        // The answer itself counts, not what follows it: the list that RTK Query fetches anew at this
        // very moment knows of the change already.
        isAnyOf(...writes.flatMap((write) => [write.matchFulfilled, write.matchRejected])),
        (state) => {
          state.changes += 1
        },
      )
      .addMatcher(getFavoriteBooks.matchPending, (state, { meta }) => {
        state.asked[meta.requestId] = state.changes
      })
      .addMatcher(getFavoriteBooks.matchRejected, (state, { meta }) => {
        delete state.asked[meta.requestId]
      })
      .addMatcher(getFavoriteBooks.matchFulfilled, (state, { payload, meta }) => {
        const asked = state.asked[meta.requestId]
        delete state.asked[meta.requestId]
        // The server's list wins (decision 36), unless something has changed since it was asked for.
        if (asked !== state.changes || meta.arg.originalArgs !== state.ownerId) return
        state.entries = payload.map(entryFromList)
        putIntents(state)
      })
  },
  selectors: {
    selectEntries: (state) => state.entries,
    selectIsFavorite: (state, id: string) => has(state, id),
    selectIntent: (state, id: string) => state.intents[id],
  },
})

export const {
  favoriteWanted,
  favoriteSent,
  favoriteConfirmed,
  favoriteRefused,
  unsentTaken,
  favoritesChangedElsewhere,
} = localFavoritesSlice.actions
export const { selectEntries, selectIsFavorite, selectIntent } = localFavoritesSlice.selectors
