import type { SearchResult } from '../../contract/books.ts'
import { BookCover } from '../components/BookCover.tsx'
import { messages } from '../messages.ts'
import styles from './SearchOptions.module.css'

/** The results in their list. */
export interface SearchOptionsProps {
  /** The id of the list that they stand in. */
  id: string
  results: readonly SearchResult[]
  active: number
  onChoose: (book: SearchResult) => void
}

/** The books that a search found, each with its cover, title and authors (section 2, Search). */
export function SearchOptions({ id, results, active, onChoose }: SearchOptionsProps) {
  return results.map((book, index) => (
    // The keys belong to the combobox, which keeps the focus and points here.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      key={book.id}
      id={`${id}-${index}`}
      role="option"
      aria-selected={index === active}
      className={styles['option']}
      // The input keeps the focus, so that its blur does not close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(book)}
    >
      <span className={styles['thumb']}>
        <BookCover thumbnail={book.volumeInfo.imageLinks?.thumbnail} eager />
      </span>
      <span className={styles['words']}>
        <span className={styles['title']} dir="auto">
          {book.volumeInfo.title || messages.untitled}
        </span>
        <span className={styles['authors']} dir="auto">
          {book.volumeInfo.authors.join(', ')}
        </span>
      </span>
    </div>
  ))
}
