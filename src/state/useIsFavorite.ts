import { useCallback, useSyncExternalStore } from 'react'
import { useAppStore } from './hooks.ts'
import { selectEntries, selectIsFavorite } from './localFavoritesSlice.ts'
import type { AppStore } from './store.ts'

const listenersOf = new WeakMap<AppStore, Set<() => void>>()

/**
 * What is called when the list of favorites is another. The store tells one listener for all hearts: with one
 * each, or with `useAppSelector`, 200 of them would look after every action, many times for each call.
 */
function listenersFor(store: AppStore): Set<() => void> {
  const known = listenersOf.get(store)
  if (known) return known
  const listeners = new Set<() => void>()
  listenersOf.set(store, listeners)
  let before = selectEntries(store.getState())
  store.subscribe(() => {
    const entries = selectEntries(store.getState())
    if (entries === before) return
    before = entries
    for (const listener of listeners) listener()
  })
  return listeners
}

/** Whether a book has a heart, by its id. */
export function useIsFavorite(bookId: string): boolean {
  const store = useAppStore()
  const subscribe = useCallback(
    (listener: () => void) => {
      const listeners = listenersFor(store)
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    [store],
  )
  const select = () => selectIsFavorite(store.getState(), bookId)
  return useSyncExternalStore(subscribe, select, select)
}
