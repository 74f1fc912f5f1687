import { styled } from '@mui/material/styles'
import { MaterialDesignContent, SnackbarProvider } from 'notistack'
import type { ReactNode } from 'react'
import { TOAST_MS } from '../constants.ts'
import { clampLines } from '../themeComponents.ts'

// notistack's own styles come later in the page: each selector has a class more.
const ToastContent = styled(MaterialDesignContent)(({ theme }) => ({
  '&.notistack-MuiContent': {
    ...theme.typography.body2,
    minWidth: 0,
    borderRadius: 8,
    color: '#ffffff',
    backgroundColor: '#2a231d',
    border: '1px solid rgb(255 255 255 / 16%)',
  },
  '&.notistack-MuiContent-error': { backgroundColor: '#8f1f1b' },
  '&.notistack-MuiContent-success': { backgroundColor: '#1f5136' },
  '& #notistack-snackbar': {
    ...clampLines(4),
    position: 'relative',
    // Not padded above and below: the tops of a fifth line would show there.
    margin: '8px 0',
    padding: '0 0 0 28px',
    overflowWrap: 'anywhere',
  },
  // Beside the first line, however many there are.
  '& #notistack-snackbar > svg': { position: 'absolute', left: 0, top: 0 },
  // notistack's own styles are not mirrored.
  '& #notistack-snackbar + *': { margin: '0 -8px 0 auto', padding: '0 0 0 16px' },
}))

const components = { success: ToastContent, error: ToastContent, info: ToastContent }

interface ToastProviderProps {
  children?: ReactNode
  /** Read from right to left: at the other side. */
  isMirrored?: boolean
}

/** Shows toasts for 2000 ms, the same message only once at a time: StrictMode runs effects twice. */
export const ToastProvider = ({ children, isMirrored }: ToastProviderProps) => (
  <SnackbarProvider
    maxSnack={4}
    autoHideDuration={TOAST_MS}
    preventDuplicate
    anchorOrigin={{ vertical: 'bottom', horizontal: isMirrored ? 'left' : 'right' }}
    Components={components}
  >
    {children}
  </SnackbarProvider>
)
