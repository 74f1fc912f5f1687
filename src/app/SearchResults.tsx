import { useEffect, useRef } from 'react'
import type { SearchResult } from '../../contract/books.ts'
import { BookCover } from '../components/BookCover.tsx'
import { messages } from '../messages.ts'
import styles from './SearchBox.module.css'

interface SearchResultsProps {
  id: string
  /** `undefined` while closed. */
  results: readonly SearchResult[] | undefined
  /** The option that the arrow keys stand on, or -1. */
  active: number
  onChoose: (book: SearchResult) => void
}

/** The dropdown under the search box: at most 200 px high, scrolling (section 2). */
export function SearchResults({ id, results, active, onChoose }: SearchResultsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label="Search results"
        // A scrolling element is a stop of its own otherwise; the keys belong to the combobox.
        tabIndex={-1}
        className={styles['list']}
        hidden={!results || results.length === 0}
      >
        {results?.map((book, index) => (
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
        ))}
      </div>
      <p role="status" className={results?.length === 0 ? styles['none'] : 'visually-hidden'}>
        {results &&
          (results.length === 0
            ? messages.noSearchResults
            : `${results.length} ${results.length === 1 ? 'book' : 'books'} found`)}
      </p>
    </>
  )
}
