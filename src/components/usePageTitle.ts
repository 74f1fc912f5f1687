import { useEffect } from 'react'
import { PRODUCT_NAME } from '../constants.ts'

/** Sets the tab's title: '{title} · Catchword', or the product alone. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${PRODUCT_NAME}` : `${PRODUCT_NAME} · discover books`
  }, [title])
}
