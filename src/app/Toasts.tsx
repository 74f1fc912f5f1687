import { SnackbarProvider, closeSnackbar, enqueueSnackbar, type SnackbarKey } from 'notistack'
import { useEffect } from 'react'
import { TOAST_MS } from '../constants.ts'
import { subscribeToToasts, takeToasts, type Toast } from '../lib/toasts.ts'
import { selectUserId } from '../state/authSlice.ts'
import { usePresentSelector } from '../state/hooks.ts'
import styles from './Toasts.module.css'

// notistack's own clock stops for the mouse alone; a reader at the keyboard needs the action as long.
const clocks = new Map<SnackbarKey, ReturnType<typeof setTimeout>>()

function stopClock(id: SnackbarKey): void {
  clearTimeout(clocks.get(id))
  clocks.delete(id)
}

/** The whole time, also after a stop: whoever left a toast by a slip finds it again. */
function startClock(id: SnackbarKey): void {
  stopClock(id)
  clocks.set(
    id,
    setTimeout(() => closeSnackbar(id), TOAST_MS),
  )
}

/** The toasts that stand or wait for their place; one that is on its way out does not count. */
const standing = new Map<SnackbarKey, Toast>()

/** The id of the toast that stands under this key. */
function standingAs(key: string | undefined): SnackbarKey | undefined {
  if (key === undefined) return undefined
  for (const [id, toast] of standing) if (toast.key === key) return id
  return undefined
}

let serial = 0

function show(toast: Toast): void {
  const { key, message, kind, action } = toast
  const same = standingAs(key)
  if (same !== undefined) {
    // What is said again stands its whole time again; one that is hovered or has the focus has no clock.
    if (clocks.has(same)) startClock(same)
    return
  }
  serial += 1
  const id = `toast-${serial}`
  standing.set(id, toast)
  const from = action?.takesFocusFrom
  const giveBack = () => from?.focus({ preventScroll: true })
  enqueueSnackbar(message, {
    key: id,
    variant: kind,
    onEnter: (entering) => {
      if (from && from === document.activeElement) entering.querySelector('button')?.focus()
      if (!entering.contains(document.activeElement)) startClock(id)
    },
    onClose: () => {
      standing.delete(id)
      stopClock(id)
    },
    SnackbarProps: {
      onMouseEnter: () => stopClock(id),
      onMouseLeave: ({ currentTarget }) => {
        if (!currentTarget.contains(document.activeElement)) startClock(id)
      },
      onFocus: () => stopClock(id),
      onBlur: ({ currentTarget, relatedTarget }) => {
        const stays = currentTarget.contains(relatedTarget) || currentTarget.matches(':hover')
        if (!stays) startClock(id)
      },
    },
    ...(action === undefined
      ? {}
      : {
          action: (
            <button
              type="button"
              className={styles['action']}
              onKeyDown={({ key: pressed }) => {
                // Tab goes on from where the reader was, not from the page's end.
                if (pressed === 'Tab' || pressed === 'Escape') giveBack()
              }}
              onClick={() => {
                giveBack()
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
  const userId = usePresentSelector(selectUserId)
  useEffect(() => {
    // What a visitor was told, to log in above all, is no longer true of a reader.
    if (userId === null) return
    for (const [id, { kind }] of standing) {
      if (kind !== 'error') continue
      closeSnackbar(id)
      // Of one that still waited for its place nothing more is heard.
      standing.delete(id)
    }
  }, [userId])
  useEffect(() => {
    drain()
    const unsubscribe = subscribeToToasts(drain)
    return () => {
      unsubscribe()
      // The toasts go with this part; their clocks would close what is no longer there.
      for (const id of clocks.keys()) stopClock(id)
      standing.clear()
    }
  }, [])
  return (
    <SnackbarProvider
      maxSnack={4}
      autoHideDuration={null}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      classes={{ containerRoot: styles['container'] ?? '', root: styles['root'] ?? '' }}
    />
  )
}
