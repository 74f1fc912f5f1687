import { useCallback, useSyncExternalStore } from 'react'
import { useAppStore } from './hooks.ts'
import { selectEntries, selectIsFavorite } from './localFavoritesSlice.ts'
import type { AppStore } from './store.ts'

/** By the store whose list they listen to: what a page's hearts want to hear. */
const listening = new WeakMap<AppStore, Set<() => void>>()

function listenersOf(store: AppStore): Set<() => void> {
  const known = listening.get(store)
  if (known) return known
  const listeners = new Set<() => void>()
  listening.set(store, listeners)
  let entries = selectEntries(store.getState())
  store.subscribe(() => {
    const now = selectEntries(store.getState())
    if (now === entries) return
    entries = now
    for (const tell of listeners) tell()
  })
  return listeners
}

/**
 * Whether a book has a heart, by its id. For `useAppSelector` every heart of a page would ask after every
 * action, hundreds of times for each step of a call; here they ask when the list is another.
 */
export function useIsFavorite(bookId: string): boolean {
  const store = useAppStore()
  const subscribe = useCallback(
    (listener: () => void) => {
      const listeners = listenersOf(store)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [store],
  )
  const select = () => selectIsFavorite(store.getState(), bookId)
  return useSyncExternalStore(subscribe, select, select)
}
