import { useSyncExternalStore } from 'react'
import { changesOf } from '../lib/changesOf.ts'
import { useAppStore } from './hooks.ts'
import { selectEntries, selectIsFavorite } from './localFavoritesSlice.ts'

const favoritesChanges = changesOf(selectEntries)

/** Whether a book has a heart, by its id. */
export function useIsFavorite(bookId: string): boolean {
  const store = useAppStore()
  const select = () => selectIsFavorite(store.getState(), bookId)
  return useSyncExternalStore(favoritesChanges(store), select, select)
}
