import { addListener, createAction } from '@reduxjs/toolkit'
import { useEffect, useEffectEvent } from 'react'
import { useAppDispatch } from './hooks.ts'

/** An author or an interest was pressed on a page: the search in the bar looks for these words (decision 54). */
export const searchRequested = createAction<string>('search/requested')

/** Searches for the words that a page asks for. */
export function useRequestedSearch(search: (words: string) => void): void {
  const dispatch = useAppDispatch()
  const onRequest = useEffectEvent(search)
  useEffect(() => {
    const effect = ({ payload }: { payload: string }) => onRequest(payload)
    return dispatch(addListener({ actionCreator: searchRequested, effect }))
  }, [dispatch])
}
