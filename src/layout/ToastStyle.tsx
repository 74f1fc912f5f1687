import GlobalStyles from '@mui/material/GlobalStyles'
import { clampLines } from '../theme.ts'

/**
 * The look of notistack's toasts: its own styles come later in the page, so each selector is doubled.
 * Above a page's sticky foot, whose button they would cover.
 */
export function ToastStyle() {
  return (
    <GlobalStyles
      styles={(theme) => ({
        ':root:has([data-sticky-foot]) .notistack-SnackbarContainer': { marginBottom: 72 },
        '.notistack-MuiContent.notistack-MuiContent': {
          ...theme.typography.body2,
          minWidth: 0,
          borderRadius: 8,
          color: '#ffffff',
          backgroundColor: '#2a231d',
          border: '1px solid rgb(255 255 255 / 16%)',
        },
        '.notistack-MuiContent-error.notistack-MuiContent-error': { backgroundColor: '#8f1f1b' },
        '.notistack-MuiContent-success.notistack-MuiContent-success': {
          backgroundColor: '#1f5136',
        },
        '#notistack-snackbar': { ...clampLines(4), overflowWrap: 'anywhere' },
      })}
    />
  )
}
