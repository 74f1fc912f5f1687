import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import {
  useCallback,
  useDeferredValue,
  useId,
  useState,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { useLocation } from 'react-router-dom'
import { csvField } from '../../../contract/accountCsv.ts'
import type {
  LibraryBook,
  LibraryPreview as Preview,
  MissingBook,
} from '../../../contract/library.ts'
import { fold } from '../../../contract/fold.ts'
import { LIBRARY_LISTS, type LibraryList } from '../../../contract/uploads.ts'
import { matcherOf } from '../../components/arrangement.ts'
import { SearchIcon } from '../../components/icons.tsx'
import { DownloadIcon } from '../../components/readerIcons.tsx'
import { Pieces } from '../../components/Pieces.tsx'
import { StickyFoot } from '../../components/StickyFoot.tsx'
import { useSearchRequest } from '../../components/useSearchRequest.ts'
import { formatList } from '../../languages/format.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { tabStorage } from '../../lib/tabStorage.ts'
import { messages } from '../../messages.ts'
import { readerMessages } from '../../readerMessages.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { libraryChosen } from '../../store/librarySlice.ts'
import type { AppThunk } from '../../store/store.ts'
import { FoundBook, type ChoosableBook } from './FoundBook.tsx'
import { libraryMessages } from './messages.ts'

/** What the books of a file can be that says nothing of them. */
const SILENT_AS = ['favorites', 'wantToRead', 'read'] as const

/** Why nothing of a library can be added: an empty result must not look like a fault. */
function whyNothing({ rows, found, missing }: Preview, choosable: number, chosen: number): string {
  const { noRows, notHere, allKnown, allUnfinished, knownOrUnfinished, noRoom, noChoice } =
    libraryMessages
  if (found.length === 0) return rows === 0 || missing.length === 0 ? noRows : notHere
  if (found.every(({ known }) => known !== null)) return allKnown
  if (choosable === 0)
    return found.some(({ known }) => known !== null) ? knownOrUnfinished : allUnfinished
  return chosen > 0 ? noRoom : noChoice
}

/** What of the file was left out. */
function skippedText(preview: Preview): string {
  const { skipped, skippedKinds } = libraryMessages
  const kinds = (['repeated', 'unreadable', 'unreadRatings', 'otherMedia'] as const)
    .filter((kind) => preview[kind] > 0)
    .map((kind) => skippedKinds[kind]({ count: preview[kind] }))
  return skipped({ kinds: formatList(kinds) })
}

/** In our own exports no book is: a mark is no rating. */
const isRated = (books: readonly LibraryBook[]) => books.some(({ rating }) => rating !== null)

function booksChosen(books: readonly LibraryBook[], isOn: boolean): AppThunk {
  return (dispatch, getState) => {
    const { library } = getState()
    const ids = new Set(books.map(({ id }) => id))
    const others = library.refused?.filter((id) => !ids.has(id)) ?? []
    dispatch(libraryChosen({ ...library, refused: isOn ? others : [...others, ...ids] }))
  }
}

/** The ids of what is to be added, the best rated first. */
export type ChosenBooks = Partial<Record<LibraryList, string[]>>

interface LibraryPreviewProps {
  preview: Preview
  isAdding: boolean
  /** Why the last attempt to add failed. */
  failure: string | undefined
  onConfirm: (lists: ChosenBooks) => void
}

/** What an exported library holds, and what becomes of each book, before anything is written. */
export function LibraryPreview(props: LibraryPreviewProps) {
  const { preview, isAdding, failure, onConfirm } = props
  const { found, missing, repeated, unreadable, unreadRatings, otherMedia, notes, room } = preview
  const dispatch = useAppDispatch()
  const choices = useAppSelector(({ library }) => library)
  const { silentAs = 'read', filter = '' } = choices
  const refused = new Set(choices.refused)
  const matches = matcherOf(useDeferredValue(filter))
  const fresh = found.filter(({ known }) => known === null)
  // A file of titles alone, or of one who rates nothing: the reader says what the books are.
  const isSilent = fresh.every(({ mark, rating }) => mark === 'read' && rating === null)
  const choosable = fresh.flatMap((book): ChoosableBook[] => {
    const mark = isSilent ? silentAs : book.mark
    return mark === null ? [] : [{ ...book, mark }]
  })
  const shown = choosable.filter(({ title, author }) => matches(fold(`${title} ${author}`)))
  const booksOf = (list: LibraryList) => choosable.filter(({ mark }) => mark === list)
  const isChosen = ({ id }: LibraryBook) => !refused.has(id)
  const chosen = LIBRARY_LISTS.flatMap((list) => {
    const books = booksOf(list).filter(isChosen)
    return books.length > 0 ? [{ list, books, added: books.slice(0, room[list]) }] : []
  })
  const added = chosen.reduce((sum, one) => sum + one.added.length, 0)

  const choose = useCallback(
    (books: readonly LibraryBook[], isOn: boolean) => dispatch(booksChosen(books, isOn)),
    [dispatch],
  )

  return (
    <>
      {notes.map((note) => (
        <Typography key={note}>{libraryMessages.notes[note]}</Typography>
      ))}
      {repeated + unreadable + unreadRatings + otherMedia > 0 && (
        <Typography color="textSecondary">{skippedText(preview)}</Typography>
      )}
      {choosable.length > 0 && (
        <>
          {isSilent ? (
            <SilentChoice
              value={silentAs}
              onChange={(list) => dispatch(libraryChosen({ ...choices, silentAs: list }))}
            />
          ) : (
            <FormGroup row role="group" aria-label={libraryMessages.choices} sx={{ my: 1 }}>
              {LIBRARY_LISTS.map((list) => {
                const books = booksOf(list)
                const count = books.filter(isChosen).length
                const { lists, lowRated } = libraryMessages
                const label = list === 'notForMe' && isRated(books) ? lowRated : lists[list]
                return (
                  <FormControlLabel
                    key={list}
                    disabled={books.length === 0}
                    control={
                      <Checkbox
                        checked={count > 0}
                        indeterminate={count > 0 && count < books.length}
                        onChange={() => choose(books, count < books.length)}
                      />
                    }
                    label={libraryMessages.choice({ label, count: books.length })}
                  />
                )
              })}
            </FormGroup>
          )}
          {chosen
            .filter(({ books, added }) => added.length < books.length)
            .map(({ list, books }) => (
              <Typography key={list}>
                {libraryMessages.room[list]({ room: room[list] })}{' '}
                {isRated(books) ? libraryMessages.bestRated : libraryMessages.firstOfFile}
              </Typography>
            ))}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 1, my: 2 }}>
            <TextField
              label={readerMessages.favorites.filter}
              type="search"
              autoComplete="off"
              value={filter}
              onChange={({ target }) =>
                dispatch(libraryChosen({ ...choices, filter: target.value }))
              }
              sx={{
                flex: { xs: '1 1 100%', above480: '1 1 14rem' },
                maxWidth: { above480: '26rem' },
              }}
            />
            <Button color="inherit" onClick={() => choose(shown, true)}>
              {libraryMessages.all}
            </Button>
            <Button color="inherit" onClick={() => choose(shown, false)}>
              {libraryMessages.none}
            </Button>
            {filter !== '' && (
              <Typography role="status" color="textSecondary">
                {shown.length > 0
                  ? readerMessages.favorites.shown({ shown: shown.length, all: choosable.length })
                  : libraryMessages.noMatch}
              </Typography>
            )}
          </Box>
          <Pieces items={shown} label={libraryMessages.toAdd} columns={3}>
            {(book) => (
              <FoundBook key={book.id} book={book} isChosen={isChosen(book)} onChoose={choose} />
            )}
          </Pieces>
        </>
      )}
      <TextList
        title={libraryMessages.unfinished}
        books={isSilent ? [] : fresh.filter(({ mark }) => mark === null)}
      />
      <TextList
        title={libraryMessages.known}
        books={found
          .filter(({ known }) => known !== null)
          .map((book) => ({ ...book, mark: book.known }))}
      />
      <Missing books={missing} />
      <StickyFoot data-sticky-foot>
        <Typography role="status" color="textSecondary">
          {added > 0
            ? libraryMessages.chosen({
                count: choosable.filter(isChosen).length,
                all: choosable.length,
              })
            : whyNothing(preview, choosable.length, chosen.length)}
        </Typography>
        {failure !== undefined && (
          <Alert severity="error" sx={{ flexGrow: 1 }}>
            {failure}
          </Alert>
        )}
        {added > 0 && (
          <Button
            variant="contained"
            // It keeps the focus while it waits.
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
          >
            <span>{addLabel(added, isAdding, failure !== undefined)}</span>
          </Button>
        )}
      </StickyFoot>
    </>
  )
}

