import { useSyncExternalStore } from 'react'
import styles from './Notices.module.css'
import { words } from './words.ts'
import type { NewVersion } from './worker.ts'

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/**
 * A quiet line at the foot of the window, no error: that there is no network, and that a new version waits.
 * Empty, and so unseen, most of the time.
 */
export function Notices({ version }: { version: NewVersion | null }) {
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  if (online && !version) return null
  return (
    <div role="status" className={`${styles['notices']} no-print`}>
      {!online && <p className={styles['notice']}>{words.offline}</p>}
      {version && (
        <p className={styles['notice']}>
          {words.newVersion}
          <button
            type="button"
            className={`button quiet ${styles['reload']}`}
            onClick={version.reload}
          >
            {words.reload}
          </button>
        </p>
      )}
    </div>
  )
}
