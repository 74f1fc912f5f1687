import { Suspense, useId, type ReactNode, type Ref } from 'react'
import { BookCardSkeletons } from '../../components/BookCard.tsx'
import styles from './Shelf.module.css'

interface ShelfProps {
  title: string
  /** Given the section's element. */
  place?: Ref<HTMLElement>
  children: ReactNode
}

/** A section of the recommendations: its heading over a thin rule, and what stands on it. */
export function Shelf({ title, place, children }: ShelfProps) {
  const id = useId()
  return (
    <section ref={place} className={styles['shelf']} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <Suspense fallback={<BookCardSkeletons count={6} />}>{children}</Suspense>
    </section>
  )
}
