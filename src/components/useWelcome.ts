import { useNavigate } from 'react-router-dom'
import { field } from '../lib/record.ts'
import { focusMain, scrollToTop } from '../lib/scroll.ts'
import { closeToasts, toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import { paths, plainPath } from '../paths.ts'
import { useGuardedPage } from './useGuardedPage.ts'

/** The page and its place in the history. Login and register are one page, whose mode is changed in place. */
export function placeOfPage(): string {
  const path = plainPath(window.location.pathname)
  const index = String(field(window.history.state, 'idx'))
  return `${index} ${path === paths.register ? paths.login : path}`
}

/**
 * What follows a sign-in by the form: a toast, and the page that it leads to.
 * @param replace Back leads to before the form's own page, which redirects whoever is signed in
 */
export function useWelcome(replace: boolean) {
  const navigate = useNavigate()
  const guarded = useGuardedPage()
  /** @param startedAt where the form was sent: a reader who went on meanwhile stays on the other page */
  return (path: string, message: string, startedAt: string): void => {
    const isLogin = path === paths.recommendations
    const next = isLogin && guarded && plainPath(guarded.path) !== path ? guarded : undefined
    // What a visitor was told is no longer true.
    closeToasts()
    if (placeOfPage() === startedAt) {
      // The button that was pressed goes; the page's main part stays.
      focusMain()
      void navigate(path, { replace, state: next && { guardedPath: next.path } })
      if (isLogin) scrollToTop()
    }
    const action = next && {
      label: messages.session.continueTo[next.name],
      onClick: () => void navigate(next.path),
    }
    toast({ message, kind: 'success', action })
  }
}
