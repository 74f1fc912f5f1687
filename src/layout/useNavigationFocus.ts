import { useEffect, useRef, type FocusEvent } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { focusId, focusMain } from '../lib/scroll.ts'

/**
 * Scroll and focus after a navigation: a new page begins at its top; Back returns the focus to the link that was
 * followed, and the browser itself restores the scroll position (for readers also `useKeptPlace`).
 * @returns a handler that remembers what has the focus on the present page
 */
export function useNavigationFocus(): (event: FocusEvent) => void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const focusedIds = useRef(new Map<string, string>())
  useEffect(() => {
    const id = focusedIds.current.get(key)
    if (type === NavigationType.Push) {
      window.scrollTo({ top: 0, behavior: 'instant' })
      focusMain()
    } else if (type === NavigationType.Pop && id !== undefined) focusId(id)
    // A replaced address of the same page moves nothing.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [pathname, key])
  return ({ target }) => {
    if (target.id !== '' && target.id !== 'main') focusedIds.current.set(key, target.id)
  }
}
