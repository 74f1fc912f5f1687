import { useRef } from 'react'
import { plainLine } from '../../contract/plainLine.ts'
import { useSearchRequest } from '../components/useSearchRequest.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { searchEnded, selectPendingSearch } from '../store/searchSlice.ts'
import { SearchField } from './SearchField.tsx'

/** A visitor's search leads to the form, and runs after it; an empty one does nothing. */
export function VisitorSearch() {
  const dispatch = useAppDispatch()
  const requestSearch = useSearchRequest()
  const pending = useAppSelector(selectPendingSearch)
  const input = useRef<HTMLInputElement>(null)
  function search(): void {
    const words = plainLine(input.current?.value ?? '')
    if (words !== '') requestSearch(words)
  }
  return (
    <SearchField
      inputRef={input}
      defaultValue={pending ?? ''}
      onSearch={search}
      // Other words: the ones before are not wanted any more.
      onInput={() => dispatch(searchEnded())}
      onKeyDown={({ key }) => {
        if (key === 'Enter') search()
      }}
    />
  )
}
