import { PRODUCT_NAME } from '../constants.ts'

// Marks that turn the order of what follows would turn the product's name, too.
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g

/** What the tab says: '{title} · Catchword', or the product alone. */
export function pageTitle(title?: string): string {
  return title
    ? `${title.replaceAll(TURNING, '')} · ${PRODUCT_NAME}`
    : `${PRODUCT_NAME} · discover books`
}
