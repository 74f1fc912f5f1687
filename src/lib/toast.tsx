import Button from '@mui/material/Button'
import { closeSnackbar, enqueueSnackbar, type SnackbarKey } from 'notistack'

/** A short message at the bottom right (docs/product.md 4.4). */
export interface Toast {
  message: string
  kind: 'success' | 'error' | 'info'
  action?: { label: string; onClick: () => void }
  /** Stays until its action is pressed. */
  persist?: boolean
}

/** The toasts that go by themselves, those that have gone too: closing one of them does nothing. */
const passing = new Set<SnackbarKey>()

/** Shows a toast. */
export function toast({ message, kind, action, persist = false }: Toast): void {
  if (!persist) passing.add(message)
  enqueueSnackbar(message, {
    key: message,
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

/** Closes a toast by its message, where it is still shown. */
export const closeToast = (message: string): void => closeSnackbar(message)

/** Closes the toasts that go by themselves: what a visitor was told is no longer true of a reader. */
export const closeToasts = (): void => passing.forEach(closeSnackbar)
