import { useEffect } from 'react'
import { messages } from '../messages.ts'

/** '{title} · Catchword', or the product alone. */
const tabText = (title?: string): string =>
  title ? messages.tab.page({ page: title }) : messages.tab.product

/** Sets the tab's title. */
export function usePageTitle(title?: string): void {
  const text = tabText(title)
  useEffect(() => {
    document.title = text
  }, [text])
}
