import { useState } from 'react'
import { DEFAULT_COVER } from '../constants.ts'
import { coverSource } from '../lib/drawn.ts'
import styles from './BookCover.module.css'

interface BookCoverProps {
  /** The cover's address; the default image stands in where it is missing or does not load. */
  thumbnail: string | undefined
  /** What stands in type on the placeholder cover of a book in a list (decision 44); left out, nothing does. */
  placeholder?: { title: string; authors: string }
  /**
   * Covers above the fold are fetched at once; and decoded at once, since the page that was drawn may show them
   * already: no frame may be without them.
   */
  eager?: boolean
}

/**
 * A cover, or the default image where the link is missing, fails, or is a 1×1 picture (decision 44).
 * Decoration beside the title that always stands near it, so its `alt` is empty.
 */
export function BookCover({ thumbnail, placeholder, eager = false }: BookCoverProps) {
  const [failed, setFailed] = useState<string>()
  const missing = thumbnail === undefined || failed === thumbnail
  return (
    <span className={styles['cover']}>
      <img
        key={missing ? DEFAULT_COVER : thumbnail}
        className={styles['picture']}
        src={missing ? DEFAULT_COVER : coverSource(thumbnail)}
        alt=""
        width={400}
        height={600}
        loading={eager ? 'eager' : 'lazy'}
        decoding={eager ? 'sync' : 'async'}
        onError={() => setFailed(thumbnail)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
          if (naturalWidth === 1 && naturalHeight === 1) setFailed(thumbnail)
        }}
      />
      {missing && placeholder && (
        <span className={styles['type']} aria-hidden="true">
          <span className={styles['title']} dir="auto">
            {placeholder.title}
          </span>
          <span className={styles['authors']}>{placeholder.authors}</span>
        </span>
      )}
    </span>
  )
}