function addLabel(count: number, isAdding: boolean, hasFailed: boolean): string {
  if (isAdding) return libraryMessages.adding
  return hasFailed ? messages.tryAgain : libraryMessages.add({ count })
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
      <RadioGroup row aria-labelledby={id} value={value}>
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

/** A list that opens, and is so where the reader returns to it; nothing where it is empty. */
function Folded(props: { title: string; count: number; isOpen?: boolean; children: ReactNode }) {
  const { title, count, isOpen = false, children } = props
  const name = `fold:${useLocation().key} ${title}`
  const [isOpenAtFirst] = useState(() => (tabStorage.get(name) || String(isOpen)) === 'true')
  if (count === 0) return null
  return (
    <Box
      component="details"
      open={isOpenAtFirst}
      onToggle={({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) =>
        tabStorage.set(name, String(currentTarget.open))
      }
      sx={{ mt: 2, overflowWrap: 'anywhere', '& > summary': { py: 1, cursor: 'pointer' } }}
    >
      <summary>{libraryMessages.list({ title, count })}</summary>
      {children}
    </Box>
  )
}

/** Books in words, of which nothing can be chosen. */
function TextList(props: {
  title: string
  books: readonly Pick<LibraryBook, 'id' | 'title' | 'author' | 'rating' | 'mark'>[]
}) {
  const { title, books } = props
  return (
    <Folded title={title} count={books.length}>
      <Pieces items={books} label={title}>
        {({ id, title, author, rating, mark }) => (
          <li key={id}>
            {[title, author, rating && `${rating} ★`, mark && libraryMessages.marks[mark]]
              .filter(Boolean)
              .join(' · ')}
          </li>
        )}
      </Pieces>
    </Folded>
  )
}

/** Behind a title: what is in brackets, or a volume and what follows it. */
const BEHIND_TITLE = /\s*[([][^)\]]*[)\]]\s*$|[,:;.]?\s+(?:tome|vol(?:ume)?\.?)\s*\d.*$/iu

