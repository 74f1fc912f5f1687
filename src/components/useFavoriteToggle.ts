import { useCallback } from 'react'
import type { Book } from '../../contract/books.ts'
import { booksApi } from '../api/booksApi.ts'
import { entryFromDetail, entryFromList } from '../api/favoriteEntry.ts'
import { toast } from '../lib/toasts.ts'
import { messages } from '../messages.ts'
import { selectUserId } from '../state/authSlice.ts'
import { favoritesChanged } from '../state/favoritesChanged.ts'
import { useAppStore } from '../state/hooks.ts'
import { selectIsFavorite, type FavoriteScreen } from '../state/localFavoritesSlice.ts'
import { setFavorite, type FavoriteOutcome } from '../state/setFavorite.ts'
import type { AppDispatch, RootState } from '../state/store.ts'

/**
 * Sets or removes a heart and sends the book's first author after one that is saved (decision 32): also
 * after one that was taken and given again meanwhile, since the author left with it (decision page 0037).
 * The reader may have gone, or changed their mind, while the call was under way.
 */
export function setHeart(book: Book, wanted: boolean, screen: FavoriteScreen) {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<FavoriteOutcome> => {
    const userId = selectUserId(getState()) ?? ''
    const isTheirs = () => selectUserId(getState()) === userId
    const entry = screen === 'detail' ? entryFromDetail(book) : entryFromList(book)
    const author = book.volumeInfo.authors[0]
    const outcome = await dispatch(setFavorite(entry, wanted, screen, author))
    const isStill = isTheirs() && selectIsFavorite(getState(), book.id)
    if (outcome === 'saved' && author !== undefined && isStill) {
      const { error } = await dispatch(
        booksApi.endpoints.saveFavoriteAuthor.initiate({ userId, author }, { track: false }),
      )
      if (error === undefined) favoritesChanged()
      else if (isTheirs()) toast({ message: messages.authorSaveFailed, kind: 'error' })
    }
    return outcome
  }
}

/**
 * What a heart does on its screen (decisions 35, 37, 38): visitors get a toast; readers the change at
 * once, the calls behind it, and the screen's own words where the server refuses.
 * @param onRefused replaces the toast of a refusal (favorites page)
 */
export function useFavoriteToggle(screen: FavoriteScreen, onRefused?: () => void) {
  const store = useAppStore()
  return useCallback(
    async (book: Book, wanted: boolean): Promise<void> => {
      if (selectUserId(store.getState()) === null) {
        toast({ key: 'notAuthenticated', message: messages.notAuthenticated, kind: 'error' })
        return
      }
      const outcome = await store.dispatch(setHeart(book, wanted, screen))
      if (outcome === 'refused') {
        if (onRefused) onRefused()
        else toast({ message: messages.favoriteSaveFailed, kind: 'error' })
      } else if (outcome === 'deferred') {
        toast({ key: 'favoriteDeferred', message: messages.favoriteDeferred, kind: 'info' })
      }
    },
    [store, screen, onRefused],
  )
}
