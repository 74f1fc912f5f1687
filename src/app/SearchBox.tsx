import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
} from 'react'
import { useNavigate } from 'react-router-dom'
import type { SearchResult } from '../../contract/books.ts'
import { loadCalls } from '../api/calls.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { Icon } from '../components/Icon.tsx'
import { AUTH_FORM_ID, QUERY_MAX_LENGTH } from '../constants.ts'
import { focusOn } from '../lib/focus.ts'
import { part } from '../lib/parts.ts'
import { scrollToId } from '../lib/scroll.ts'
import { toast } from '../lib/toasts.ts'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { selectUserId } from '../state/authSlice.ts'
import { useAppDispatch, useAppSelector } from '../state/hooks.ts'
import styles from './SearchBox.module.css'
import type { SearchOptionsProps } from './SearchOptions.tsx'
import { SearchResults } from './SearchResults.tsx'
import { useWhileOpen } from './useWhileOpen.ts'

/**
 * Search by Enter or by the icon (section 2, Search). The results are a combobox's list: the arrow keys
 * move in it, Enter opens, Escape closes, and so do a click outside and focus leaving (decision 47).
 */
export function SearchBox({ className }: { className: string | undefined }) {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const userId = useAppSelector(selectUserId)
  const [text, setText] = useState('')
  const [results, setResults] = useState<readonly SearchResult[]>()
  const [parts, setParts] = useState<{ SearchOptions: ComponentType<SearchOptionsProps> }>()
  const [active, setActive] = useState(-1)
  const [searching, setSearching] = useState(false)
  const latest = useRef<{ abort: () => void }>(undefined)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const open = results !== undefined

  function close(): void {
    latest.current?.abort()
    latest.current = undefined
    setSearching(false)
    setResults(undefined)
    setActive(-1)
  }

  useEffect(
    () => () => {
      latest.current?.abort()
      // Forgotten, too: that a search ends with its page is no failure to tell of.
      latest.current = undefined
    },
    [],
  )

  // The focus may be elsewhere when the list comes: the reader has gone on, or pressing the icon gave it to
  // nothing (Safari). Then no blur tells that they leave.
  useWhileOpen(open, 'keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  useWhileOpen(open, 'pointerdown', ({ target }) => {
    if (target instanceof Node && !box.current?.contains(target)) close()
  })

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const query = text.trim()
    if (query === '') return
    if (userId === null) {
      toast({ key: 'loginToSearch', message: messages.loginToSearch, kind: 'info' })
      if (document.getElementById(AUTH_FORM_ID)) {
        scrollToId(AUTH_FORM_ID)
        // What is typed next would else go into the bar, which may be out of sight.
        focusOn(`${AUTH_FORM_ID}-title`)
      } else await navigate(paths.home, { state: { scrollToForm: true } })
      return
    }
    if (!box.current?.contains(document.activeElement)) input.current?.focus()
    latest.current?.abort()
    let call: { abort: () => void } | undefined
    const request = { abort: () => call?.abort() }
    latest.current = request
    setSearching(true)
    try {
      const [{ booksApi }, drawn] = await Promise.all([
        loadCalls(),
        part(import('./SearchOptions.tsx')),
      ])
      if (latest.current !== request) return
      const asked = dispatch(booksApi.endpoints.searchBooks.initiate(query, { subscribe: false }))
      call = asked
      const found = await asked.unwrap()
      if (latest.current !== request) return
      setSearching(false)
      setParts(drawn)
      setResults(found)
      setActive(-1)
    } catch (error) {
      // A newer search, or a page change, has taken this one's place: nothing failed.
      if (latest.current !== request) return
      close()
      toast({ message: messages.searchFailed(errorMessage(error, 'error')), kind: 'error' })
    }
  }

  function choose(book: SearchResult): void {
    close()
    setText('')
    void navigate(paths.book(book.id))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!results || results.length === 0) return
    const last = results.length - 1
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active >= last ? 0 : active + 1,
      ArrowUp: active <= 0 ? last : active - 1,
      ...(active < 0 ? {} : { Home: 0, End: last }),
    }
    const next = moves[event.key]
    const chosen = results[active]
    if (next !== undefined) {
      event.preventDefault()
      // Who searched by the icon goes on from it.
      input.current?.focus()
      setActive(next)
    } else if (event.key === 'Enter' && chosen && event.target === input.current) {
      event.preventDefault()
      choose(chosen)
    }
  }

  return (
    // The landmark hears of the keys pressed and the focus lost in any of its parts.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={box}
      // Not <search>: browsers of a few years ago do not know it, and would take the landmark away.
      role="search"
      className={`${styles['search']} ${className ?? ''}`}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (open && !currentTarget.contains(relatedTarget)) close()
      }}
      onKeyDown={onKeyDown}
    >
      <form className={styles['form']} onSubmit={(event) => void submit(event)}>
        <input
          ref={input}
          className={styles['input']}
          type="text"
          role="combobox"
          aria-label="Search books"
          aria-autocomplete="list"
          aria-expanded={open && results.length > 0}
          aria-controls={listId}
          aria-activedescendant={active < 0 ? undefined : `${listId}-${active}`}
          placeholder="Search books"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={QUERY_MAX_LENGTH}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            // The list answers the words it was asked for; other words, no list.
            if (open) close()
          }}
        />
        <button type="submit" className={styles['go']} aria-label="Search" aria-busy={searching}>
          <Icon name="search" />
        </button>
      </form>
      <SearchResults
        id={listId}
        results={results}
        active={active}
        onChoose={choose}
        Options={parts?.SearchOptions}
      />
    </div>
  )
}
