import { useEffect, useState, useSyncExternalStore } from 'react'
import { Icon } from '../components/Icon.tsx'
import type { hasKept } from './keptBooks.ts'
import styles from './Notices.module.css'
import { words } from './words.ts'
import type { NewVersion } from './worker.ts'

/** A cloud, struck through. */
const NO_NETWORK = {
  path: 'M4 4l16 16M8 6.6A6.2 6.2 0 0 1 17.6 10a4.4 4.4 0 0 1 2.9 7M17 18.5H7a5 5 0 0 1-1-9.9',
} as const

/** Books, or no more than what the hearts say of favorites, or nothing. */
type Kept = Awaited<ReturnType<typeof hasKept>>

/** Who reads, and what there is to read. */
interface NoticesReader {
  subscribe: (listener: () => void) => () => void
  /** `null` for a visitor. */
  userId: () => string | null
  /** What this browser has for somebody without network. */
  hasKept: (userId: string) => Promise<Kept>
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** That there is no network and, only where it is so, that there is something to read meanwhile. */
function Offline({ reader }: { reader: NoticesReader }) {
  const userId = useSyncExternalStore(reader.subscribe, reader.userId)
  const [looked, setLooked] = useState<{ userId: string | null; kept: Kept }>()
  useEffect(() => {
    let isOver = false
    const look = async (): Promise<void> => {
      const kept = userId === null ? undefined : await reader.hasKept(userId)
      if (!isOver) setLooked({ userId, kept })
    }
    void look()
    return () => {
      isOver = true
    }
  }, [reader, userId])
  // Said once and whole, not in two parts.
  if (!looked) return null
  const kept = looked.userId === userId ? looked.kept : undefined
  return (
    <p className={`${styles['notice']} ${kept ? styles['long'] : ''}`}>
      <Icon name={NO_NETWORK} />
      {kept ? `${words.offline} ${words[kept]}` : words.offline}
    </p>
  )
}

interface NoticesProps {
  version: NewVersion | null
  reader: NoticesReader
}

/**
 * A quiet line at the foot of the window, no error: that there is no network, and that a new version waits.
 * Empty, and so unseen, most of the time.
 */
export function Notices({ version, reader }: NoticesProps) {
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  if (online && !version) return null
  return (
    <div role="status" className={`${styles['notices']} no-print`}>
      {!online && <Offline reader={reader} />}
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
