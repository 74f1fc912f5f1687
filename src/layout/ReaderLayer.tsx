import Box from '@mui/material/Box'
import { useEffect } from 'react'
import { booksApi } from '../api/booksApi.ts'
import { readerMessages } from '../readerMessages.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { visuallyHidden } from '../theme.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { ToastKeys } from './ToastKeys.tsx'
import { useAccountLanguage } from './useAccountLanguage.ts'
import { useKeptLists } from './useKeptLists.ts'
import { useKeptPlace } from './useKeptPlace.ts'

/** What every page of a reader has beside its content; loaded after it. */
export function ReaderLayer({ userId }: { userId: string }) {
  useKeptPlace()
  useAccountLanguage(userId)
  const dispatch = useAppDispatch()
  const last = useAppSelector(({ localFavorites }) => localFavorites.lastToggle)
  useKeptLists(userId)
  // What a page shows is requested again when the line is back. RTK Query's `setupListeners` would be a part of every
  // first visit's script.
  useEffect(() => {
    const onOnline = () => void dispatch(booksApi.internalActions.onOnline())
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [dispatch])
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
