import { useEffect } from 'react'
import { PRODUCT_NAME } from '../constants.ts'

/** Names the page in the tab: '{title} · Catchword', or the product alone. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT_NAME}` : `${PRODUCT_NAME} · discover books`
  }, [title])
}
