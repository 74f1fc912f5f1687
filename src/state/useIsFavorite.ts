import { useCallback, useSyncExternalStore } from 'react'
import { useAppStore } from './hooks.ts'
import { selectEntries, selectIsFavorite } from './localFavoritesSlice.ts'
import type { AppStore } from './store.ts'

const listenersOf = new WeakMap<AppStore, Set<() => void>>()

/**
 * Calls `listener` when the list of favorites is another. The store tells one listener for all hearts: with one
 * each, or with `useAppSelector`, 200 of them would look after every action, many times for each call.
 */
function listen(store: AppStore, listener: () => void): () => void {
  let listeners = listenersOf.get(store)
  if (!listeners) {
    const all = new Set([listener])
    let before = selectEntries(store.getState())
    store.subscribe(() => {
      const entries = selectEntries(store.getState())
      if (entries === before) return
      before = entries
      for (const tell of all) tell()
    })
    listenersOf.set(store, (listeners = all))
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a book has a heart, by its id. */
export function useIsFavorite(bookId: string): boolean {
  const store = useAppStore()
  const subscribe = useCallback((listener: () => void) => listen(store, listener), [store])
  const select = () => selectIsFavorite(store.getState(), bookId)
  return useSyncExternalStore(subscribe, select, select)
}
