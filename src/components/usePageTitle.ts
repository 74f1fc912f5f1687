import { useEffect } from 'react'
import { PRODUCT_NAME } from '../constants.ts'

// Marks that turn the order of what follows would turn the product's name, too.
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** Names the page in the tab: '{title} · Catchword', or the product alone. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title
      ? `${title.replaceAll(TURNING, '')} · ${PRODUCT_NAME}`
      : `${PRODUCT_NAME} · discover books`
  }, [title])
}
