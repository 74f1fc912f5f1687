import { useEffect, useRef, type ComponentType } from 'react'
import type { SearchResult } from '../../contract/books.ts'
import { messages } from '../messages.ts'
import styles from './SearchBox.module.css'
import type { SearchOptionsProps } from './SearchOptions.tsx'

interface SearchResultsProps {
  id: string
  /** `undefined` while closed. */
  results: readonly SearchResult[] | undefined
  /** The option that the arrow keys stand on, or -1. */
  active: number
  onChoose: (book: SearchResult) => void
  /** What draws the results; it comes with the first of them. */
  Options: ComponentType<SearchOptionsProps> | undefined
}

/** The dropdown under the search box: at most 200 px high, scrolling (section 2). */
export function SearchResults({ id, results, active, onChoose, Options }: SearchResultsProps) {
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
        {results && Options && (
          <Options id={id} results={results} active={active} onChoose={onChoose} />
        )}
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
