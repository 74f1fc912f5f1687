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
