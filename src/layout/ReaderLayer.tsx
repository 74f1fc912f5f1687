import Box from '@mui/material/Box'
import { readerMessages } from '../readerMessages.ts'
import { useAppSelector } from '../store/hooks.ts'
import { visuallyHidden } from '../theme.ts'
import { ToastKeys } from './ToastKeys.tsx'

/** What every page of a reader has beside its content; loaded after it. */
export function ReaderLayer() {
  const last = useAppSelector(({ localFavorites }) => localFavorites.lastToggle)
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
    </>
  )
}
