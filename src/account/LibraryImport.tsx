import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useState, type ChangeEvent } from 'react'
import { Link } from 'react-router-dom'
import { LIBRARY_MAX_BYTES } from '../../contract/uploads.ts'
import { booksApi } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { paths } from '../paths.ts'
import { pairLook } from '../theme.ts'
import { takeFocus, type DialogProps } from './AccountSection.tsx'
import { LibraryPreview, type ChosenBooks } from './LibraryPreview.tsx'
import { libraryMessages } from './messages.ts'

interface LibraryImportProps extends Pick<DialogProps, 'userId' | 'onBusy'> {
  /** The reader follows a link to another page. */
  onLeave: () => void
}

const ring = { outline: 3, outlineColor: 'secondary.main', outlineOffset: 2 } as const

/** A reader's books from another program: a file, what of it is here, one request that adds, and its undoing. */
export function LibraryImport({ userId, onBusy, onLeave }: LibraryImportProps) {
  const [readFile, reading] = booksApi.usePreviewLibraryMutation()
  const [add, adding] = booksApi.useAddLibraryMutation()
  const [remove, undoing] = booksApi.useRemoveLibraryMutation()
  const last = booksApi.useGetLastImportQuery(userId)
  const [isTooLarge, setTooLarge] = useState(false)
  const isBusy = reading.isLoading || adding.isLoading || undoing.isLoading
  const problem = isTooLarge
    ? libraryMessages.failed(libraryMessages.tooLarge)
    : (reading.error && libraryMessages.failed(errorMessage(reading.error))) ||
      (adding.error && libraryMessages.addFailed(errorMessage(adding.error))) ||
      (undoing.error && libraryMessages.undoFailed(errorMessage(undoing.error)))
  const done = undoing.isSuccess
    ? libraryMessages.undone
    : adding.data && libraryMessages.added(adding.data)

  async function choose(file: File | undefined): Promise<void> {
    if (!file || isBusy) return
    reading.reset()
    adding.reset()
    undoing.reset()
    setTooLarge(file.size > LIBRARY_MAX_BYTES)
    if (file.size <= LIBRARY_MAX_BYTES) await readFile({ userId, file })
  }

  async function confirm(lists: ChosenBooks): Promise<void> {
    if (isBusy) return
    onBusy(true)
    const { data } = await add({ userId, program: reading.data?.program ?? null, ...lists })
    onBusy(false)
    if (data) reading.reset()
  }

  async function undo(): Promise<void> {
    if (isBusy) return
    onBusy(true)
    await remove(userId)
    onBusy(false)
  }

  return (
    <>
      <Typography>{libraryMessages.note}</Typography>
      <FileField isBusy={isBusy} onChoose={(file) => void choose(file)} />
      {reading.isLoading && <LinearProgress aria-hidden sx={{ mt: 1.5 }} />}
      <Typography role="status" sx={{ mt: 1 }}>
        {reading.isLoading
          ? libraryMessages.reading
          : reading.data
            ? libraryMessages.found(reading.data)
            : ''}
      </Typography>
      {problem && <Alert severity="error">{problem}</Alert>}
      {reading.data && (
        <LibraryPreview
          preview={reading.data}
          isAdding={adding.isLoading}
          onConfirm={(lists) => void confirm(lists)}
        />
      )}
      {done && (
        <Alert severity={undoing.isSuccess ? 'info' : 'success'} role="status">
          <span key={done} ref={takeFocus} tabIndex={-1}>
            {done}
          </span>
        </Alert>
      )}
      <Box sx={{ ...pairLook, mt: 1.5, alignItems: 'center' }}>
        {adding.data && !undoing.isSuccess && (
          <Button component={Link} to={paths.recommendations} variant="contained" onClick={onLeave}>
            {libraryMessages.recommendations}
          </Button>
        )}
        {last.data && !last.isFetching && (
          <>
            <Typography component="span">{libraryMessages.last(last.data)}</Typography>
            <Button
              variant="outlined"
              color="inherit"
              aria-disabled={isBusy}
              onClick={() => void undo()}
            >
              <span>{undoing.isLoading ? libraryMessages.undoing : libraryMessages.undo}</span>
            </Button>
          </>
        )}
      </Box>
    </>
  )
}

/** A box to press, or to drop a file on: the file input lies over all of it. */
function FileField(props: { isBusy: boolean; onChoose: (file: File | undefined) => void }) {
  return (
    <Button
      component="label"
      // oxlint-disable-next-line jsx-a11y/aria-role -- none: it is the label of the file input
      role={undefined}
      tabIndex={-1}
      variant="outlined"
      fullWidth
      sx={{ mt: 1.5, py: 2, border: '2px dashed', bgcolor: 'wash', '&:focus-within': ring }}
    >
      <span>{libraryMessages.choose}</span>
      <Box
        component="input"
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        aria-disabled={props.isBusy}
        onChange={({ target }: ChangeEvent<HTMLInputElement>) => {
          props.onChoose(target.files?.[0])
          // The same file can be chosen again.
          target.value = ''
        }}
        sx={{ position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'pointer' }}
      />
    </Button>
  )
}
