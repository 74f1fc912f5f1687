import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { plainLine } from '../../contract/fold.ts'
import { AUTH_FORM_ID } from '../constants.ts'
import { focusId, scrollToId } from '../lib/scroll.ts'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { selectVisitorQuery, visitorSearched } from '../store/authSlice.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { useRequestedSearch } from '../store/searchRequested.ts'
import { SearchField } from './SearchField.tsx'

/** A visitor's search leads to the form (decision 46), and runs after it; an empty one does nothing. */
export function VisitorSearch() {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const query = useAppSelector(selectVisitorQuery)
  const input = useRef<HTMLInputElement>(null)
  async function search(): Promise<void> {
    const words = plainLine(input.current?.value ?? '')
    if (words === '') return
    dispatch(visitorSearched(words))
    toast({ message: messages.loginToSearch, kind: 'info' })
    if (document.getElementById(AUTH_FORM_ID)) {
      scrollToId(AUTH_FORM_ID)
      focusId(`${AUTH_FORM_ID}-title`)
    } else await navigate(paths.home, { state: { scrollToForm: true } })
  }
  useRequestedSearch((words) => {
    if (input.current) input.current.value = words
    void search()
  })
  return (
    <SearchField
      inputRef={input}
      defaultValue={query ?? ''}
      onSearch={() => void search()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void search()
      }}
    />
  )
}
