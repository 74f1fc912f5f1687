import { selectUserId } from './authSlice.ts'
import { shelvesSlice } from './shelvesSlice.ts'
import type { AppThunk } from './store.ts'

/** Remembers how far a row is scrolled. One that goes because its reader's session ended leaves nothing. */
export function endRow(userId: string | null, entry: string, left: number): AppThunk {
  return (dispatch, getState) => {
    if (selectUserId(getState()) !== userId) return
    dispatch(shelvesSlice.actions.rowEnded({ entry, left }))
  }
}
