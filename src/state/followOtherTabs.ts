import { loadedCalls } from '../api/calls.ts'
import type { FavoriteEntry } from '../api/favoriteEntry.ts'
import { sessionChangedElsewhere, selectSession } from './authSlice.ts'
import { favoritesChangedElsewhere, selectEntries, unsentRead } from './localFavoritesSlice.ts'
import { forgetAnswers } from './forgetAnswers.ts'
import { FAVORITES_KEY, readFavorites, readUnsent, written } from './persistence.ts'
import { selectRestored, type AppDispatch, type AppStore, type RootState } from './store.ts'
import { SESSION_KEYS, readSession } from './storedSession.ts'

const idsOf = (entries: readonly FavoriteEntry[]): string => entries.map(({ id }) => id).join()

function follow(dispatch: AppDispatch, getState: () => RootState): void {
  if (!selectRestored(getState())) return
  // What is still to be written here is written first: what is read would undo it.
  dispatch(written)
  const theirs = readSession()
  const favorites = readFavorites()
  const ours = selectSession(getState())
  if (theirs?.token !== ours?.token || theirs?.user.id !== ours?.user.id) {
    dispatch(sessionChangedElsewhere(theirs))
    dispatch(forgetAnswers())
  }
  if (theirs) {
    // First what waits there, since it is shown over the list.
    dispatch(unsentRead(readUnsent()))
    const before = idsOf(selectEntries(getState()))
    dispatch(favoritesChangedElsewhere(favorites))
    // The page that shows the list shows the server's, which is another by now.
    const api = before === idsOf(favorites) ? undefined : loadedCalls()?.booksApi
    if (api) dispatch(api.util.invalidateTags(['Favorites']))
  }
  // At once: another tab may change them in the next moment.
  dispatch(written)
}

/**
 * Keeps this tab in step with the others (decision 18): their sign-in, logout, change of reader and
 * hearts. Returns the way to stop.
 */
export function followOtherTabs(store: AppStore): () => void {
  let scheduled: ReturnType<typeof setTimeout> | undefined

  function onStorage({ key, storageArea }: StorageEvent): void {
    const known = key === null || key === FAVORITES_KEY || SESSION_KEYS.some((name) => name === key)
    if (storageArea !== localStorage || !known) return
    // A session is several keys, an event each: read them once all are written.
    clearTimeout(scheduled)
    scheduled = setTimeout(() => store.dispatch(follow), 50)
  }
  // A page that the browser kept whole for Back was told nothing of what other tabs did meanwhile.
  function onShow({ persisted }: PageTransitionEvent): void {
    if (persisted) store.dispatch(follow)
  }

  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShow)
  return () => {
    clearTimeout(scheduled)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShow)
  }
}
