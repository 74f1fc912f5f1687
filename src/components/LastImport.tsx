import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { booksApi } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { takeFocus } from '../lib/scroll.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { importMessages } from './importMessages.ts'

interface LastImportProps {
  userId: string
  /** The import has been taken back, and the list of favorites fetched anew. */
  onUndone?: () => void
}

const look = { my: 1.5, alignItems: 'center', displayPrint: 'none' }

/** What the last import added, for a day, and the button that takes it back (decision 58). */
export function LastImport({ userId, onUndone }: LastImportProps) {
  const dispatch = useAppDispatch()
  const last = booksApi.useGetLastImportQuery(userId)
  const [remove, { isLoading, isSuccess, error }] = booksApi.useRemoveLibraryMutation()

  async function undo(): Promise<void> {
    if (isLoading) return
    const { error } = await remove(userId)
    if (error) return
    const { getFavoriteBooks } = booksApi.endpoints
    await dispatch(getFavoriteBooks.initiate(userId, { subscribe: false, forceRefetch: true }))
    onUndone?.()
  }

  return (
    <>
      {error && (
        <Alert severity="error" sx={look}>
          {importMessages.undoFailed(errorMessage(error))}
        </Alert>
      )}
      {last.data ? (
        <Alert
          severity="success"
          variant="outlined"
          role="group"
          sx={look}
          action={
            // It keeps the focus while it waits.
            <Button color="inherit" aria-disabled={isLoading} onClick={() => void undo()}>
              <span>{isLoading ? importMessages.undoing : importMessages.undo}</span>
            </Button>
          }
        >
          {importMessages.last(last.data)}
        </Alert>
      ) : (
        isSuccess && (
          <Alert severity="info" role="status" sx={look}>
            <span ref={takeFocus} tabIndex={-1}>
              {importMessages.undone}
            </span>
          </Alert>
        )
      )}
    </>
  )
}
