import {
  createSlice,
  isAnyOf,
  isDraft,
  original,
  weakMapMemoize,
  type PayloadAction,
} from '@reduxjs/toolkit'
import type { Book, VolumeInfo } from '../../contract/books.ts'
import { MARKS } from '../../contract/markNames.ts'
import type { Mark, Marks, MarksAnswer } from '../../contract/marks.ts'
import type { LibraryList } from '../../contract/uploads.ts'
import { booksApi, type BookArgs, type ListArgs, type SetMarkArgs } from '../api/booksApi.ts'
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

/** What a book is to its reader: loved (a heart), marked, or neither. Never two. */
export type HeartOrMark = 'favorite' | Mark | null

type List = NonNullable<HeartOrMark>

/** A heart or mark that was set or taken back and is not confirmed yet. */
interface PendingMark {
  entry: FavoriteEntry
  /** The reader's last intent. */
  intent: HeartOrMark
  /**
   * What the server may have: what it last confirmed, to which the book rolls back, and what was sent since: whether it
   * came through is not known where its response was lost.
   */
  held: HeartOrMark[]
  /** It is given back, in the place where it was. */
  undo?: boolean | undefined
}

interface BookMarked {
  entry: FavoriteEntry
  /** What the book was so far. */
  before: HeartOrMark
  mark: HeartOrMark
  /** What the book was before is given back, in its place. */
  undo?: boolean
}

interface BooksMarked extends Omit<BookMarked, 'entry'> {
  entries: readonly FavoriteEntry[]
}

/** What a book of a list is. */
export const markOf = (list: LibraryList): Exclude<HeartOrMark, null> =>
  list === 'favorites' ? 'favorite' : list

/** Hearts and marks of the reader who is signed in, as this browser knows them. */
export interface LocalFavoritesState {
  /** What hearts show, newest first. Stored under `favorites`. */
  entries: FavoriteEntry[]
  /** Ids of books by mark, newest first; those to read in the reader's own order. */
  marks: Marks
  /** The works of those of them that have other editions, by the id of the book. */
  works: MarksAnswer['works']
  /** Where a book was in the lists that it has left, by its id: how many followed it there. */
  left: Record<string, Partial<Record<List, number>>>
  /** By book id. */
  pending: Record<string, PendingMark>
  /** Counts changes and responses to writes, so that a list requested before one of them is known to be old. */
  changes: number
  /** What `changes` was when each list now under way was requested, by request id. */
  listRequests: Record<string, number>
  /** The heart that the reader pressed last, for screen readers. A mark has a toast, which is read out. */
  lastToggle?: { bookId: string; isFavorite: boolean }
}

const initialState: LocalFavoritesState = {
  entries: [],
  marks: { wantToRead: [], read: [], notForMe: [] },
  works: {},
  left: {},
  pending: {},
  changes: 0,
  listRequests: {},
}

/** As they are or were just assigned: reading thousands of drafts takes longer than a reader waits. */
function entriesOf({ entries }: LocalFavoritesState): FavoriteEntry[] {
  return isDraft(entries) ? (original(entries) ?? entries) : entries
}

/** A book is in the list of what it is, first or, given back, where it was, and in no other. */
function show(
  state: LocalFavoritesState,
  entry: FavoriteEntry,
  { mark, isBack = false }: { mark: HeartOrMark; isBack?: boolean | undefined },
): void {
  const { id } = entry
  const left = isBack ? state.left[id] : undefined
  const change = <T>(list: List, items: T[], { item, at }: { item: T; at: number }): T[] => {
    if (at >= 0 === (list === mark)) return items
    const { length } = items
    if (list === mark) {
      const place = Math.max(0, length - (left?.[list] ?? length))
      return items.toSpliced(place, 0, item)
    }
    state.left[id] = { ...state.left[id], [list]: length - at - 1 }
    return items.toSpliced(at, 1)
  }
  const entries = entriesOf(state)
  const at = entries.findIndex((one) => one.id === id)
  state.entries = change('favorite', entries, { item: entry, at })
  for (const name of MARKS) {
    const ids = state.marks[name]
    state.marks[name] = change(name, ids, { item: id, at: ids.indexOf(id) })
  }
}

