import { addListener } from '@reduxjs/toolkit'
import { useEffect, useEffectEvent } from 'react'
import { useAppDispatch } from '../store/hooks.ts'
import { searchRequested } from '../store/searchRequested.ts'

/** Searches for the words that a page asks for. */
export function useRequestedSearch(search: (words: string) => void): void {
  const dispatch = useAppDispatch()
  const onRequest = useEffectEvent(search)
  useEffect(() => {
    const effect = ({ payload }: { payload: string }) => onRequest(payload)
    return dispatch(addListener({ actionCreator: searchRequested, effect }))
  }, [dispatch])
}
