import { createAction } from '@reduxjs/toolkit'

/** An author or an interest was pressed on a page: the search in the bar looks for these words (decision 54). */
export const searchRequested = createAction<string>('search/requested')