/** What is searched for a book: its work by its author, as volumes and editions have other titles; else its ISBN. */
const searchWords = ({ title, author, isbn }: MissingBook): string =>
  title === '' ? isbn : `${title.replace(BEHIND_TITLE, '')} ${author}`.trim()

/** What the catalogue does not have: why, a search for each, and the list as a file. */
function Missing({ books }: { books: readonly MissingBook[] }) {
  const search = useSearchRequest()
  return (
    <Folded title={libraryMessages.missing} count={books.length} isOpen>
      <Typography color="textSecondary" sx={{ maxWidth: '70ch' }}>
        {libraryMessages.whyMissing}
      </Typography>
      <Button
        color="inherit"
        startIcon={<DownloadIcon />}
        onClick={() => saveMissing(books)}
        sx={{ my: 1 }}
      >
        {libraryMessages.saveList}
      </Button>
      <Pieces items={books} label={libraryMessages.missing} columns={2}>
        {(book) => (
          <Box
            component="li"
            key={`${book.title} ${book.author} ${book.isbn}`}
            sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2 }}
          >
            <span>{[book.title || book.isbn, book.author].filter(Boolean).join(' · ')}</span>
            <Button
              size="small"
              color="inherit"
              startIcon={<SearchIcon />}
              aria-label={libraryMessages.searchFor({ title: book.title || book.isbn })}
              onClick={() => search(searchWords(book))}
              sx={{ flexShrink: 0 }}
            >
              {libraryMessages.search}
            </Button>
          </Box>
        )}
      </Pieces>
    </Folded>
  )
}

function saveMissing(books: readonly MissingBook[]): void {
  const rows = books.map(({ title, author, isbn }) => [title, author, isbn].map(csvField).join(','))
  const text = ['"Title","Author","ISBN"', ...rows, ''].join('\r\n')
  saveFile('not-in-catchword.csv', 'text/csv;charset=utf-8', text)
}
