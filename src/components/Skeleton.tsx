import styles from './Skeleton.module.css'

interface SkeletonProps {
  /** A block of its own shape, which `className` gives it; otherwise `--lines` of text, one if not said. */
  block?: boolean
  /** CSS lengths. */
  width?: string
  height?: string
  className?: string | undefined
}

/**
 * Holds the space of what comes. Decoration: the loading text stands beside it (decision 50). Still by itself:
 * what is being asked for breathes as a whole (`data-breathing`).
 */
export function Skeleton({ block = false, width, height, className = '' }: SkeletonProps) {
  return (
    <span
      data-skeleton
      aria-hidden="true"
      className={`${styles['skeleton']} ${block ? '' : styles['line']} ${className}`}
      style={{ width, height }}
    />
  )
}
