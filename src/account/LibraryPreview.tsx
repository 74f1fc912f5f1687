import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { useState, type ReactNode } from 'react'
import { csvField } from '../../contract/accountCsv.ts'
import type { LibraryPreview as Preview, MissingBook } from '../../contract/library.ts'
import { DownloadIcon } from '../components/icons.tsx'
import { saveFile } from '../lib/saveFile.ts'
import { libraryMessages } from './messages.ts'

/** Books that a list names; what is behind them is counted. */
const NAMED_MOST = 200

const CHOICES = [
  { value: 'isLoved', label: libraryMessages.isLoved },
  { value: 'isRead', label: libraryMessages.isRead },
] as const

/** Why nothing of a library can be added: an empty result must not look like a fault. */
function whyNothing({ rows, found, missing, room }: Preview): string {
  const { noRows, notHere, allPresent, noRoom, notRead } = libraryMessages
  if (found.length === 0) return rows === 0 || missing.length === 0 ? noRows : notHere
  if (found.every(({ isFavorite }) => isFavorite)) return allPresent
  return room === 0 ? noRoom : notRead
}

interface LibraryPreviewProps {
  preview: Preview
  isAdding: boolean
  /** The best rated first. */
  onConfirm: (bookIds: string[]) => void
}

/** What an exported library holds, before anything is written. */
export function LibraryPreview({ preview, isAdding, onConfirm }: LibraryPreviewProps) {
  const { found, missing, repeated, unreadable, unreadRatings, otherMedia, notes, room } = preview
  const present = found.filter(({ isFavorite }) => isFavorite)
  const others = found.filter(({ isFavorite }) => !isFavorite)
  const [choice, setChoice] = useState<(typeof CHOICES)[number]['value']>(
    others.some(({ isLoved }) => isLoved) ? 'isLoved' : 'isRead',
  )
  const chosen = others.filter((book) => book[choice])
  const added = chosen.slice(0, room)
  const reason = added.length === 0 ? whyNothing(preview) : undefined
  return (
    <>
      {notes.map((note) => (
        <Typography key={note}>{libraryMessages.notes[note]}</Typography>
      ))}
      {repeated + unreadable + unreadRatings + otherMedia > 0 && (
        <Typography color="textSecondary">{libraryMessages.skipped(preview)}</Typography>
      )}
      <RadioGroup
        aria-label={libraryMessages.choices}
        value={choice}
        onChange={(_event, value) => setChoice(value === 'isRead' ? value : 'isLoved')}
        sx={{ my: 1 }}
      >
        {CHOICES.map(({ value, label }) => {
          const { length } = others.filter((book) => book[value])
          return (
            <FormControlLabel
              key={value}
              value={value}
              disabled={length === 0}
              control={<Radio />}
              label={libraryMessages.choice(label, length)}
            />
          )
        })}
      </RadioGroup>
      {reason && <Typography role="status">{reason}</Typography>}
      {room > 0 && chosen.length > room && <Typography>{libraryMessages.room(room)}</Typography>}
      <BookList title={libraryMessages.toAdd} books={added} isOpen />
      <BookList title={libraryMessages.present} books={present} />
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
      <Button
        variant="contained"
        disabled={added.length === 0}
        aria-disabled={isAdding}
        onClick={() => onConfirm(added.map(({ id }) => id))}
        sx={{ mt: 1.5 }}
      >
        <span>{isAdding ? libraryMessages.adding : libraryMessages.add(added.length)}</span>
      </Button>
    </>
  )
}

interface BookListProps {
  title: string
  books: readonly { title: string; author: string; rating?: number | null }[]
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
        {books.slice(0, NAMED_MOST).map(({ title, author, rating }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- titles repeat, and the list never changes
          <li key={at}>{[title, author, rating && `${rating} ★`].filter(Boolean).join(' · ')}</li>
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
