import { useEffect } from 'react'
import { messages } from '../messages.ts'

/** Sets the tab's title: '{title} · Catchword', or the product alone. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = messages.tab(title)
  }, [title])
}
