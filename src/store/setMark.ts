import { original } from '@reduxjs/toolkit'
import type { Book } from '../../contract/books.ts'
import { booksApi, MARK_TAGS, type LIST_TAGS } from '../api/booksApi.ts'
import { errorStatus } from '../api/errorMessage.ts'
import { field } from '../lib/record.ts'
import { selectUserId } from './authSlice.ts'
import { MARKS } from '../../contract/markNames.ts'
import {
  bookMarked,
  favoriteEntry,
  selectMark,
  selectPending,
  type FavoriteScreen,
  type HeartOrMark,
} from './favoritesSlice.ts'
import type { AppThunk } from './store.ts'

/**
 * How a change ended: `queued` behind the request under way, `saved`, `failed` and rolled back, so too `full` where
 * the list has no room and `offline` where there is no network, `authorFailed` (the favorite is saved, its author is
 * not), `ended` with the session, which was announced, or `signedOut` where there was none.
 */
export type MarkOutcome =
  'queued' | 'saved' | 'failed' | 'full' | 'offline' | 'authorFailed' | 'ended' | 'signedOut'

/** How a write of a list ended that was not saved. */
export function failureOf(error: unknown): 'failed' | 'full' | 'offline' {
  // The browser is not always right: the request was sent all the same.
  if (!navigator.onLine && field(error, 'status') === 'FETCH_ERROR') return 'offline'
  return errorStatus(error) === 409 ? 'full' : 'failed'
}

const { endpoints, util } = booksApi
/** The write that adds a favorite, by the screen of its heart. */
const ADD = {
  recommendations: endpoints.addFavoriteFromRecommendations,
  detail: endpoints.addFavoriteFromDetail,
  favorites: endpoints.addFavoriteFromFavorites,
} satisfies Record<FavoriteScreen, unknown>

/** A list, newest first, with these books or without them. */
const changed = (changes: readonly Book[], isIn: boolean) => (draft: Book[]) => {
  const books = original(draft) ?? draft
  const present = new Set(books.map(({ id }) => id))
  if (isIn) return [...changes.filter(({ id }) => !present.has(id)), ...books]
  const removed = new Set(changes.map(({ id }) => id))
  return books.filter(({ id }) => !removed.has(id))
}

/**
 * What the server has confirmed of books, in the cached lists: hundreds of books are not fetched anew for one. A list
 * that is being fetched may be from before, and its tag brings the next one. Where a book is that is given back, the
 * server says.
 */
export function updateLists(
  userId: string,
  books: readonly Book[],
  { mark, undo }: { mark: HeartOrMark; undo: boolean },
): AppThunk {
  return (dispatch, getState) => {
    const unknown: (typeof LIST_TAGS)[number][] = []
    if (undo && mark) unknown.push(mark === 'favorite' ? 'Favorites' : MARK_TAGS[mark])
    if (endpoints.getFavoriteBooks.select(userId)(getState()).isSuccess)
      dispatch(
        util.updateQueryData('getFavoriteBooks', userId, changed(books, mark === 'favorite')),
      )
    else unknown.push('Favorites')
    for (const name of MARKS) {
      const args = { userId, mark: name }
      if (endpoints.getMarkedBooks.select(args)(getState()).isSuccess)
        dispatch(util.updateQueryData('getMarkedBooks', args, changed(books, mark === name)))
      else unknown.push(MARK_TAGS[name])
    }
    dispatch(util.invalidateTags(unknown))
  }
}

/**
 * Gives a book a heart or a mark, which ends the other, or takes it back (`null`). The book changes at once; one
 * request per book is under way at a time, and when it ends the reader's last intent is sent if it is another by then.
 * What is sent is the intent, never a toggle, so that a repeat does no harm. A favorite that was added saves its first
 * author.
 * @param screen where its heart is, which decides the request that adds a favorite
 * @param undo whether this gives back what the book just was: it comes where it was in its list
 */
export function setMark(
  book: Book,
  mark: HeartOrMark,
  screen: FavoriteScreen,
  undo = false,
): AppThunk<Promise<MarkOutcome>> {
  return async (dispatch, getState) => {
    const userId = selectUserId(getState())
    if (userId === null) return 'signedOut'
    const isUnderWay = selectPending(getState(), book.id) !== undefined
    const before = selectMark(getState(), book.id)
    dispatch(bookMarked({ entry: favoriteEntry(book, screen), before, mark, undo }))
    return isUnderWay ? 'queued' : dispatch(sendIntents(userId, book, screen))
  }
}

/** Sends what the reader last wanted of a book, until that is what was sent. */
export function sendIntents(
  userId: string,
  book: Book,
  screen: FavoriteScreen,
): AppThunk<Promise<MarkOutcome>> {
  return async (dispatch, getState) => {
    const untracked = { track: false }
    let sent: HeartOrMark = null
    let pending
    while ((pending = selectPending(getState(), book.id))) {
      const { held, undo = false } = pending
      const args = { userId, bookId: book.id, ...(undo && { undo }) }
      sent = pending.intent
      const endsHeart = held.includes('favorite')
      const hasMark = held.some((one) => one !== 'favorite' && one !== null)
      let write
      if (sent === 'favorite') write = ADD[screen].initiate(args, untracked)
      else if (sent)
        write = endpoints.setMark.initiate({ ...args, mark: sent, endsHeart }, untracked)
      else if (hasMark && !endsHeart) write = endpoints.removeMark.initiate(args, untracked)
      else write = endpoints.removeFavorite.initiate(args, untracked)
      const { error } = await dispatch(write)
      if (selectUserId(getState()) !== userId) return 'ended'
      if (!error) dispatch(updateLists(userId, [book], { mark: sent, undo }))
      else if (!selectPending(getState(), book.id)) {
        return failureOf(error)
      }
    }
    const author = book.volumeInfo.authors[0]
    if (sent !== 'favorite' || author === undefined) return 'saved'
    const saved = await dispatch(
      endpoints.saveFavoriteAuthor.initiate({ userId, author }, untracked),
    )
    return saved.error && selectUserId(getState()) === userId ? 'authorFailed' : 'saved'
  }
}
