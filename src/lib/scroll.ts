/** Whether the reader asked the system for less motion. */
export function prefersReducedMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** `smooth`, or `instant` for readers who asked for less motion (decision 12). */
export function scrollBehavior(): ScrollBehavior {
  return prefersReducedMotion() ? 'instant' : 'smooth'
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
