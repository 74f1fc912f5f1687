/** A short message at the bottom right (section 4, Toasts). */
export interface Toast {
  /** Two toasts with one key are one: effects run twice under StrictMode (decision 7). */
  key?: string
  message: string
  kind: 'success' | 'error' | 'info'
  action?: {
    label: string
    onClick: () => void
    /**
     * Where this has the focus when the toast comes, the action takes it, and gives it back: for a reader
     * at the keyboard, whose way to the toast would take longer than the toast stays.
     */
    takesFocusFrom?: HTMLElement
  }
}

type Listener = () => void

let waiting: Toast[] = []
let listeners: Listener[] = []

/** Shows a toast. Callable from anywhere: the part that draws toasts loads with the first one. */
export function toast(next: Toast): void {
  waiting = [...waiting, next]
  for (const listener of listeners) listener()
}

/** The toasts that nobody has drawn yet. Stable between changes, for `useSyncExternalStore`. */
export function waitingToasts(): readonly Toast[] {
  return waiting
}

/** Takes the waiting toasts to draw them. */
export function takeToasts(): readonly Toast[] {
  const taken = waiting
  if (taken.length > 0) {
    waiting = []
    for (const listener of listeners) listener()
  }
  return taken
}

/** Calls back on every change of the queue; returns the way to stop. */
export function subscribeToToasts(listener: Listener): () => void {
  listeners = [...listeners, listener]
  return () => {
    listeners = listeners.filter((known) => known !== listener)
  }
}
