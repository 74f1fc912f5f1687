import { useCallback } from 'react'
import type { Book } from '../../contract/books.ts'
import { booksApi } from '../api/booksApi.ts'
import { entryFromDetail, entryFromList } from '../api/favoriteEntry.ts'
import { toast } from '../lib/toasts.ts'
import { messages } from '../messages.ts'
import { selectUserId } from '../state/authSlice.ts'
import { useAppStore } from '../state/hooks.ts'
import { selectIsFavorite, type FavoriteScreen } from '../state/localFavoritesSlice.ts'
import { setFavorite } from '../state/setFavorite.ts'

/**
 * What a heart does on its screen (decisions 32, 35, 37, 38): visitors get a toast; readers the change
 * at once, the call behind it, the book's first author after an addition, and the screen's own words
 * where the server refuses.
 * @param onRefused replaces the toast of a refusal (favorites page)
 */
export function useFavoriteToggle(screen: FavoriteScreen, onRefused?: () => void) {
  const store = useAppStore()
  return useCallback(
    async (book: Book, wanted: boolean): Promise<void> => {
      const userId = selectUserId(store.getState())
      if (userId === null) {
        toast({ key: 'notAuthenticated', message: messages.notAuthenticated, kind: 'error' })
        return
      }
      const entry = screen === 'detail' ? entryFromDetail(book) : entryFromList(book)
      const author = book.volumeInfo.authors[0]
      const outcome = await store.dispatch(setFavorite(entry, wanted, screen, author))
      if (outcome === 'refused') {
        if (onRefused) onRefused()
        else toast({ message: messages.favoriteSaveFailed, kind: 'error' })
        return
      }
      if (outcome === 'deferred') {
        toast({ key: 'favoriteDeferred', message: messages.favoriteDeferred, kind: 'info' })
        return
      }
      if (!wanted || outcome === 'joined' || author === undefined) return
      // The reader may have gone, or changed their mind, while the call was under way.
      if (selectUserId(store.getState()) !== userId) return
      if (!selectIsFavorite(store.getState(), book.id)) return
      const { error } = await store.dispatch(
        booksApi.endpoints.saveFavoriteAuthor.initiate({ userId, author }, { track: false }),
      )
      if (error !== undefined && selectUserId(store.getState()) === userId) {
        toast({ message: messages.authorSaveFailed, kind: 'error' })
      }
    },
    [store, screen, onRefused],
  )
}
