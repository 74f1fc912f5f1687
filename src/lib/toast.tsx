import Button from '@mui/material/Button'
import { closeSnackbar, enqueueSnackbar } from 'notistack'

/** A short message at the bottom right (docs/product.md 4.4). */
export interface Toast {
  message: string
  kind: 'success' | 'error' | 'info'
  action?: { label: string; onClick: () => void }
  /** Stays until its action is pressed. */
  persist?: boolean
}

/** Shows a toast. */
export function toast({ message, kind, action, persist = false }: Toast): void {
  enqueueSnackbar(message, {
    variant: kind,
    persist,
    action:
      action &&
      ((key) => (
        <Button
          color="inherit"
          onClick={() => {
            closeSnackbar(key)
            action.onClick()
          }}
        >
          {action.label}
        </Button>
      )),
  })
}

/** Closes all toasts: what a visitor was told is no longer true of a reader. */
export const closeToasts = (): void => closeSnackbar()
