import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState, type ChangeEvent } from 'react'
import { Link } from 'react-router-dom'
import type { LibraryChange, LibraryPreview as Preview } from '../../../contract/library.ts'
import { LIBRARY_LISTS, LIBRARY_MAX_BYTES } from '../../../contract/uploads.ts'
import { booksApi } from '../../api/booksApi.ts'
import { errorMessage, errorStatus } from '../../api/errorMessage.ts'
import { BackButton } from '../../components/BackButton.tsx'
import { BookCover } from '../../components/BookCover.tsx'
import { LastImport } from '../../components/LastImport.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import { formatList } from '../../languages/format.ts'
import { takeFocus } from '../../lib/scroll.ts'
import { useIsHydrated } from '../../lib/useIsHydrated.ts'
import { importMessages } from '../../components/importMessages.ts'
import { messages } from '../../messages.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { libraryChosen } from '../../store/librarySlice.ts'
import { ruled } from '../../theme.ts'
import { LibraryPreview, type ChosenBooks } from './LibraryPreview.tsx'
import { libraryMessages } from './messages.ts'

/** Another attempt with the same file would end the same. */
const WRONG_FILE: readonly unknown[] = [400, 413, 415]

const ring = { outline: 3, outlineColor: 'secondary.main', outlineOffset: 2 } as const

/** How much a file holds, and how much of it the catalogue has. */
function foundText({ program, rows, found }: Preview): string {
  const { rows: rowsOfFile, rowsOf, found: foundOf } = libraryMessages
  const first = program === null ? rowsOfFile({ count: rows }) : rowsOf({ count: rows, program })
  return `${first} ${foundOf({ count: found.length })}`
}

function addedText(change: LibraryChange): string {
  const { added, addedBooks, nothingAdded } = libraryMessages
  const books = LIBRARY_LISTS.filter((list) => change[list].length > 0).map((list) =>
    addedBooks[list]({ count: change[list].length }),
  )
  return books.length === 0 ? nothingAdded : added({ books: formatList(books) })
}

/** 'Import your library' (docs/product.md 2.10): a file, what of it is here, one request that adds, and its undoing. */
export function ImportScreen() {
  const userId = useAppSelector(selectUserId)
  usePageTitle(importMessages.title)
  // Of another reader it is another page.
  return userId === null ? null : <Import key={userId} userId={userId} />
}

