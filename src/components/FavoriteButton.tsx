import { useRef } from 'react'
import type { Book } from '../../contract/books.ts'
import { messages } from '../messages.ts'
import type { FavoriteScreen } from '../state/localFavoritesSlice.ts'
import { useIsFavorite } from '../state/useIsFavorite.ts'
import styles from './FavoriteButton.module.css'
import { useFavoriteToggle } from './useFavoriteToggle.ts'

/** How long a heart is swollen when it beats, in ms. */
const BEAT_MS = 160

interface FavoriteButtonProps {
  book: Book
  screen: FavoriteScreen
  /** The id of the element that names the book: the button's description in lists (decision 43). */
  describedBy?: string
  /** With its label beside it, as on the detail page. */
  labelled?: boolean
  /** Called when the server refused, instead of the toast (favorites page, decision 37). */
  onRefused?: () => void
}

/**
 * The heart: red when favorited, white otherwise. It knows its own job: give it the book, it finds its
 * state and makes the calls of its screen. Only the heart whose state changes draws anew.
 */
export function FavoriteButton({
  book,
  screen,
  describedBy,
  labelled = false,
  onRefused,
}: FavoriteButtonProps) {
  const isFavorite = useIsFavorite(book.id)
  const toggle = useFavoriteToggle(screen, onRefused)
  const beat = useRef<ReturnType<typeof setTimeout>>(undefined)
  const label = isFavorite ? messages.removeFromFavorites : messages.addToFavorites
  return (
    <button
      type="button"
      className={labelled ? styles['labelled'] : styles['chip']}
      data-favorite={isFavorite}
      aria-label={labelled ? undefined : label}
      aria-describedby={describedBy}
      onClick={({ currentTarget }) => {
        if (!isFavorite) {
          // On the element itself: it is nothing that has to be drawn anew.
          currentTarget.dataset['pressed'] = 'true'
          // The beat of the press before, if it is not over, does not end this one.
          clearTimeout(beat.current)
          beat.current = setTimeout(() => delete currentTarget.dataset['pressed'], BEAT_MS)
        }
        void toggle(book, !isFavorite)
      }}
    >
      {labelled ? (
        <>
          <span className={styles['disc']}>
            <span className={styles['heart']} />
          </span>
          <span className={styles['label']} data-longest={messages.removeFromFavorites}>
            {label}
          </span>
        </>
      ) : (
        <span className={styles['heart']} />
      )}
    </button>
  )
}
