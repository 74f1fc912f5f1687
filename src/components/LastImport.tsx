import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import type { LastImport as Import } from '../../contract/library.ts'
import { LIBRARY_LISTS } from '../../contract/uploads.ts'
import { booksApi } from '../api/booksApi.ts'
import { errorMessage } from '../api/errorMessage.ts'
import { takeFocus } from '../lib/scroll.ts'
import { useAppDispatch } from '../store/hooks.ts'
import { importMessages } from './importMessages.ts'

interface LastImportProps {
  userId: string
  /** What is said instead, where the books have just been added. */
  added?: { words: ReactNode; onward: ReactNode } | undefined
  /** The import has been taken back, and the list of favorites fetched anew. */
  onUndone?: () => void
}

const look = { my: 1.5, alignItems: 'center', displayPrint: 'none' }
const addedLook = { ...look, '& > .MuiAlert-message': { flexGrow: 1, minWidth: 0 } }

/** How much it was, from where and on which day. */
function lastImportText({ program, addedAt, ...counts }: Import): string {
  const count = LIBRARY_LISTS.reduce((sum, list) => sum + counts[list], 0)
  const isToday = new Date(addedAt).toDateString() === new Date().toDateString()
  const day = isToday ? 'lastToday' : 'lastYesterday'
  return program === null
    ? importMessages[day]({ count })
    : importMessages[`${day}From`]({ count, program })
}

/** What the last import added, for a day, and the button that takes it back (decision 58). */
export function LastImport({ userId, added, onUndone }: LastImportProps) {
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

  const undoButton = last.data && (
    // It keeps the focus while it waits.
    <Button color="inherit" aria-disabled={isLoading} onClick={() => void undo()}>
      <span>{isLoading ? importMessages.undoing : importMessages.undo}</span>
    </Button>
  )

  return (
    <>
      {error && (
        <Alert severity="error" sx={look}>
          {importMessages.undoFailed({ reason: errorMessage(error) })}
        </Alert>
      )}
      {added && (last.data || !isSuccess) ? (
        <Alert severity="success" icon={false} role="group" sx={addedLook}>
          {added.words}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
            {added.onward}
            {undoButton}
          </Box>
        </Alert>
      ) : last.data ? (
        <Alert severity="success" variant="outlined" role="group" sx={look} action={undoButton}>
          {lastImportText(last.data)}
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
