import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useIsOffline } from '../components/useIsOffline.ts'
import { readerMessages } from '../readerMessages.ts'
import { GUTTER } from '../theme.ts'

// Two lines on a phone.
const height = { '--offline-bar': '36px', '@media (max-width: 480px)': { '--offline-bar': '56px' } }
const styles = {
  ':root': height,
  // Toasts stand above the bar.
  '.notistack-SnackbarContainer': { marginBottom: 'var(--offline-bar)' },
}

/** Says at the foot of the window that there is no network, for as long as there is none. */
export function OfflineBar() {
  const isOffline = useIsOffline()
  return (
    <Box
      aria-live="polite"
      sx={{ position: 'sticky', bottom: 0, zIndex: 11, displayPrint: 'none' }}
    >
      {isOffline && (
        <>
          <GlobalStyles styles={styles} />
          <Box sx={barLook}>{readerMessages.offline.bar}</Box>
        </>
      )}
    </Box>
  )
}

const barLook = {
  display: 'flex',
  alignItems: 'center',
  minHeight: 'var(--offline-bar)',
  // The arrow up lies over its end.
  paddingInline: `${GUTTER} 64px`,
  typography: 'body2',
  lineHeight: 1.4,
  color: 'text.secondary',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
} as const
