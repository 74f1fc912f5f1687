import { lazy, memo, useId, type ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import type { Book } from '../../contract/books.ts'
import type { Category } from '../../contract/categories.ts'
import { PREVIEW_CHARACTERS } from '../constants.ts'
import { cut, folded, isPlain } from '../lib/text.ts'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import styles from './BookCard.module.css'
import { BookCover } from './BookCover.tsx'
import { BookGrid } from './BookGrid.tsx'
import { FavoriteButton } from './FavoriteButton.tsx'
import { Skeleton } from './Skeleton.tsx'

/** Comes with the first description that needs the parser (decision page 0029). */
const MarkupPreview = lazy(async () => ({
  default: (await import('./MarkupPreview.tsx')).MarkupPreview,
}))

/** What it is for screen readers, on a shelf that tells it. */
type Item = Pick<ComponentProps<'li'>, 'role' | 'aria-posinset' | 'aria-setsize'>

interface BookCardProps extends Item {
  book: Book
  /** The shelf it stands on: one book may stand on several of a page. */
  shelf: Category | 'authors'
}

/**
 * A card of the recommendations: heart, cover, title, authors, preview (section 2). It stands in a
 * `Suspense` that holds its place where its preview has markup in it.
 */
export const BookCard = memo(function BookCard({ book, shelf, ...item }: BookCardProps) {
  const titleId = useId()
  const { authors, description, imageLinks } = book.volumeInfo
  const title = book.volumeInfo.title || messages.untitled
  // 'Books by Your Favorite Authors' names the first one only (decision 40).
  const names =
    (shelf === 'authors' ? authors[0] : authors.join(', ')) || messages.unknownAuthorOnCard
  return (
    <li {...item} className={styles['card']}>
      <div className={styles['box']}>
        <span className={styles['stand']}>
          <BookCover thumbnail={imageLinks?.thumbnail} placeholder={{ title, authors: names }} />
          <span className={styles['chip']}>
            <FavoriteButton book={book} screen="recommendations" describedBy={titleId} />
          </span>
        </span>
      </div>
      <h3 className={styles['title']} dir="auto">
        {/* The whole cover leads to the book: the link's area is stretched over it. */}
        <Link id={`${shelf}-${book.id}`} to={paths.book(book.id)} className={styles['link']}>
          <span id={titleId}>{title}</span>
        </Link>
      </h3>
      <p className={styles['authors']} dir="auto">
        {names}
      </p>
      <p className={styles['preview']} dir="auto">
        <Preview html={description ?? ''} />
      </p>
    </li>
  )
})

function Preview({ html }: { html: string }) {
  if (!isPlain(html)) return <MarkupPreview html={html} />
  return cut(folded(html), PREVIEW_CHARACTERS) || messages.noDescriptionOnCard
}

/**
 * Cards that hold the space of the ones to come: ten, as an answer has, about, unless it is known better. Still
 * where they have not been asked for yet.
 */
export function BookCardSkeletons({ count = 10, still }: { count?: number; still?: boolean }) {
  return (
    <BookGrid aria-hidden="true" data-breathing={!still}>
      {Array.from({ length: count }, (_, index) => (
        <li key={index} className={styles['card']}>
          <div className={styles['box']}>
            <span className={styles['stand']}>
              <Skeleton block className={styles['waiting']} />
            </span>
          </div>
          <Skeleton className={styles['title']} />
          <Skeleton className={styles['authors']} />
          <Skeleton className={styles['preview']} />
        </li>
      ))}
    </BookGrid>
  )
}
