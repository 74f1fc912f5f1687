import {
  Suspense,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react'
import { BookCardSkeletons } from '../../components/BookCard.tsx'
import { markAway } from '../../components/markAway.ts'
import { Skeleton } from '../../components/Skeleton.tsx'
import { StatusText } from '../../components/StatusText.tsx'
import { messages } from '../../messages.ts'
import { selectUserId } from '../../state/authSlice.ts'
import { useAppStore } from '../../state/hooks.ts'
import styles from './Shelf.module.css'
import { keepShelfHeight, shelfHeight } from './shelfHeights.ts'

interface ShelfProps {
  title: string
  /** Its books are still to come: their place is held. */
  isWaiting: boolean
  /** The catchword at its foot: what the next shelf is about. */
  next?: string | undefined
  /** Given the section's element. */
  place?: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * A section of the recommendations: its heading over a thin rule, and what stands on it. Beyond the window that
 * is not drawn and costs nothing; it then takes the place that it took last, so that Back finds its own. Screen
 * readers have nothing of what is not drawn, so the heading always is.
 */
export function Shelf({ title, isWaiting, next, place, children }: ShelfProps) {
  const id = useId()
  const store = useAppStore()
  const stand = useRef<HTMLDivElement>(null)
  const [known] = useState(() => shelfHeight(title))
  useLayoutEffect(() => {
    const element = stand.current
    const keep = () => {
      // Titles tell what a reader likes: nothing of them stays once the session has ended.
      if (element && selectUserId(store.getState()) !== null) {
        keepShelfHeight(title, element.offsetHeight)
      }
    }
    window.addEventListener('pagehide', keep)
    const leave = markAway(element)
    return () => {
      leave?.()
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [store, title])
  return (
    <section
      ref={place}
      className={styles['shelf']}
      data-waiting={isWaiting}
      data-next={next}
      aria-labelledby={id}
    >
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <div
        ref={stand}
        // React writes this once, since `known` stays what it is; from then on markAway.ts does. A shelf that
        // stood here before is not drawn from the start, for its height is known: else Back would wait until
        // all shelves have been laid out.
        data-away={known !== undefined}
        style={
          known === undefined || isWaiting
            ? { minHeight: known }
            : { containIntrinsicBlockSize: known }
        }
      >
        <Suspense fallback={<BookCardSkeletons />}>{children}</Suspense>
      </div>
    </section>
  )
}

/** A shelf to come of which not even the title is known. */
export function UnknownShelf() {
  return (
    <div className={styles['shelf']}>
      <div className={styles['title']}>
        <Skeleton />
      </div>
      <StatusText>{messages.loading}</StatusText>
      <BookCardSkeletons />
    </div>
  )
}
