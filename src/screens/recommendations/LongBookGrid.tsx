import type { Book } from '../../../contract/books.ts'
import { BookCard } from '../../components/BookCard.tsx'
import { BookGrid } from '../../components/BookGrid.tsx'
import { markAway } from '../../components/markAway.ts'
import styles from './Shelf.module.css'

/** So many cards are left undrawn together: whole rows of three, four and six. */
const TOGETHER = 12

/**
 * The books grid for a shelf without an end. What is far from the window is left undrawn by dozens: the browser
 * looks in every frame for each element that may be left so (decision page 0032). Screen readers know nothing of
 * those, and are told how many there are.
 */
export function LongBookGrid({ books }: { books: readonly Book[] }) {
  return (
    <div role="list" className={styles['dozens']}>
      {books.map(
        (_, first) =>
          first % TOGETHER === 0 && (
            <BookGrid key={first} role="none" ref={markAway}>
              {books.slice(first, first + TOGETHER).map((book, index) => (
                <BookCard
                  key={book.id}
                  book={book}
                  shelf="authors"
                  role="listitem"
                  aria-posinset={first + index + 1}
                  aria-setsize={books.length}
                />
              ))}
            </BookGrid>
          ),
      )}
    </div>
  )
}
