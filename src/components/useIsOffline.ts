import { useSyncExternalStore } from 'react'
import { selectUserId } from '../store/authSlice.ts'
import { useAppSelector } from '../store/hooks.ts'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Whether a reader has no network, as the browser says. For visitors nothing is kept, and failures stay what they are. */
export function useIsOffline(): boolean {
  const isReader = useAppSelector((state) => selectUserId(state) !== null)
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return isReader && !isOnline
}
