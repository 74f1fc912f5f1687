import { preload } from '../lib/parts.ts'

/** An element is away that is further from the window than this; the browser draws what is nearer anyway. */
const AROUND = '150% 0px'
/** From how many pictures on drawn ones become bitmaps, which costs a page of fewer more than it gains. */
const MANY = 48

let observer: IntersectionObserver | undefined
let areBitmapsAsked = false

const mark = (entries: readonly IntersectionObserverEntry[]): void => {
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    const { width, height } = boundingClientRect
    // What has no box stands on a shelf that is not drawn itself, and has not been laid out.
    if (!(target instanceof HTMLElement) || width === 0) continue
    // Said here, and not `auto`: for that the browser measures all of them whenever it makes a frame.
    if (!isIntersecting) target.style.containIntrinsicBlockSize = `${height}px`
    target.dataset['away'] = String(!isIntersecting)
  }
  // In Chromium, which alone has this name: elsewhere pages that read what they have drawn are taken for such
  // as want to know their readers again.
  if (!areBitmapsAsked && document.images.length > MANY && 'userAgentData' in navigator) {
    areBitmapsAsked = true
    preload(async () => (await import('./bitmaps.ts')).showBitmaps())
  }
}

/**
 * What the browser leaves undrawn comes near by its own word, so that nobody else has to look for it. A function
 * of its own: one inside `markAway` would hold the element that was marked first, and all of its page, for good.
 */
const follow = (event: Event): void => {
  const { target } = event
  if (!(target instanceof Element)) return
  if ('skipped' in event && event.skipped) observer?.unobserve(target)
  else observer?.observe(target)
}

/**
 * A `ref` for what need not be drawn while it is away: keeps `data-away` on it, 'true' or 'false', and when it is
 * 'true' the height that it had. Not there before the first look, when the element has been laid out once.
 */
export function markAway(element: HTMLElement | null): (() => void) | undefined {
  if (!element || typeof IntersectionObserver === 'undefined') return undefined
  if (!observer) {
    observer = new IntersectionObserver(mark, { rootMargin: AROUND })
    document.addEventListener('contentvisibilityautostatechange', follow)
  }
  observer.observe(element)
  return () => observer?.unobserve(element)
}
