import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Book, Recommendation } from '../../contract/books.ts'
import { workIdOf } from '../../contract/workId.ts'
import { isCategory } from '../../contract/categories.ts'
import { BOOKS_PER_SECTION } from '../constants.ts'
import { isSessionChange } from './authSlice.ts'

/** The two sections that are there only where they have books. */
export const AUTHORS = 'authors'
export const FOR_YOU = 'forYou'

/** A book of a section, and why it is there where the section says so. */
export interface ShelfItem {
  book: Book
  reason?: string
}

/** What the request of a section brings. */
export type SectionBooks = readonly (Book | Recommendation)[]

/** What a section shows, and what may follow. */
interface Shelf {
  /** Its own, those among them that were marked since: with `Undo` they are back in their places. */
  shown: readonly ShelfItem[]
  rest: readonly ShelfItem[]
  /** How many are shown, as far as there are so many. */
  places: number
  /** Until trying again works. */
  isFailed?: true
}

/** What a visit of the page shows. Editions of one work count as one. */
export interface Visit {
  /**
   * Favorites and what the reader wants to read: by id, and by work as far as the server's list is here, as they were
   * when the first section was filled.
   */
  known: readonly string[]
  /** By the section's name. */
  shelves: Readonly<Record<string, Shelf>>
  /** How far the row of what comes next was scrolled as its page was left, in CSS pixels. */
  rowLeft: number
}

/** By user and history entry, the oldest first: Back rearranges nothing and requests nothing. */
export type ShelvesState = Readonly<Record<string, Visit>>

/** Visits that are remembered; an older one is filled anew. */
const VISITS_MAX = 20

const initialState: ShelvesState = {}
const NO_SHELVES: Visit['shelves'] = {}
const NEW_VISIT: Visit = { known: [], shelves: NO_SHELVES, rowLeft: 0 }

/** What sections have of their own. */
export const shownWorks = (shelves: Visit['shelves']): Set<string> =>
  new Set(Object.values(shelves).flatMap(({ shown }) => shown.map(({ book }) => workIdOf(book))))

/** Without what a section shows already; what is known stands behind the others, but only on the shelf of an interest. */
function fillShelf(
  name: string,
  books: SectionBooks,
  places: number,
  { known, shelves }: Visit,
): Shelf {
  // The authors' section is there whenever it has a book, even if it comes last.
  const shown = name === AUTHORS ? new Set<string>() : shownWorks(shelves)
  const knownIds = new Set(known)
  const isKnown = ({ book }: ShelfItem) => knownIds.has(book.id) || knownIds.has(workIdOf(book))
  const items = books
    .map((item): ShelfItem => ('book' in item ? item : { book: item }))
    .filter(({ book }) => !shown.has(workIdOf(book)) && shown.add(workIdOf(book)))
  const fresh = items.filter((item) => !isKnown(item))
  const all = isCategory(name) ? [...fresh, ...items.filter(isKnown)] : fresh
  return { shown: all.slice(0, places), rest: all.slice(places), places }
}

/** The visits with what changed of one. */
const withVisit = (state: ShelvesState, entry: string, changed: Visit): ShelvesState =>
  Object.fromEntries(Object.entries({ ...state, [entry]: changed }).slice(-VISITS_MAX))

export interface SectionEnd {
  /** The user and the history entry. */
  entry: string
  name: string
  /** What its request brought; `undefined` where it failed. */
  books: SectionBooks | undefined
  /** How many it shows at first. */
  places: number
}

export const shelvesSlice = createSlice({
  name: 'shelves',
  initialState,
  reducers: {
    /** The request of a section ended. What the section shows by then stays as it is. */
    sectionEnded(
      state: ShelvesState,
      { payload }: PayloadAction<SectionEnd & { known: readonly string[] }>,
    ) {
      const { entry, name, books, known, places } = payload
      const visit = { ...(state[entry] ?? NEW_VISIT), known }
      const shelf = visit.shelves[name]
      if (shelf && !(shelf.isFailed && books)) return state
      const filled: Shelf = books
        ? fillShelf(name, books, places, visit)
        : { shown: [], rest: [], places: 0, isFailed: true }
      return withVisit(state, entry, { ...visit, shelves: { ...visit.shelves, [name]: filled } })
    },
    /** `Show more` of a section was pressed: it shows these. */
    sectionRevealed(
      state: ShelvesState,
      { payload }: PayloadAction<{ entry: string; name: string; items: readonly ShelfItem[] }>,
    ) {
      const { entry, name, items } = payload
      const visit = state[entry]
      const shelf = visit?.shelves[name]
      if (!visit || !shelf) return state
      const own = new Set(shelf.shown.map(({ book }) => book.id))
      const shown = [...shelf.shown, ...items.filter(({ book }) => !own.has(book.id))]
      const all = new Set(shown.map(({ book }) => book.id))
      const revealed: Shelf = {
        shown,
        rest: shelf.rest.filter(({ book }) => !all.has(book.id)),
        places: shelf.places + BOOKS_PER_SECTION,
      }
      return { ...state, [entry]: { ...visit, shelves: { ...visit.shelves, [name]: revealed } } }
    },
    /** All say the same in other words. */
    shelvesReworded: (_state: ShelvesState, { payload }: PayloadAction<ShelvesState>) => payload,
    /** A row went, with its page. */
    rowEnded(state: ShelvesState, { payload }: PayloadAction<{ entry: string; left: number }>) {
      const visit = state[payload.entry] ?? NEW_VISIT
      if (payload.left === visit.rowLeft) return state
      return withVisit(state, payload.entry, { ...visit, rowLeft: payload.left })
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(isSessionChange, () => initialState)
  },
  selectors: {
    /** The sections of a visit by name, as far as they are filled. */
    selectShelves: (state, entry: string) => state[entry]?.shelves ?? NO_SHELVES,
    /** The record of a book that a section shows. */
    selectShelved: (state, id: string) =>
      Object.values(state)
        .flatMap(({ shelves }) => Object.values(shelves))
        .flatMap(({ shown }) => shown)
        .find(({ book }) => book.id === id)?.book,
    selectRowLeft: (state, entry: string) => state[entry]?.rowLeft ?? 0,
  },
})

export const { sectionEnded, sectionRevealed, shelvesReworded } = shelvesSlice.actions
export const { selectShelves, selectShelved, selectRowLeft } = shelvesSlice.selectors
