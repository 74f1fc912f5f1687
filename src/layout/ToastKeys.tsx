import { useEffect } from 'react'
import { focusMain } from '../lib/scroll.ts'
import { closeToasts } from '../lib/toast.tsx'

const IN_TOAST = '.notistack-SnackbarContainer'
const FIELDS = 'input, textarea, [contenteditable]'

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/** Keys of toasts, wherever the focus is: Ctrl+Z presses the newest `Undo`, Escape closes those that go by themselves. */
export function ToastKeys(): null {
  useEffect(() => {
    const pressed = new WeakSet<HTMLElement>()
    /** What had the focus before a toast. */
    let before: EventTarget | null = null
    const onFocus = ({ target, relatedTarget }: FocusEvent): void => {
      if (isIn(target, IN_TOAST) && !isIn(relatedTarget, IN_TOAST)) before = relatedTarget
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') {
        if (isIn(document.activeElement, IN_TOAST)) {
          focusMain()
          if (before instanceof HTMLElement) before.focus()
        }
        return closeToasts()
      }
      const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z'
      if (!isUndo || event.shiftKey || isIn(event.target, FIELDS)) return
      const buttons = document.querySelectorAll<HTMLElement>(`${IN_TOAST} [aria-keyshortcuts]`)
      // One that was pressed takes its time to go.
      const undo = [...buttons].findLast((button) => !pressed.has(button))
      if (undo === undefined) return
      event.preventDefault()
      pressed.add(undo)
      undo.click()
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return null
}
