import { Skeleton } from '../../components/Skeleton.tsx'
import styles from './BookScreen.module.css'

/** Holds the page's shape while the book comes. */
export function BookSkeleton() {
  return (
    <div className={styles['book']} aria-hidden="true">
      <div className={styles['side']}>
        <div className={styles['cover']}>
          <Skeleton block className={styles['waiting']} />
        </div>
      </div>
      <div className={styles['words']}>
        <Skeleton width="70%" height="4rem" />
        <Skeleton width="45%" />
        <Skeleton width="40%" />
        <Skeleton width="35%" />
        <DescriptionSkeleton />
      </div>
    </div>
  )
}

/** Holds the description's place, also while the parser comes that some descriptions need. */
export function DescriptionSkeleton() {
  return <Skeleton block height="14rem" className={styles['block']} />
}
