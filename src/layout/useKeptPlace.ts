import { useLayoutEffect } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { tabStorage } from '../lib/tabStorage.ts'

/**
 * Remembers how far a page is scrolled. Where the reader returns to it, it is scrolled as before once it is long enough
 * again: the browser itself does not wait for what is requested.
 * @param entry the key of its history entry
 * @returns the way to stop
 */
function keepPlace(entry: string, isReturn: boolean): () => void {
  const name = `place:${entry}`
  const page = document.documentElement
  let due = isReturn ? Number(tabStorage.get(name)) : 0
  let restored = { height: 0, y: 0 }
  const onScroll = () => {
    const isWaiting = page.scrollHeight !== restored.height || window.scrollY === restored.y
    // Else the reader scrolled.
    if (due > 0 && isWaiting) return
    due = 0
    tabStorage.set(name, window.scrollY)
  }
  const observer = new ResizeObserver(() => {
    if (due > 0) window.scrollTo({ top: due, behavior: 'instant' })
    restored = { height: page.scrollHeight, y: window.scrollY }
  })
  observer.observe(document.body)
  if (due === 0) onScroll()
  window.addEventListener('scroll', onScroll)
  return () => {
    window.removeEventListener('scroll', onScroll)
    observer.disconnect()
  }
}

/** A reload, and Back after one, keep the place of a reader's page. Those of visitors are as long at once. */
export function useKeptPlace(): void {
  const { key } = useLocation()
  const type = useNavigationType()
  // Before the browser tells that a new page, which may be shorter, is scrolled.
  useLayoutEffect(() => keepPlace(key, type === NavigationType.Pop), [key, type])
}
