import { Skeleton } from '../../components/Skeleton.tsx'
import styles from './BookScreen.module.css'

/** As wide as a category, an author and a year are, about. */
const VALUES = ['35%', '55%', '25%']

/** Holds the page's shape while the book comes. */
export function BookSkeleton() {
  return (
    <div className={styles['book']} aria-hidden="true" data-breathing="true">
      <div className={styles['side']}>
        <div className={styles['cover']}>
          <Skeleton block className={styles['waiting']} />
        </div>
      </div>
      <div className={styles['words']}>
        <Skeleton className={styles['title']} width="70%" height="1.15em" />
        <div className={styles['facts']}>
          {VALUES.map((width) => (
            <div key={width} className={styles['fact']}>
              <Skeleton width="70%" />
              <Skeleton width={width} />
            </div>
          ))}
        </div>
        <div className={styles['actions']}>
          <Skeleton block height="44px" />
          <Skeleton block height="44px" />
        </div>
        <DescriptionSkeleton />
      </div>
    </div>
  )
}

/** Holds the description's place, also while the parser comes that some descriptions need. */
export function DescriptionSkeleton() {
  return <Skeleton block height="13rem" className={styles['block']} />
}
