/* oxlint-disable no-console -- some expectations are lines of it */
import { useLayoutEffect, useState } from 'react'
import { isShown } from '../act.ts'
import type { Scenario } from '../scenario.ts'

/** How often the page is looked at, in milliseconds. */
const PAUSE_MS = 80
/** Looking takes at most this part of the time: a page of five hundred books stays quick. */
const SHARE = 8

const NOTHING: ReadonlySet<number> = new Set()

/**
 * Watches the page, and the warnings in the console, for what a scenario shows.
 * @param run another number each time that something begins
 * @returns places in `shows` that were there at any time since then
 */
export function useSeen({ shows }: Scenario, run: number): ReadonlySet<number> {
  const [seen, setSeen] = useState({ run, places: NOTHING })
  // At once, so that no line of the console is missed.
  useLayoutEffect(() => {
    const lines: string[] = []
    const places = new Set<number>()
    let isChanged = true
    let timer: ReturnType<typeof setTimeout>
    const { warn } = console
    console.warn = (...parts: unknown[]) => {
      lines.push(parts.map(String).join(' '))
      isChanged = true
      warn(...parts)
    }
    const observer = new MutationObserver(() => {
      isChanged = true
    })
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })

    function look(): void {
      const began = performance.now()
      if (isChanged) {
        isChanged = false
        const { size } = places
        for (const [place, expectation] of shows.entries()) {
          if (!places.has(place) && isShown(expectation, lines)) places.add(place)
        }
        if (places.size > size) setSeen({ run, places: new Set(places) })
      }
      const pause = Math.max(PAUSE_MS, (performance.now() - began) * SHARE)
      if (places.size < shows.length) timer = setTimeout(look, pause)
    }

    look()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      console.warn = warn
    }
  }, [shows, run])
  return seen.run === run ? seen.places : NOTHING
}
