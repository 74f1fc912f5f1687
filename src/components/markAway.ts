/** An element is away that is further from the window than the window is high. */
const AROUND = '100% 0px'

let observer: IntersectionObserver | undefined

const mark = (entries: readonly IntersectionObserverEntry[]): void => {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    // What has no box stands on a shelf that is not drawn itself, and has not been laid out.
    if (target instanceof HTMLElement && boundingClientRect.width > 0) {
      target.dataset['away'] = String(!isIntersecting)
    }
  }
}

/**
 * A `ref` for what need not be drawn while it is away: keeps `data-away` on it, 'true' or 'false'. Not
 * there before the first look, when the element has been laid out once.
 */
export function markAway(element: HTMLElement | null): (() => void) | undefined {
  if (!element || typeof IntersectionObserver === 'undefined') return undefined
  observer ??= new IntersectionObserver(mark, { rootMargin: AROUND })
  observer.observe(element)
  return () => observer?.unobserve(element)
}
