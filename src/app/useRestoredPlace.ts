import { useEffect, useLayoutEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { catchFocus, focusMain, focusOn } from '../lib/focus.ts'
import { isRecord } from '../lib/record.ts'

/** Where a reader was on one entry of the history. */
interface Place {
  y: number
  /** The id of the element that had the focus, such as the link to the book that was opened; may be empty. */
  focusId: string
}

const STORAGE_KEY = 'places'
const GIVE_UP_MS = 3000
const KEEP = 60

function readPlaces(): Map<string, Place> {
  const places = new Map<string, Place>()
  try {
    const stored = sessionStorage.getItem(STORAGE_KEY) ?? '{}'
    for (const [key, place] of Object.entries<unknown>(JSON.parse(stored))) {
      if (isRecord(place) && typeof place['y'] === 'number') {
        places.set(key, { y: place['y'], focusId: String(place['focusId']) })
      }
    }
  } catch {
    // Nothing was kept, or it is damaged.
  }
  return places
}

function writePlaces(places: ReadonlyMap<string, Place>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries(places)))
  } catch {
    // Without storage the places last as long as the page does.
  }
}

/** The router's key of the entry shown; where no link of ours led there, which all have one key, its own. */
function nameOf(key: string): string {
  if (key !== 'default') return key
  const state: unknown = window.history.state
  if (isRecord(state) && typeof state['place'] === 'string') return state['place']
  const place = String(Math.random())
  window.history.replaceState({ ...(isRecord(state) && state), place }, '')
  return place
}

/**
 * Back keeps the place (decision 15): scroll position and focus of every page are remembered by history
 * entry and given back on Back and Forward, as soon as the page is tall enough again. A page that is
 * newly opened begins at its top with the focus on the main part, so that it is read from there; the main
 * part has it as well where what had it is not found again.
 */
export function useRestoredPlace(): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const places = useRef<Map<string, Place>>(undefined)
  const shown = useRef<{ key: string; pathname: string }>(undefined)
  // Whether the page is still on its way to its place: left before, it keeps the one it was on its way to.
  const isOnWay = useRef(false)

  useEffect(() => {
    // The router reads the address as a page begins to be taken up, and listens once it has been: of a step
    // back or forward between the two it is told here.
    if (shown.current?.pathname !== window.location.pathname) {
      window.dispatchEvent(new Event('popstate'))
    }
  }, [])

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    return () => {
      window.history.scrollRestoration = 'auto'
    }
  }, [])

  useEffect(() => {
    const known = (places.current ??= readPlaces())
    const name = nameOf(key)
    const remember = () => {
      known.delete(name)
      known.set(name, { y: window.scrollY, focusId: document.activeElement?.id ?? '' })
      const [oldest] = known.keys()
      if (known.size > KEEP && oldest !== undefined) known.delete(oldest)
    }
    const rememberPress = ({ target }: Event) => {
      // Reading the place lays the page out, for which a heart that is given need not wait; it leads nowhere.
      if (!(target instanceof Element && target.closest('[data-favorite]'))) remember()
    }
    const leave = () => {
      // `scroll` waits for a frame, which a page that is left at once does not get.
      if (!isOnWay.current) remember()
      writePlaces(known)
    }
    // `click` comes before the navigation it causes; `scroll` follows the page as it is read.
    window.addEventListener('scroll', remember, { passive: true })
    window.addEventListener('click', rememberPress, { capture: true })
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('scroll', remember)
      window.removeEventListener('click', rememberPress, { capture: true })
    }
  }, [key])

  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { key, pathname }
    const known = (places.current ??= readPlaces())
    const place = known.get(nameOf(key))
    if (type === NavigationType.Pop && place) {
      const deadline = performance.now() + GIVE_UP_MS
      let frame = 0
      let isFocused = place.focusId === ''
      let isScrolled = false
      // Each as soon as it can be: what had the focus may come after its place, or be gone for good.
      const restore = () => {
        const isLate = performance.now() > deadline
        isFocused ||= focusOn(place.focusId) !== null
        const reachable = document.documentElement.scrollHeight - window.innerHeight
        if (!isScrolled && (isLate || reachable >= place.y - 1)) {
          window.scrollTo({ top: place.y, behavior: 'instant' })
          isScrolled = true
        }
        const isOver = isLate || (isFocused && isScrolled)
        isOnWay.current = !isOver
        if (!isOver) frame = requestAnimationFrame(restore)
        else if (before) catchFocus()
      }
      restore()
      // Whoever moves the page before its place is reached wants it where they move it.
      const giveUp = () => {
        isOnWay.current = false
        cancelAnimationFrame(frame)
      }
      for (const move of ['wheel', 'touchmove', 'keydown']) {
        window.addEventListener(move, giveUp, { once: true, passive: true })
      }
      return giveUp
    }
    if (before && before.pathname !== pathname) {
      focusMain()
      window.scrollTo({ top: 0, behavior: 'instant' })
    }
    return undefined
  }, [key, pathname, type])
}
