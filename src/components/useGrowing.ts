import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
  type RefCallback,
} from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { tabStorage } from '../lib/tabStorage.ts'

/** How many cards a list has at first, and how many more each time: full rows in every number of columns. */
const PIECE = 24
/** How far below the window the next ones are made: before the focus, or a finger, comes there. */
const AHEAD = '2000px'

/**
 * How many cards of a list of thousands are on the page: the first ones, more when its end comes near, all on paper, and
 * as many as before where the reader returns to it, so that place and focus are found.
 * @param arrangement a deferred value; another one begins at the first again
 * @returns beside the number the `ref` of an element below the cards, whose `key` is the number
 */
export function useGrowing(arrangement: string): [most: number, end: RefCallback<Element>] {
  // The arrangement is late, too.
  const name = `cards:${useDeferredValue(useLocation().key)}`
  const begin = () => ({ arrangement, most: Number(tabStorage.get(name)) || PIECE })
  const [shown, setShown] = useState(begin)
  if (shown.arrangement !== arrangement) setShown(begin())
  useEffect(() => tabStorage.set(name, shown.most), [name, shown.most])

  useEffect(() => {
    const showAll = () => flushSync(() => setShown((shown) => ({ ...shown, most: Infinity })))
    window.addEventListener('beforeprint', showAll)
    return () => window.removeEventListener('beforeprint', showAll)
  }, [])

  const end = useCallback((element: Element | null) => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        startTransition(() => setShown((shown) => ({ ...shown, most: shown.most + PIECE })))
      },
      { rootMargin: `0px 0px ${AHEAD}` },
    )
    if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [shown.most, end]
}
