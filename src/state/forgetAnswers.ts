import { loadedCalls } from '../api/calls.ts'
import { forgetStartIndexes } from '../api/startIndexes.ts'
import type { AppDispatch } from './store.ts'

/** Forgets everything the last session's calls answered, and what this tab kept of its pages. */
export function forgetAnswers() {
  return (dispatch: AppDispatch): void => {
    const calls = loadedCalls()
    if (calls) dispatch(calls.booksApi.util.resetApiState())
    try {
      sessionStorage.clear()
    } catch {
      // Without storage nothing was kept.
    }
    forgetStartIndexes()
  }
}
