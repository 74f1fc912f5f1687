import {
  createSlice,
  isAnyOf,
  isDraft,
  original,
  weakMapMemoize,
  type PayloadAction,
} from '@reduxjs/toolkit'
import type { Book, VolumeInfo } from '../../contract/books.ts'
import { booksApi } from '../api/booksApi.ts'
import { isSessionChange } from './authSlice.ts'

/** The screen of a heart: it decides which request is sent and what a failure says. */
export type FavoriteScreen = 'recommendations' | 'detail' | 'favorites'

/** A local favorite (docs/product.md 3.1): as it is made from lists, or from the page of a book. */
export type FavoriteEntry =
  | { id: string; title: string; imageLinks?: VolumeInfo['imageLinks']; description?: string }
  | { id: string; volumeInfo: VolumeInfo }

/** The local favorite that a screen makes of a book. */
export function favoriteEntry({ id, volumeInfo }: Book, screen: FavoriteScreen): FavoriteEntry {
  if (screen === 'detail') return { id, volumeInfo }
  const { title, imageLinks, description } = volumeInfo
  return { id, title, imageLinks, description }
}

/** A heart that was toggled and is not confirmed yet. */
interface PendingFavorite {
  entry: FavoriteEntry
  /** In the list or not: the reader's last intent. */
  intent: boolean
  /** What the server last confirmed; the heart rolls back to it. */
  confirmed: boolean
}

/** The hearts of the reader who is signed in, as this browser knows them. */
export interface LocalFavoritesState {
  /** What hearts show, newest first. Stored under `favorites`. */
  entries: FavoriteEntry[]
  /** By book id. */
  pending: Record<string, PendingFavorite>
  /** Counts toggles and responses to writes, so that a list requested before one of them is known to be old. */
  changes: number
  /** What `changes` was when each list now under way was requested, by request id. */
  listRequests: Record<string, number>
  /** The heart that the reader pressed last, for screen readers. */
  lastToggle?: { bookId: string; isFavorite: boolean }
}

const initialState: LocalFavoritesState = { entries: [], pending: {}, changes: 0, listRequests: {} }

/** As they are or were just assigned: reading thousands of drafts takes longer than a reader waits. */
function entriesOf({ entries }: LocalFavoritesState): FavoriteEntry[] {
  return isDraft(entries) ? (original(entries) ?? entries) : entries
}

function show(state: LocalFavoritesState, entry: FavoriteEntry, isFavorite: boolean): void {
  const entries = entriesOf(state)
  const others = entries.filter(({ id }) => id !== entry.id)
  if (!isFavorite) state.entries = others
  else if (others.length === entries.length) state.entries = [entry, ...entries]
}

const { getFavoriteBooks, ...endpoints } = booksApi.endpoints
const writes = [
  endpoints.addFavoriteFromRecommendations,
  endpoints.addFavoriteFromDetail,
  endpoints.addFavoriteFromFavorites,
  endpoints.removeFavorite,
]
const isWriteFulfilled = isAnyOf(...writes.map(({ matchFulfilled }) => matchFulfilled))
const isWriteRejected = isAnyOf(...writes.map(({ matchRejected }) => matchRejected))

/** Gathered once per change: thousands of hearts look themselves up. */
const idsOf = weakMapMemoize(
  (entries: readonly FavoriteEntry[]): ReadonlySet<string> => new Set(entries.map(({ id }) => id)),
)

export const favoritesSlice = createSlice({
  name: 'localFavorites',
  initialState,
  reducers: {
    /** The reader pressed a heart: it shows the intent at once (optimistic). */
    favoriteToggled(
      state,
      { payload }: PayloadAction<{ entry: FavoriteEntry; isFavorite: boolean }>,
    ) {
      const { entry, isFavorite } = payload
      const confirmed =
        state.pending[entry.id]?.confirmed ?? entriesOf(state).some(({ id }) => id === entry.id)
      state.pending[entry.id] = { entry, intent: isFavorite, confirmed }
      state.changes += 1
      state.lastToggle = { bookId: entry.id, isFavorite }
      show(state, entry, isFavorite)
    },
  },
  extraReducers: (builder) => {
    builder
      .addMatcher(isSessionChange, () => initialState)
      .addMatcher(isWriteFulfilled, (state, { meta: { arg } }) => {
        const { bookId } = arg.originalArgs
        const pending = state.pending[bookId]
        state.changes += 1
        if (!pending) return
        pending.confirmed = arg.endpointName !== 'removeFavorite'
        if (pending.intent === pending.confirmed) delete state.pending[bookId]
      })
      .addMatcher(isWriteRejected, (state, { meta: { arg } }) => {
        const { bookId } = arg.originalArgs
        const pending = state.pending[bookId]
        state.changes += 1
        // Where the reader has changed their mind meanwhile, the last intent is still to be sent.
        if (pending?.intent !== (arg.endpointName !== 'removeFavorite')) return
        show(state, pending.entry, pending.confirmed)
        delete state.pending[bookId]
      })
      .addMatcher(getFavoriteBooks.matchPending, (state, { meta }) => {
        state.listRequests[meta.requestId] = state.changes
      })
      .addMatcher(getFavoriteBooks.matchRejected, (state, { meta }) => {
        delete state.listRequests[meta.requestId]
      })
      .addMatcher(getFavoriteBooks.matchFulfilled, (state, { payload, meta }) => {
        const requestedAt = state.listRequests[meta.requestId]
        delete state.listRequests[meta.requestId]
        // A list from before a change, or of another session, is old; the changed tag brings the next one.
        if (requestedAt !== state.changes) return
        // The server's list wins, except over intents that it cannot know yet.
        state.entries = payload.map((book) => favoriteEntry(book, 'favorites'))
        for (const { entry, intent } of Object.values(state.pending)) show(state, entry, intent)
      })
  },
  selectors: {
    selectFavoriteIds: ({ entries }) => idsOf(entries),
    /** The toggle of a book that the server has not confirmed yet. */
    selectPending: ({ pending }, bookId: string) => pending[bookId],
  },
})

export const { favoriteToggled } = favoritesSlice.actions
export const { selectFavoriteIds, selectPending } = favoritesSlice.selectors
