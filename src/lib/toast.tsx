import Button from '@mui/material/Button'
import { closeSnackbar, enqueueSnackbar, type SnackbarKey } from 'notistack'
import { ACTION_TOAST_MS } from '../constants.ts'

/** A short message at the bottom right (docs/product.md 4.4). */
export interface Toast {
  message: string
  kind: 'success' | 'error' | 'info'
  action?: ToastAction
  /** Stays until its action is pressed. */
  persist?: boolean
  /** Tells it from one with the same message, which is going. */
  key?: string
}

interface ToastAction {
  label: string
  onClick: () => void
  /** What else presses it, as `aria-keyshortcuts` has it (layout/ToastKeys.tsx). */
  keys?: string
}

interface ToastButtonProps extends ToastAction {
  id: SnackbarKey
  persist: boolean
}

/** The toasts that go by themselves, those that have gone too: closing one of them does nothing. */
const passing = new Set<SnackbarKey>()

/** Longer than any page is open: a toast with a button has its own clock. */
const NEVER_MS = 2 ** 31 - 1

/**
 * The button of a toast, which stays while focus or pointer are on it and while the focus moves: it is the last thing
 * that Tab comes to. notistack's clock stops for the pointer alone.
 */
function ToastButton({ id, persist, label, onClick, keys }: ToastButtonProps) {
  const hold = (button: HTMLButtonElement) => {
    const own = button.closest('[role=alert]')
    let timer: ReturnType<typeof setTimeout>
    const leave = () => (own?.matches(':hover, :focus-within') ? stay() : closeSnackbar(id))
    function stay(): void {
      clearTimeout(timer)
      timer = setTimeout(leave, ACTION_TOAST_MS)
    }
    stay()
    document.addEventListener('focusin', stay)
    own?.addEventListener('mouseleave', stay)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', stay)
    }
  }
  return (
    <Button
      ref={persist ? undefined : hold}
      color="inherit"
      aria-keyshortcuts={keys}
      onClick={() => {
        closeSnackbar(id)
        onClick()
      }}
    >
      {label}
    </Button>
  )
}

/** Shows a toast. */
export function toast({ message, kind, action, persist = false, key = message }: Toast): void {
  if (!persist) passing.add(key)
  enqueueSnackbar(message, {
    key,
    variant: kind,
    persist,
    autoHideDuration: action && NEVER_MS,
    action: action && ((key) => <ToastButton id={key} persist={persist} {...action} />),
  })
}

/** Closes a toast by its message, where it is still shown. */
export const closeToast = (message: string): void => closeSnackbar(message)

/** Closes the toasts that go by themselves. */
export const closeToasts = (): void => passing.forEach(closeSnackbar)
