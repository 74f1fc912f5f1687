import { Suspense, useId, type ReactNode } from 'react'
import { BookCardSkeletons } from '../../components/BookCard.tsx'
import styles from './Shelf.module.css'

/** A section of the recommendations: its heading over a thin rule, and what stands on it. */
export function Shelf({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles['shelf']} aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      <Suspense fallback={<BookCardSkeletons count={6} />}>{children}</Suspense>
    </section>
  )
}
