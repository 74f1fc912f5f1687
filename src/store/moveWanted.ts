import { booksApi } from '../api/booksApi.ts'
import { errorStatus } from '../api/errorMessage.ts'
import { selectUserId } from './authSlice.ts'
import { selectMarks, wantedOrdered } from './favoritesSlice.ts'
import { failureOf, type MarkOutcome } from './setMark.ts'
import type { AppThunk } from './store.ts'

/** Where a book of the list goes: so many places on, or to the place of another one. */
export type Move = { by: 1 | -1 } | { onto: string }

/** What became of a move: the new place, counted from 1, of how many, and how its request ended. */
export interface Moved {
  place: number
  of: number
  outcome: Promise<MarkOutcome>
}

/**
 * Moves a book in the own order of the books to read, at once; the request follows those of `before`, and where it
 * fails, the book goes back, and the marks are fetched anew. `undefined` where the list has no such place.
 */
export function moveWanted(
  bookId: string,
  move: Move,
  before: Promise<unknown>,
): AppThunk<Moved | undefined> {
  return (dispatch, getState) => {
    const userId = selectUserId(getState())
    const idsNow = () => selectMarks(getState()).wantToRead
    const ids = idsNow()
    const from = ids.indexOf(bookId)
    const to = 'by' in move ? from + move.by : ids.indexOf(move.onto)
    if (userId === null || from < 0 || to === from || ids[to] === undefined) return undefined
    const others = ids.toSpliced(from, 1)
    dispatch(wantedOrdered(others.toSpliced(to, 0, bookId)))

    async function send(userId: string): Promise<MarkOutcome> {
      await before
      const args = { userId, bookId, after: others[to - 1] ?? null }
      const { moveWanted } = booksApi.endpoints
      const { error } = await dispatch(moveWanted.initiate(args, { track: false }))
      if (selectUserId(getState()) !== userId) return 'ended'
      if (!error) return 'saved'
      if (idsNow().includes(bookId)) {
        const left = idsNow().filter((id) => id !== bookId)
        const place = from === 0 ? 0 : left.indexOf(ids[from - 1] ?? '') + 1
        dispatch(wantedOrdered(left.toSpliced(place, 0, bookId)))
      }
      // One of the two books is no longer wanted, as another device or tab has said.
      const isGone = errorStatus(error) === 404
      // After the way back: a list that was requested before it would count as old.
      dispatch(booksApi.util.invalidateTags(isGone ? ['Marks', 'WantToRead'] : ['Marks']))
      return failureOf(error)
    }
    return { place: to + 1, of: ids.length, outcome: send(userId) }
  }
}
