import { SnackbarProvider, closeSnackbar, enqueueSnackbar } from 'notistack'
import { useEffect } from 'react'
import { TOAST_MS } from '../constants.ts'
import { subscribeToToasts, takeToasts, type Toast } from '../lib/toasts.ts'
import { provideGooberSheet } from './gooberSheet.ts'
import styles from './Toasts.module.css'

provideGooberSheet()

function show({ key, message, kind, action }: Toast): void {
  enqueueSnackbar(message, {
    variant: kind,
    ...(key === undefined ? {} : { key, preventDuplicate: true }),
    ...(action === undefined
      ? {}
      : {
          action: (id) => (
            <button
              type="button"
              className={styles['action']}
              onClick={() => {
                closeSnackbar(id)
                action.onClick()
              }}
            >
              {action.label}
            </button>
          ),
        }),
  })
}

function drain(): void {
  for (const next of takeToasts()) show(next)
}

/** Draws the toasts: bottom right, 2000 ms, the clock stopping on hover and focus (decision 26). */
export default function Toasts() {
  useEffect(() => {
    drain()
    return subscribeToToasts(drain)
  }, [])
  return (
    <SnackbarProvider
      maxSnack={4}
      autoHideDuration={TOAST_MS}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      classes={{ containerRoot: styles['container'] ?? '', root: styles['root'] ?? '' }}
    />
  )
}
