import { tabStorage } from './tabStorage.ts'

/** `smooth`, or `instant` for readers who asked for less motion. */
export function scrollBehavior(): ScrollBehavior {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
}

/** Scrolls the page to its top. */
export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: scrollBehavior() })
}

/**
 * Scrolls to the element with this id, where the page has it.
 * @param block `nearest` leaves the page where it is while the element is in view
 */
export function scrollToId(id: string, block: 'start' | 'nearest' = 'start'): void {
  document.getElementById(id)?.scrollIntoView({ behavior: scrollBehavior(), block })
}

/** Moves the focus to the element with this id, without scrolling the page. */
export function focusId(id: string): void {
  document.getElementById(id)?.focus({ preventScroll: true })
}

/** Moves the focus to the page's main part, where what had it is gone. */
export function focusMain(): void {
  focusId('main')
}

/** A `ref` of what comes when the button that was pressed goes. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()

/**
 * Remembers how far a page is scrolled. Where the reader returns to it, it is scrolled as before once it is long enough
 * again: the browser itself does not wait for what is requested.
 * @param entry the key of its history entry
 * @returns the way to stop
 */
export function keepPlace(entry: string, isReturn: boolean): () => void {
  const name = `place:${entry}`
  const page = document.documentElement
  let due = isReturn ? Number(tabStorage.get(name)) : 0
  let restored = { height: 0, y: 0 }
  const onScroll = () => {
    const isWaiting = page.scrollHeight !== restored.height || window.scrollY === restored.y
    // Else the reader scrolled.
    if (due > 0 && isWaiting) return
    due = 0
    tabStorage.set(name, window.scrollY)
  }
  const observer = new ResizeObserver(() => {
    if (due > 0) window.scrollTo({ top: due, behavior: 'instant' })
    restored = { height: page.scrollHeight, y: window.scrollY }
  })
  observer.observe(document.body)
  if (due === 0) onScroll()
  window.addEventListener('scroll', onScroll)
  return () => {
    window.removeEventListener('scroll', onScroll)
    observer.disconnect()
  }
}
