import { useNavigate } from 'react-router-dom'
import { AUTH_FORM_ID } from '../constants.ts'
import { focusId, scrollToId } from '../lib/scroll.ts'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { paths } from '../paths.ts'
import { selectUserId } from '../store/authSlice.ts'
import { useAppDispatch, useAppSelector } from '../store/hooks.ts'
import { searchRequested } from '../store/searchSlice.ts'

/** Requests a search: a reader's search box runs it; visitors are led to the form first. */
export function useSearchRequest(): (words: string) => void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const isVisitor = useAppSelector((state) => selectUserId(state) === null)
  return (words) => {
    dispatch(searchRequested(words))
    if (!isVisitor) return
    toast({ message: messages.search.needsLogin, kind: 'info' })
    if (document.getElementById(AUTH_FORM_ID)) {
      scrollToId(AUTH_FORM_ID)
      focusId(`${AUTH_FORM_ID}-title`)
    } else void navigate(paths.home, { state: { scrollToForm: true } })
  }
}
