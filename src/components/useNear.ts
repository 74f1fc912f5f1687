import { useEffect, useRef, useState, type RefObject } from 'react'

/**
 * So far around the window something is near: a little more than twice its height. In a window of 1280 by 800
 * the third shelf of ten books begins there.
 */
const AROUND = '220% 0px'

/**
 * Whether an element has come near the window once, with the ref to give it. True from the start where
 * `known` says so, or where the browser cannot tell.
 */
export function useNear<E extends Element>(
  known: boolean,
): { ref: RefObject<E | null>; isNear: boolean } {
  const ref = useRef<E>(null)
  const [isNear, setNear] = useState(() => known || typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (isNear || !ref.current) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: AROUND },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [isNear])
  return { ref, isNear }
}
