import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Book } from '../../contract/books.ts'
import { booksApi } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { BookCover } from '../components/BookCover.tsx'
import { bookWords } from '../components/bookWords.ts'
import { Pieces } from '../components/Pieces.tsx'
import { markMessages, notSaved } from '../components/markMessages.ts'
import { StatusText } from '../components/StatusText.tsx'
import { useIsOffline } from '../components/useIsOffline.ts'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { readerMessages } from '../readerMessages.ts'
import { selectMark } from '../store/favoritesSlice.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { setMark, type MarkOutcome } from '../store/setMark.ts'
import { scrollTo } from './AccountSection.tsx'
import { accountMessages } from './messages.ts'

const GONE = ['read', 'notForMe'] as const
type Gone = (typeof GONE)[number]

const rowLook = {
  display: 'grid',
  gridTemplateColumns: '40px minmax(0, 1fr)',
  alignItems: 'center',
  gap: 1.5,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
}
const wordsLook = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 12px' }

interface MarkedBookProps {
  book: Book
  mark: Gone
  onLeave: () => void
}

/** A book that was taken back stays where it is until the section is closed, and can be marked again. */
function MarkedBook({ book, mark, onLeave }: MarkedBookProps) {
  const dispatch = useAppDispatch()
  const linkId = useId()
  const isMarked = useAppSelector((state) => selectMark(state, book.id) === mark)
  const [outcome, setOutcome] = useState<MarkOutcome>()
  const failure = outcome && notSaved(outcome)
  const { title, authors } = bookWords(book)

  async function toggle(): Promise<void> {
    setOutcome(undefined)
    const args = [book, isMarked ? null : mark, 'recommendations', !isMarked] as const
    setOutcome(await dispatch(setMark(...args)))
  }

  return (
    <Box component="li" sx={rowLook}>
      <BookCover thumbnail={book.volumeInfo.imageLinks?.thumbnail} />
      <Box sx={wordsLook}>
        <Box dir="auto" sx={{ flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' }}>
          <MuiLink
            id={linkId}
            component={Link}
            to={paths.book(book.id)}
            color="inherit"
            lang={book.volumeInfo.language}
            onClick={onLeave}
          >
            {title}
          </MuiLink>
          <Typography variant="body2" color="textSecondary">
            {authors}
          </Typography>
        </Box>
        <Button
          variant="outlined"
          color="inherit"
          aria-describedby={linkId}
          onClick={() => void toggle()}
        >
          {isMarked ? markMessages.back[mark] : markMessages[mark]}
        </Button>
        {failure !== undefined && (
          <Alert
            ref={scrollTo}
            severity={outcome === 'offline' ? 'info' : 'error'}
            sx={{ flexBasis: '100%' }}
          >
            {failure}
          </Alert>
        )}
      </Box>
    </Box>
  )
}

interface MarkedListProps {
  mark: Gone
  /** As RTK Query has it. */
  query: { data?: readonly Book[]; error?: unknown; isLoading: boolean; refetch: () => unknown }
  onLeave: () => void
}

function MarkedList({ mark, query, onLeave }: MarkedListProps) {
  const [books, setBooks] = useState<readonly Book[]>()
  if (query.data && !books) setBooks(query.data)
  const title = accountMessages.marked[mark]
  return (
    <>
      <Typography variant="subtitle1" component="h4" sx={{ mt: 2, mb: 1 }}>
        {books?.length ? accountMessages.markedCount({ title, count: books.length }) : title}
      </Typography>
      {query.isLoading && <Typography role="status">{messages.loading}</Typography>}
      {books?.length === 0 && (
        <Typography color="textSecondary">{accountMessages.noneMarked}</Typography>
      )}
      {books && (
        <Pieces items={books} label={title}>
          {(book) => <MarkedBook key={book.id} book={book} mark={mark} onLeave={onLeave} />}
        </Pieces>
      )}
      {query.error && !books && (
        <Alert
          severity="error"
          action={
            <Button color="inherit" size="small" onClick={() => void query.refetch()}>
              {messages.tryAgain}
            </Button>
          }
        >
          {accountMessages.markedFailed({ reason: errorMessage(query.error) })}
        </Alert>
      )}
    </>
  )
}

/** What is recommended nowhere any more, with a way back for each book. */
export function AccountMarks({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const isOffline = useIsOffline()
  const queries = {
    read: booksApi.useGetMarkedBooksQuery({ userId, mark: 'read' }),
    notForMe: booksApi.useGetMarkedBooksQuery({ userId, mark: 'notForMe' }),
  }
  const isHere = (mark: Gone) => !isOffline || !queries[mark].isError || queries[mark].data
  return (
    <>
      <Typography>{accountMessages.marksNote}</Typography>
      {GONE.filter(isHere).map((mark) => (
        <MarkedList key={mark} mark={mark} query={queries[mark]} onLeave={onLeave} />
      ))}
      {!GONE.every(isHere) && <StatusText>{readerMessages.offline.notHere}</StatusText>}
    </>
  )
}
