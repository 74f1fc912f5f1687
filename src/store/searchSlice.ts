import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isOtherSession } from './authSlice.ts'

/** A search that was asked for elsewhere than in a reader's search box. */
interface SearchState {
  /** Until they are found: each page has a box of its own. A visitor's wait for the sign-in. */
  pending: string | null
}

const initialState: SearchState = { pending: null }

export const searchSlice = createSlice({
  name: 'search',
  initialState,
  reducers: {
    /** An author or a subject was pressed, or a visitor searched for these words. */
    searchRequested: (state, { payload }: PayloadAction<string>) => {
      state.pending = payload
    },
    /** The box shows what it found, or is closed. */
    searchEnded: () => initialState,
  },
  extraReducers: (builder) => {
    // Not at a login or a registration: the words of the visitor run after it.
    builder.addMatcher(isOtherSession, () => initialState)
  },
  selectors: { selectPendingSearch: (state) => state.pending },
})

export const { searchRequested, searchEnded } = searchSlice.actions
export const { selectPendingSearch } = searchSlice.selectors
