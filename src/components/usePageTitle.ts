import { useEffect } from 'react'
import { PRODUCT_NAME } from '../constants.ts'

// Characters that change the direction of what follows would turn the product's name, too.
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g

/** Sets the tab's title: '{title} · Catchword', or the product alone. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title
      ? `${title.replaceAll(DIRECTION_MARKS, '')} · ${PRODUCT_NAME}`
      : `${PRODUCT_NAME} · discover books`
  }, [title])
}
