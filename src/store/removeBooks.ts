import type { Book } from '../../contract/books.ts'
import type { LibraryList } from '../../contract/uploads.ts'
import { booksApi } from '../api/booksApi.ts'
import { selectUserId } from './authSlice.ts'
import { booksMarked, favoriteEntry, markOf, selectPending } from './favoritesSlice.ts'
import { failureOf, sendIntents, setMark, updateLists, type MarkOutcome } from './setMark.ts'
import type { AppThunk } from './store.ts'

const { removeBooks: remove, restoreBooks: restore } = booksApi.endpoints
/** By it favorites are added that come back one by one. */
const SCREEN = 'recommendations'

interface Removal {
  /** How it ended: where it is not saved, they are back. */
  outcome: Promise<MarkOutcome>
  /** Gives them back, each in its place: `saved` where all are there again, else it may be tried again. */
  undo: () => Promise<MarkOutcome>
}

/**
 * Removes many books from a list by one request, and gives them back by one: they go at once, and come back where it
 * fails. A book whose own request is under way follows by that one.
 */
export function removeBooks(list: LibraryList, books: readonly Book[]): AppThunk<Removal> {
  return (dispatch, getState) => {
    const userId = selectUserId(getState()) ?? ''
    const mark = markOf(list)
    const isBusy = ({ id }: Book) => selectPending(getState(), id) !== undefined
    const busy = books.filter(isBusy)
    const free = books.filter((book) => !isBusy(book))
    const entries = free.map((book) => favoriteEntry(book, 'favorites'))
    const args = { userId, list, bookIds: free.map(({ id }) => id) }
    const isOver = () => selectUserId(getState()) !== userId

    /** What the reader has wanted of single books meanwhile. */
    function sendOthers(): void {
      for (const book of free.filter(isBusy)) void dispatch(sendIntents(userId, book, SCREEN))
    }

    async function send(): Promise<MarkOutcome> {
      for (const book of busy) void dispatch(setMark(book, null, SCREEN))
      if (free.length === 0) return 'saved'
      dispatch(booksMarked({ entries, before: mark, mark: null }))
      const { error } = await dispatch(remove.initiate(args, { track: false }))
      if (isOver()) return 'ended'
      if (!error) dispatch(updateLists(userId, free, { mark: null, undo: false }))
      sendOthers()
      return error ? failureOf(error) : 'saved'
    }
    const outcome = send()
    return {
      outcome,
      undo: async () => {
        if ((await outcome) !== 'saved' || isOver()) return 'ended'
        for (const book of busy) void dispatch(setMark(book, mark, SCREEN, true))
        if (free.length === 0) return 'saved'
        dispatch(booksMarked({ entries, before: null, mark, undo: true }))
        const { data, error } = await dispatch(restore.initiate(args, { track: false }))
        if (isOver()) return 'ended'
        sendOthers()
        if (error) return failureOf(error)
        return data.length === free.length ? 'saved' : 'failed'
      },
    }
  }
}