function Import({ userId }: { userId: string }) {
  const dispatch = useAppDispatch()
  // What was read stays with the tab: a search for what is missing leads away and back.
  const [readFile, reading] = booksApi.usePreviewLibraryMutation({
    fixedCacheKey: `library ${userId}`,
  })
  const [add, adding] = booksApi.useAddLibraryMutation()
  const [file, setFile] = useState<File>()
  const isBusy = reading.isLoading || adding.isLoading
  const addedIds = LIBRARY_LISTS.flatMap((list) => adding.data?.[list] ?? [])
  const isBegun = reading.data !== undefined || adding.data !== undefined
  const isTooLarge = file !== undefined && file.size > LIBRARY_MAX_BYTES
  const problem = isTooLarge
    ? libraryMessages.tooLarge
    : file && reading.error && errorMessage(reading.error)

  function choose(file: File | undefined): void {
    if (!file || isBusy) return
    reading.reset()
    adding.reset()
    dispatch(libraryChosen({}))
    setFile(file)
    if (file.size <= LIBRARY_MAX_BYTES) void readFile({ userId, file })
  }

  async function confirm(lists: ChosenBooks): Promise<void> {
    if (isBusy) return
    const { data } = await add({ userId, program: reading.data?.program ?? null, ...lists })
    if (data) reading.reset()
  }

  return (
    <>
      <BackButton />
      <Typography variant="h1" sx={{ ...ruled, mt: 2 }}>
        {importMessages.title}
      </Typography>
      {!isBegun && (
        <Typography color="textSecondary" sx={{ maxWidth: '70ch', mt: 1.5 }}>
          {libraryMessages.note}
        </Typography>
      )}
      {!reading.data && (
        <LastImport
          userId={userId}
          onUndone={adding.reset}
          added={
            adding.data && addedIds.length > 0
              ? {
                  words: (
                    <>
                      <span ref={takeFocus} tabIndex={-1}>
                        {addedText(adding.data)}
                      </span>
                      <Box sx={coversLook}>
                        {addedIds.slice(0, 6).map((id) => (
                          <BookCover key={id} thumbnail={`/covers/${id}`} eager />
                        ))}
                      </Box>
                    </>
                  ),
                  onward: (
                    <>
                      <Button component={Link} to={paths.recommendations} variant="contained">
                        {libraryMessages.recommendations}
                      </Button>
                      {adding.data.read.length > 0 && (
                        // In the account dialog (layout/ProfileMenu.tsx).
                        <Button component={Link} to="#marks" replace color="inherit">
                          {libraryMessages.readBooks}
                        </Button>
                      )}
                    </>
                  ),
                }
              : undefined
          }
        />
      )}
      <FileField isSmall={isBegun} isBusy={isBusy} onChoose={choose} />
      {reading.isLoading && <LinearProgress aria-hidden sx={{ mt: 1.5 }} />}
      <Typography role="status" sx={{ mt: 1.5 }}>
        {reading.isLoading ? libraryMessages.reading : reading.data ? foundText(reading.data) : ''}
      </Typography>
      {problem !== undefined && (
        <Alert
          severity="error"
          action={
            !isTooLarge &&
            !WRONG_FILE.includes(errorStatus(reading.error)) && (
              <Button color="inherit" onClick={() => choose(file)}>
                {messages.tryAgain}
              </Button>
            )
          }
        >
          {libraryMessages.failed({ reason: problem })}
        </Alert>
      )}
      {adding.data && addedIds.length === 0 && (
        <Alert severity="info" role="status">
          <span ref={takeFocus} tabIndex={-1}>
            {addedText(adding.data)}
          </span>
        </Alert>
      )}
      {reading.data ? (
        <LibraryPreview
          preview={reading.data}
          isAdding={adding.isLoading}
          failure={
            adding.error && libraryMessages.addFailed({ reason: errorMessage(adding.error) })
          }
          onConfirm={(lists) => void confirm(lists)}
        />
      ) : (
        !isBegun && <Exports />
      )}
    </>
  )
}

interface FileFieldProps {
  /** One line, where there is something else to look at. */
  isSmall: boolean
  isBusy: boolean
  onChoose: (file: File | undefined) => void
}

/** A box to press, or to drop a file on: the file input lies over all of it. */
function FileField(props: FileFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const isHydrated = useIsHydrated()
  function take(input: HTMLInputElement): void {
    props.onChoose(input.files?.[0])
    // The same file can be chosen again.
    input.value = ''
  }
  useEffect(() => {
    // The file may have been chosen before hydration.
    if (isHydrated && field.current?.files?.length) take(field.current)
  })
  return (
    <Button
      component="label"
      // oxlint-disable-next-line jsx-a11y/aria-role -- none: it is the label of the file input
      role={undefined}
      tabIndex={-1}
      variant="outlined"
      fullWidth
      sx={{
        mt: 1.5,
        py: props.isSmall ? 0 : 4,
        border: '2px dashed',
        bgcolor: 'wash',
        '&:focus-within': ring,
      }}
    >
      <span>{props.isSmall ? libraryMessages.chooseAnother : libraryMessages.choose}</span>
      <Box
        component="input"
        ref={field}
        // Of any type: what is no table is told what to do.
        type="file"
        aria-disabled={props.isBusy}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => take(target)}
        sx={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'pointer' }}
      />
    </Button>
  )
}

const coversLook = {
  display: 'grid',
  gridTemplateColumns: 'repeat(6, minmax(0, 72px))',
  gap: 1,
  mt: 1.5,
}

const exportsLook = {
  display: 'grid',
  gridTemplateColumns: { above744: '1fr 1fr', above1280: 'repeat(4, 1fr)' },
  gap: '1.25rem 2rem',
  m: 0,
  '& dt': { typography: 'h3', mb: 0.5 },
  '& dd': { m: 0, color: 'text.secondary' },
}

/** Where each program has its export. */
function Exports() {
  return (
    <>
      <Typography variant="h2" sx={{ ...ruled, mt: 4, mb: 2 }}>
        {libraryMessages.where}
      </Typography>
      <Box component="dl" sx={exportsLook}>
        {Object.entries(libraryMessages.exports).map(([program, how]) => (
          <div key={program}>
            <dt>{program}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </Box>
    </>
  )
}
