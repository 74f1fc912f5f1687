import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useId, useState, type ReactNode } from 'react'
import { csvField } from '../../contract/accountCsv.ts'
import type { LibraryBook, LibraryPreview as Preview, MissingBook } from '../../contract/library.ts'
import { LIBRARY_LISTS, type LibraryList } from '../../contract/uploads.ts'
import { DownloadIcon } from '../components/icons.tsx'
import { saveFile } from '../lib/saveFile.ts'
import { libraryMessages } from './messages.ts'

/** Books that a list names; what is behind them is counted. */
const NAMED_MOST = 200

/** What the books of a file can be that says nothing of them. */
const SILENT_AS = ['favorites', 'wantToRead', 'read'] as const

/** Why nothing of a library can be added: an empty result must not look like a fault. */
function whyNothing({ rows, found, missing }: Preview, isChosen: boolean): string {
  const { noRows, notHere, allKnown, noRoom, noChoice } = libraryMessages
  if (found.length === 0) return rows === 0 || missing.length === 0 ? noRows : notHere
  if (found.every(({ known }) => known !== null)) return allKnown
  return isChosen ? noRoom : noChoice
}

/** The ids of what is to be added, the best rated first. */
export type ChosenBooks = Partial<Record<LibraryList, string[]>>

interface LibraryPreviewProps {
  preview: Preview
  isAdding: boolean
  onConfirm: (lists: ChosenBooks) => void
}

/** What an exported library holds, and what becomes of it, before anything is written. */
export function LibraryPreview({ preview, isAdding, onConfirm }: LibraryPreviewProps) {
  const { found, missing, repeated, unreadable, unreadRatings, otherMedia, notes, room } = preview
  const [refused, setRefused] = useState<readonly LibraryList[]>([])
  const [silentAs, setSilentAs] = useState<LibraryList>('read')
  const fresh = found.filter(({ known }) => known === null)
  // A file of titles alone, or of one who rates nothing: the reader says what the books are.
  const isSilent = fresh.every(({ mark, rating }) => mark === 'read' && rating === null)
  const marked = isSilent ? fresh.map((book) => ({ ...book, mark: silentAs })) : fresh
  const booksOf = (list: LibraryList) => marked.filter(({ mark }) => mark === list)
  const chosen = LIBRARY_LISTS.flatMap((list) => {
    const books = refused.includes(list) ? [] : booksOf(list)
    return books.length > 0 ? [{ list, books, added: books.slice(0, room[list]) }] : []
  })
  const added = chosen.flatMap((one) => one.added)
  const isAdded = new Set<LibraryBook>(added)
  return (
    <>
      {notes.map((note) => (
        <Typography key={note}>{libraryMessages.notes[note]}</Typography>
      ))}
      {repeated + unreadable + unreadRatings + otherMedia > 0 && (
        <Typography color="textSecondary">{libraryMessages.skipped(preview)}</Typography>
      )}
      {isSilent ? (
        fresh.length > 0 && <SilentChoice value={silentAs} onChange={setSilentAs} />
      ) : (
        <FormGroup role="group" aria-label={libraryMessages.choices} sx={{ my: 1 }}>
          {LIBRARY_LISTS.map((list) => {
            const count = booksOf(list).length
            return (
              <FormControlLabel
                key={list}
                disabled={count === 0}
                control={
                  <Checkbox
                    checked={count > 0 && !refused.includes(list)}
                    onChange={(_event, isOn) =>
                      setRefused(isOn ? refused.filter((one) => one !== list) : [...refused, list])
                    }
                  />
                }
                label={libraryMessages.choice(libraryMessages.lists[list], count)}
              />
            )
          })}
        </FormGroup>
      )}
      {added.length === 0 && (
        <Typography role="status">{whyNothing(preview, chosen.length > 0)}</Typography>
      )}
      {chosen
        .filter(({ books, added }) => added.length < books.length)
        .map(({ list }) => (
          <Typography key={list}>{libraryMessages.room(list, room[list])}</Typography>
        ))}
      <BookList title={libraryMessages.toAdd} books={added} isOpen />
      <BookList
        title={libraryMessages.leftOut}
        books={marked.filter((book) => !isAdded.has(book))}
      />
      <BookList
        title={libraryMessages.known}
        books={found
          .filter(({ known }) => known !== null)
          .map((book) => ({ ...book, mark: book.known }))}
      />
      <BookList title={libraryMessages.missing} books={missing}>
        <Button
          size="small"
          color="inherit"
          startIcon={<DownloadIcon />}
          onClick={() => saveMissing(missing)}
        >
          {libraryMessages.saveList}
        </Button>
      </BookList>
      {added.length > 0 && (
        <Button
          variant="contained"
          aria-disabled={isAdding}
          onClick={() =>
            onConfirm(
              Object.fromEntries(
                chosen
                  .filter(({ added }) => added.length > 0)
                  .map(({ list, added }) => [list, added.map(({ id }) => id)]),
              ),
            )
          }
          sx={{ mt: 1.5 }}
        >
          <span>{isAdding ? libraryMessages.adding : libraryMessages.add(added.length)}</span>
        </Button>
      )}
    </>
  )
}

interface SilentChoiceProps {
  value: LibraryList
  onChange: (list: LibraryList) => void
}

/** What all books of a file are that says nothing of them. */
function SilentChoice({ value, onChange }: SilentChoiceProps) {
  const id = useId()
  return (
    <FormControl sx={{ my: 1 }}>
      <FormLabel id={id}>{libraryMessages.silent}</FormLabel>
      <RadioGroup aria-labelledby={id} value={value}>
        {SILENT_AS.map((list) => (
          <FormControlLabel
            key={list}
            value={list}
            control={<Radio onChange={() => onChange(list)} />}
            label={libraryMessages.lists[list]}
          />
        ))}
      </RadioGroup>
    </FormControl>
  )
}

interface BookListProps {
  title: string
  /** With the reader's rating and what becomes of them, if they have these. */
  books: readonly (Pick<LibraryBook, 'title' | 'author'> &
    Partial<Pick<LibraryBook, 'rating' | 'mark'>>)[]
  isOpen?: boolean
  children?: ReactNode
}

/** A list that opens; nothing where it is empty. */
function BookList({ title, books, isOpen = false, children }: BookListProps) {
  if (books.length === 0) return null
  return (
    <Box component="details" open={isOpen} sx={{ '& > summary': { py: 0.5, cursor: 'pointer' } }}>
      <summary>{libraryMessages.list(title, books.length)}</summary>
      <Box
        component="ul"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard, too
        tabIndex={0}
        aria-label={title}
        sx={{ m: 0, pl: 2.5, maxHeight: 200, overflow: 'auto', overflowWrap: 'anywhere' }}
      >
        {books.slice(0, NAMED_MOST).map(({ title, author, rating, mark }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- titles repeat, and the list never changes
          <li key={at}>
            {[title, author, rating && `${rating} ★`, mark && libraryMessages.marks[mark]]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
        {books.length > NAMED_MOST && <li>{libraryMessages.more(books.length - NAMED_MOST)}</li>}
      </Box>
      {children}
    </Box>
  )
}

function saveMissing(books: readonly MissingBook[]): void {
  const rows = books.map(({ title, author, isbn }) => [title, author, isbn].map(csvField).join(','))
  const text = ['"Title","Author","ISBN"', ...rows, ''].join('\r\n')
  saveFile('not-in-catchword.csv', 'text/csv;charset=utf-8', text)
}
