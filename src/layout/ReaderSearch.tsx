import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { SearchResponse, SearchResult } from '../../contract/books.ts'
import { SEARCH_RESULTS_SHOWN } from '../../contract/limits.ts'
import { plainLine } from '../../contract/plainLine.ts'
import { booksApi } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { BookCover } from '../components/BookCover.tsx'
import { bookWords } from '../components/bookWords.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { readerMessages } from '../readerMessages.ts'
import { wishText } from './wishText.ts'
import { paths } from '../paths.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { searchEnded, selectPendingSearch } from '../store/searchSlice.ts'
import { GUTTER, visuallyHidden } from '../theme.ts'
import { clampLines } from '../themeComponents.ts'
import { SearchField } from './SearchField.tsx'

const words = readerMessages.search
const RESULTS_MAX_HEIGHT = 200
const COUNT_HEIGHT = 30
// Half of the third row shows that the list goes on.
const ROW_HEIGHT = (RESULTS_MAX_HEIGHT - COUNT_HEIGHT) / 2.5

const dropdown = {
  mt: 1,
  zIndex: 'modal',
  border: 1,
  borderColor: 'edge',
  borderRadius: '10px',
  '& .MuiAutocomplete-loading': { height: RESULTS_MAX_HEIGHT },
  boxShadow: (theme: Theme) => `0 18px 40px -18px ${theme.vars?.palette.shade}`,
} as const
const noResults = {
  ...dropdown,
  position: 'absolute',
  insetInline: { xs: GUTTER, from664: 0 },
  top: '100%',
  p: 2,
} as const
const count = {
  position: 'sticky',
  top: 0,
  zIndex: 1,
  px: 2,
  lineHeight: `${COUNT_HEIGHT}px`,
  bgcolor: 'background.paper',
} as const
const row = {
  '&&&': { gap: 1.5, height: ROW_HEIGHT, minHeight: 0, py: 0 },
  // Where colours are forced, its ground does not show the active one.
  '&.Mui-focused': {
    '@media (forced-colors: active)': { outline: '3px solid Highlight', outlineOffset: -3 },
  },
} as const
const bars = ['70%', '45%', '60%'].map((width) => (
  <Skeleton key={width} sx={{ width, mt: 2, bgcolor: 'divider', fontSize: '1.4rem' }} />
))

/** The first line: what a wish was understood as, or how many there are. */
function headingOf(found: SearchResponse | undefined): string {
  if (found?.isApproximate) return words.approximate
  if (found?.understood) return wishText(found.understood)
  const count = found?.data.length ?? 0
  return count > SEARCH_RESULTS_SHOWN
    ? words.first({ shown: SEARCH_RESULTS_SHOWN })
    : words.found({ count })
}

