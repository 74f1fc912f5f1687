import { Link } from 'react-router-dom'
import styles from './EmptyShelf.module.css'
import { StatusText } from './StatusText.tsx'

/** The class of a page's failure where there is nothing else to show: a torn page above its words. */
export const failed = styles['failed']

interface EmptyShelfProps {
  /** What is not there yet. */
  text: string
  /** The way to where it is found. */
  to: string
  /** The words of that way. */
  onward: string
}

/**
 * Where there is nothing to show yet: a shelf without books, and the way onward (../shared/look.md,
 * Favorites).
 */
export function EmptyShelf({ text, to, onward }: EmptyShelfProps) {
  return (
    <div className={styles['empty']}>
      <img src="/empty-shelf.svg" alt="" width={320} height={180} />
      <StatusText>{text}</StatusText>
      <Link className="button" to={to}>
        {onward}
      </Link>
    </div>
  )
}
