import { useEffect } from 'react'
import { pageTitle } from '../lib/pageTitle.ts'

/** Names the page in the tab. */
export function usePageTitle(title?: string): void {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
