import Skeleton from '@mui/material/Skeleton'
import styles from './BookScreen.module.css'

/** Holds the page's shape while the book comes. */
export function BookSkeleton() {
  return (
    <div className={styles['book']} aria-hidden="true">
      <div className={styles['side']}>
        <div className={styles['cover']}>
          <Skeleton variant="rounded" className={styles['waiting']} />
        </div>
      </div>
      <div className={styles['words']}>
        <Skeleton width="70%" height="4rem" />
        <Skeleton width="45%" />
        <Skeleton width="40%" />
        <Skeleton width="35%" />
        <Skeleton variant="rounded" width="100%" height="14rem" className={styles['block']} />
      </div>
    </div>
  )
}