/** Search by Enter or by the icon (docs/product.md 2.3); the results are a combobox's list. */
export function ReaderSearch() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [searchBooks] = booksApi.useLazySearchBooksQuery()
  const [text, setText] = useState('')
  const [response, setResponse] = useState<SearchResponse | 'under way'>()
  /** Why there is none: beside the toast, which goes. */
  const [failure, setFailure] = useState<string>()
  const pending = useAppSelector(selectPendingSearch)
  /** A visitor's words go along until they are found; a reader's stay with the page where they were asked for. */
  const [awaited] = useState(pending)
  const input = useRef<HTMLInputElement>(null)
  /** The search that may show its results: a newer one, or leaving the page, takes its place. */
  const latest = useRef<symbol>(undefined)
  const close = (): void => {
    latest.current = undefined
    setResponse(undefined)
    setFailure(undefined)
    if (pending !== null) dispatch(searchEnded())
  }
  useEffect(() => () => void (latest.current = undefined), [])

  async function search(sought = text): Promise<void> {
    const query = plainLine(sought)
    if (query === '') return
    // The arrow keys move in the results from here. The bar is in view, or comes with the focus: the page stays.
    input.current?.focus({ preventScroll: true })
    const own = Symbol(query)
    latest.current = own
    setResponse('under way')
    setFailure(undefined)
    const { data, error } = await searchBooks(query)
    if (latest.current !== own) return
    dispatch(searchEnded())
    setResponse(data)
    if (!error) return
    const reason = errorMessage(error, 'error')
    // Without network the bar at the foot has said it, and the box does.
    if (navigator.onLine) toast({ message: words.failed({ reason }), kind: 'error' })
    if (!data) setFailure(reason)
  }

  const onPending = useEffectEvent((sought: string) => {
    setText(sought)
    if (sought !== awaited) dispatch(searchEnded())
    void search(sought)
  })
  const onOnline = useEffectEvent(() => void search())
  const hasFailed = failure !== undefined
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [hasFailed])
  useEffect(() => {
    if (pending === null) return
    // The login first moves the focus to the page that it leads to.
    const timer = setTimeout(() => onPending(pending))
    return () => clearTimeout(timer)
  }, [pending])

  const isSearching = response === 'under way'
  const found = isSearching ? undefined : response
  const results = found?.data
  const heading = headingOf(found)

  return (
    <Box
      onKeyDown={({ key }) => {
        if (key === 'Escape') close()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Whoever goes on in the page is not shown a list. To another window nothing goes: the active element stays.
        if (!currentTarget.contains(relatedTarget ?? document.activeElement)) close()
      }}
    >
      <Autocomplete<SearchResult, false, true, true>
        freeSolo
        disableClearable
        disablePortal
        open={isSearching || (results !== undefined && results.length > 0)}
        loading={isSearching}
        loadingText={[words.searching, ...bars]}
        options={results?.slice(0, SEARCH_RESULTS_SHOWN) ?? []}
        // The server's order and corrections stay.
        filterOptions={(options) => options}
        getOptionLabel={(option) => (typeof option === 'string' ? option : bookWords(option).title)}
        getOptionKey={(option) => (typeof option === 'string' ? option : option.id)}
        groupBy={() => heading}
        renderGroup={({ key, group, children }) => (
          <li key={key} role="presentation">
            <Typography variant="body2" color="textSecondary" aria-hidden sx={count}>
              {group}
            </Typography>
            <Box component="ul" role="group" aria-label={group} sx={{ p: 0 }}>
              {children}
            </Box>
          </li>
        )}
        // Nothing stays chosen: the same words can be searched again.
        value=""
        inputValue={text}
        onInputChange={(_event, value, reason) => {
          // Other words, no results; a chosen result does not become the text.
          if (reason === 'input') close()
          setText(reason === 'input' ? value : '')
        }}
        onChange={(_event, value) => {
          if (typeof value === 'string') void search()
          else {
            close()
            void navigate(paths.book(value.id))
          }
        }}
        onClose={(_event, reason) => {
          // Enter searches anew, and of the focus the box above knows where it goes.
          if (reason === 'escape') close()
        }}
        renderInput={({ slotProps, ...params }) => (
          <SearchField
            {...params}
            slotProps={{ input: slotProps.input, htmlInput: slotProps.htmlInput }}
            inputRef={input}
            isSearching={isSearching}
            onSearch={() => void search()}
          />
        )}
        renderOption={({ key, ...props }, book) => (
          <Box component="li" key={key} {...props} sx={row}>
            <Box sx={{ flex: '0 0 34px' }}>
              <BookCover thumbnail={book.volumeInfo.imageLinks?.thumbnail} eager />
            </Box>
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography
                dir="auto"
                lang={book.volumeInfo.language}
                sx={{ ...clampLines(2), fontWeight: 600, lineHeight: 1.3 }}
              >
                {bookWords(book).title}
              </Typography>
              <Typography variant="body2" color="textSecondary" dir="auto" noWrap>
                {bookWords(book).authors}
              </Typography>
            </Box>
          </Box>
        )}
        slotProps={{
          listbox: {
            'aria-label': words.results,
            sx: { maxHeight: RESULTS_MAX_HEIGHT, p: 0 },
          },
          paper: { sx: dropdown },
          popper: { placement: 'bottom-start', sx: { minWidth: 'min(320px, calc(100vw - 24px))' } },
        }}
      />
      {failure !== undefined && (
        <Paper sx={noResults}>
          {/* The toast is read out. */}
          <EmptyState isSmall picture="spectacles" text={failure} onClick={() => void search()}>
            {messages.tryAgain}
          </EmptyState>
        </Paper>
      )}
      {results?.length === 0 ? (
        <Paper sx={noResults}>
          <EmptyState isSmall picture="spectacles" text={words.none}>
            <Typography variant="body2" color="textSecondary">
              {words.hint}
            </Typography>
          </EmptyState>
        </Paper>
      ) : (
        <Box role="status" sx={visuallyHidden}>
          {isSearching ? words.searching : results ? heading : ''}
        </Box>
      )}
    </Box>
  )
}
