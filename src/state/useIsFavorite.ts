import { useCallback, useSyncExternalStore } from 'react'
import { useAppStore } from './hooks.ts'
import { selectEntries, selectIsFavorite } from './localFavoritesSlice.ts'

/**
 * Whether a book has a heart, by its id. For `useAppSelector` every heart of a page would select and compare
 * after every action, hundreds of times for each step of a call; here it does when the list is another.
 */
export function useIsFavorite(bookId: string): boolean {
  const store = useAppStore()
  const subscribe = useCallback(
    (listener: () => void) => {
      let before = selectEntries(store.getState())
      return store.subscribe(() => {
        const entries = selectEntries(store.getState())
        if (entries !== before) {
          before = entries
          listener()
        }
      })
    },
    [store],
  )
  const select = () => selectIsFavorite(store.getState(), bookId)
  return useSyncExternalStore(subscribe, select, select)
}
