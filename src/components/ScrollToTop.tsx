import { useSyncExternalStore } from 'react'
import { SCROLL_TO_TOP_AFTER } from '../constants.ts'
import { focusMain } from '../lib/focus.ts'
import { scrollToTop } from '../lib/scroll.ts'
import { Icon } from './Icon.tsx'
import styles from './ScrollToTop.module.css'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('scroll', onChange, { passive: true })
  return () => window.removeEventListener('scroll', onChange)
}

/** The arrow that leads back up, once the page is scrolled down more than 300 px (decision 13). */
export function ScrollToTop() {
  const shown = useSyncExternalStore(
    subscribe,
    () => window.scrollY > SCROLL_TO_TOP_AFTER,
    () => false,
  )
  if (!shown) return null
  return (
    <button
      type="button"
      className={`${styles['up']} no-print`}
      data-way-up
      aria-label="Scroll to top"
      onClick={() => {
        // The button goes; the next Tab begins where the page does.
        focusMain()
        scrollToTop()
      }}
    >
      <Icon name="arrowUp" />
    </button>
  )
}
