import { memo, useId } from 'react'
import { Link } from 'react-router-dom'
import type { Book } from '../../../contract/books.ts'
import { BookCover } from '../../components/BookCover.tsx'
import { FavoritesGrid } from '../../components/BookGrid.tsx'
import { FavoriteButton } from '../../components/FavoriteButton.tsx'
import { markAway } from '../../components/markAway.ts'
import { Skeleton } from '../../components/Skeleton.tsx'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import styles from './FavoritesScreen.module.css'

interface FavoriteCardProps {
  book: Book
  onRefused: () => void
}

/** The id of the element that leads to a book of the shelf. */
export const favoriteId = (bookId: string): string => `favorite-${bookId}`

/** A book of the reader's own shelf: cover, title, heart (section 2, Favorites). */
export const FavoriteCard = memo(function FavoriteCard({ book, onRefused }: FavoriteCardProps) {
  const titleId = useId()
  const { authors, imageLinks } = book.volumeInfo
  const title = book.volumeInfo.title || messages.untitled
  return (
    <li className={styles['card']}>
      {/* Its title is always there for screen readers, which have nothing of what is not drawn. */}
      <div ref={markAway}>
        <BookCover
          thumbnail={imageLinks?.thumbnail}
          placeholder={{ title, authors: authors.join(', ') }}
        />
        <span className={styles['chip']}>
          <FavoriteButton
            book={book}
            screen="favorites"
            describedBy={titleId}
            onRefused={onRefused}
          />
        </span>
      </div>
      <h2 className={styles['name']} dir="auto">
        <Link id={favoriteId(book.id)} to={paths.book(book.id)} className={styles['link']}>
          <span id={titleId}>{title}</span>
        </Link>
      </h2>
    </li>
  )
})

/** Cards that hold the space of the ones to come. */
export function FavoriteCardSkeletons({ count }: { count: number }) {
  return (
    <FavoritesGrid aria-hidden="true" data-breathing="true">
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className={styles['card']}>
          <Skeleton block className={styles['waiting']} />
          <Skeleton className={styles['name']} />
        </li>
      ))}
    </FavoritesGrid>
  )
}
