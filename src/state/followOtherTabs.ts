import { sessionChangedElsewhere, selectSession } from './authSlice.ts'
import { favoritesChangedElsewhere } from './localFavoritesSlice.ts'
import { forgetAnswers } from './logOut.ts'
import { FAVORITES_KEY, readFavorites } from './persistence.ts'
import { selectRestored, type AppStore } from './store.ts'
import { SESSION_KEYS, readSession } from './storedSession.ts'

/**
 * Keeps this tab in step with the others (decision 18): their sign-in, logout, change of reader and
 * hearts. Returns the way to stop.
 */
export function followOtherTabs(store: AppStore): () => void {
  let scheduled: ReturnType<typeof setTimeout> | undefined

  function follow(): void {
    if (!selectRestored(store.getState())) return
    const theirs = readSession()
    const ours = selectSession(store.getState())
    if (theirs?.token !== ours?.token || theirs?.user.id !== ours?.user.id) {
      store.dispatch(sessionChangedElsewhere(theirs))
      store.dispatch(forgetAnswers())
    }
    if (theirs) store.dispatch(favoritesChangedElsewhere(readFavorites()))
  }

  function onStorage({ key, storageArea }: StorageEvent): void {
    const known = key === null || key === FAVORITES_KEY || SESSION_KEYS.some((name) => name === key)
    if (storageArea !== localStorage || !known) return
    // A session is several keys, an event each: read them once all are written.
    clearTimeout(scheduled)
    scheduled = setTimeout(follow, 50)
  }

  window.addEventListener('storage', onStorage)
  return () => {
    clearTimeout(scheduled)
    window.removeEventListener('storage', onStorage)
  }
}