const { getFavoriteBooks, getMarks, getMarkedBooks, moveWanted, ...endpoints } = booksApi.endpoints
const writes = [
  endpoints.addFavoriteFromRecommendations,
  endpoints.addFavoriteFromDetail,
  endpoints.addFavoriteFromFavorites,
  endpoints.removeFavorite,
  endpoints.setMark,
  endpoints.removeMark,
  endpoints.removeBooks,
  endpoints.restoreBooks,
]
const isWritePending = isAnyOf(...writes.map(({ matchPending }) => matchPending))
const isWriteFulfilled = isAnyOf(...writes.map(({ matchFulfilled }) => matchFulfilled))
const isWriteRejected = isAnyOf(...writes.map(({ matchRejected }) => matchRejected))
const lists = [getFavoriteBooks, getMarks, getMarkedBooks]
const isListPending = isAnyOf(...lists.map(({ matchPending }) => matchPending))
const isListRejected = isAnyOf(...lists.map(({ matchRejected }) => matchRejected))

interface WriteArg {
  endpointName: string
  originalArgs: BookArgs | SetMarkArgs | ListArgs
}

/** What a write sent: `null` took it back. */
function sentBy({ endpointName, originalArgs }: WriteArg): HeartOrMark {
  if ('mark' in originalArgs) return originalArgs.mark
  if ('list' in originalArgs)
    return endpointName === 'restoreBooks' ? markOf(originalArgs.list) : null
  return endpointName.startsWith('add') ? 'favorite' : null
}

/** Whether a write that takes something back takes hearts, not marks. */
const removesHeart = ({ endpointName, originalArgs }: WriteArg): boolean =>
  endpointName === 'removeFavorite' || ('list' in originalArgs && originalArgs.list === 'favorites')

/** The books of a write. */
const idsIn = ({ originalArgs }: WriteArg): readonly string[] =>
  'bookIds' in originalArgs ? originalArgs.bookIds : [originalArgs.bookId]

function setIntent(state: LocalFavoritesState, { entry, before, mark, undo }: BookMarked): void {
  const held = state.pending[entry.id]?.held ?? [before]
  state.pending[entry.id] = { entry, intent: mark, held, undo }
  state.changes += 1
  show(state, entry, { mark, isBack: undo })
}

/** Gathered once per change: thousands of hearts look themselves up. */
const idsOf = weakMapMemoize(
  (entries: readonly FavoriteEntry[]): ReadonlySet<string> => new Set(entries.map(({ id }) => id)),
)
const markById = weakMapMemoize(
  (marks: Marks): ReadonlyMap<string, Mark> =>
    new Map(MARKS.flatMap((mark) => marks[mark].map((id) => [id, mark] as const))),
)
const goneIdsOf = weakMapMemoize(
  ({ read, notForMe }: Marks, works: MarksAnswer['works']): ReadonlySet<string> =>
    new Set([...read, ...notForMe].flatMap((id) => [id, works[id] ?? id])),
)

