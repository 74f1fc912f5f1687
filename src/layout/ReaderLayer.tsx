import { setupListeners } from '@reduxjs/toolkit/query'
import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { readerMessages } from '../readerMessages.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { visuallyHidden } from '../theme.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { ToastKeys } from './ToastKeys.tsx'
import { useKeptLists } from './useKeptLists.ts'
import { useKeptPlace } from './useKeptPlace.ts'

/** What every page of a reader has beside its content; loaded after it. */
export function ReaderLayer({ userId }: { userId: string }) {
  useKeptPlace()
  const dispatch = useAppDispatch()
  const last = useAppSelector(({ localFavorites }) => localFavorites.lastToggle)
  useKeptLists(userId)
  // What a page shows is requested again when the line is back.
  useEffect(() => setupListeners(dispatch), [dispatch])
  return (
    <>
      <ToastKeys />
      {/* Reads hearts' changes out. */}
      <Box aria-live="polite" sx={visuallyHidden}>
        {/* Another element for each book: the same words would not be read out again. */}
        {last && (
          <span key={last.bookId}>
            {last.isFavorite ? readerMessages.heart.added : readerMessages.heart.removed}
          </span>
        )}
      </Box>
      <OfflineBar />
    </>
  )
}
