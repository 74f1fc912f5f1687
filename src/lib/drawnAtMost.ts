import { createContext } from 'react'

/** How much of a long list is drawn: all of it in the browser, and what is seen first where the server draws. */
export const DrawnAtMost = createContext(Number.POSITIVE_INFINITY)