export const favoritesSlice = createSlice({
  name: 'localFavorites',
  initialState,
  reducers: {
    /** The reader set a heart or a mark, or took it back: the book shows the intent at once (optimistic). */
    bookMarked(state, { payload }: PayloadAction<BookMarked>) {
      const { entry, before, mark } = payload
      setIntent(state, payload)
      const isFavorite = mark === 'favorite'
      if (isFavorite ? before === null : mark === null && before === 'favorite')
        state.lastToggle = { bookId: entry.id, isFavorite }
    },
    /** The same of many books of a list at once; a toast is read out. What is given back goes the way it came. */
    booksMarked(state, { payload }: PayloadAction<BooksMarked>) {
      const { entries, ...change } = payload
      for (const entry of change.undo ? entries.toReversed() : entries)
        setIntent(state, { ...change, entry })
    },
    /** The reader has put the books to read in another order. */
    wantedOrdered(state, { payload }: PayloadAction<string[]>) {
      state.marks.wantToRead = payload
      state.changes += 1
    },
  },
  extraReducers: (builder) => {
    builder
      .addMatcher(isSessionChange, () => initialState)
      .addMatcher(isWritePending, (state, { meta: { arg } }) => {
        for (const bookId of idsIn(arg)) state.pending[bookId]?.held.push(sentBy(arg))
      })
      .addMatcher(isWriteFulfilled, (state, { meta: { arg } }) => {
        state.changes += 1
        const sent = sentBy(arg)
        for (const bookId of idsIn(arg)) {
          const pending = state.pending[bookId]
          if (!pending) continue
          pending.held =
            sent === null
              ? pending.held.filter(
                  (one) => one === null || (one === 'favorite') !== removesHeart(arg),
                )
              : [sent]
          if (pending.held.every((one) => one === pending.intent)) delete state.pending[bookId]
        }
      })
      .addMatcher(isWriteRejected, (state, { meta: { arg } }) => {
        state.changes += 1
        for (const bookId of idsIn(arg).toReversed()) {
          const pending = state.pending[bookId]
          // Where the reader has changed their mind meanwhile, the last intent is still to be sent.
          if (pending?.intent !== sentBy(arg)) continue
          show(state, pending.entry, { mark: pending.held[0] ?? null, isBack: true })
          delete state.pending[bookId]
        }
      })
      // A list from between two moves has only the first.
      .addMatcher(moveWanted.matchPending, (state) => {
        state.changes += 1
      })
      .addMatcher(isListPending, (state, { meta }) => {
        state.listRequests[meta.requestId] = state.changes
      })
      .addMatcher(isListRejected, (state, { meta }) => {
        delete state.listRequests[meta.requestId]
      })
      .addMatcher(getFavoriteBooks.matchFulfilled, (state, { payload, meta }) => {
        if (isOld(state, meta)) return
        state.entries = payload.map((book) => favoriteEntry(book, 'favorites'))
        showPending(state)
      })
      .addMatcher(getMarks.matchFulfilled, (state, { payload, meta }) => {
        if (isOld(state, meta)) return
        const { works, ...marks } = payload
        state.works = works
        state.marks = marks
        showPending(state)
      })
      .addMatcher(getMarkedBooks.matchFulfilled, (state, { payload, meta }) => {
        if (isOld(state, meta)) return
        const { mark } = meta.arg.originalArgs
        const ids = new Set(payload.map(({ id }) => id))
        // Their order says getMarks.
        const known = state.marks[mark].filter((id) => ids.delete(id))
        state.marks[mark] = [...ids, ...known]
        showPending(state)
      })
  },
  selectors: {
    selectFavoriteIds: ({ entries }) => idsOf(entries),
    selectMarks: ({ marks }) => marks,
    /** Books that are recommended nowhere any more, and their works, for other editions. */
    selectGoneIds: ({ marks, works }) => goneIdsOf(marks, works),
    /** What a book is to the reader. */
    selectMark: ({ entries, marks }, bookId: string): HeartOrMark =>
      idsOf(entries).has(bookId) ? 'favorite' : (markById(marks).get(bookId) ?? null),
    /** The change of a book that the server has not confirmed yet. */
    selectPending: ({ pending }, bookId: string) => pending[bookId],
  },
})

/** A list from before a change, or of another session, is old; the changed tag brings the next one. */
function isOld(state: LocalFavoritesState, { requestId }: { requestId: string }): boolean {
  const requestedAt = state.listRequests[requestId]
  delete state.listRequests[requestId]
  return requestedAt !== state.changes
}

/** The server's list wins, except over intents that it cannot know yet. */
function showPending(state: LocalFavoritesState): void {
  for (const { entry, intent, undo } of Object.values(state.pending)) {
    show(state, entry, { mark: intent, isBack: undo })
  }
}

export const { bookMarked, booksMarked, wantedOrdered } = favoritesSlice.actions
export const { selectFavoriteIds, selectGoneIds, selectMark, selectMarks, selectPending } =
  favoritesSlice.selectors
