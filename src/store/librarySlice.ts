import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { LibraryList } from '../../contract/uploads.ts'
import { isSessionChange } from './authSlice.ts'

/** What a reader decided about the library that was read, whatever pages lie between. */
export interface LibraryChoices {
  /** Ids of the books that are not to be added. */
  refused?: readonly string[]
  /** What the books of a file are that says nothing of them. */
  silentAs?: LibraryList
  filter?: string
}

const initialState: LibraryChoices = {}

export const librarySlice = createSlice({
  name: 'library',
  initialState,
  reducers: {
    /** The whole of it: empty for another file. */
    libraryChosen: (_state, { payload }: PayloadAction<LibraryChoices>) => payload,
  },
  extraReducers: (builder) => builder.addMatcher(isSessionChange, () => initialState),
})

export const { libraryChosen } = librarySlice.actions
