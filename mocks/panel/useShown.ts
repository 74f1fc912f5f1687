/* oxlint-disable no-console -- some expectations are lines of it */
import { useLayoutEffect, useState } from 'react'
import { isDoing, isShown } from '../act.ts'
import { allShown, type Scenario } from '../scenario.ts'

/** The shortest time between two looks at the page, in milliseconds. */
const PAUSE_MS = 80
/** Looking takes at most this part of the time: a page of five hundred books stays quick. */
const SHARE = 8

/** The events by which steps are done. */
const EVENTS = ['click', 'input', 'keydown', 'change']

const NOTHING: ReadonlySet<number> = new Set()

/**
 * Watches the page, and the warnings in the console, for what a scenario shows; for what it shows after its steps only
 * once the last of them was done.
 * @param run another number each time that something begins
 * @returns indexes in `allShown` that were there at any time since then, the latest last
 */
export function useShown(scenario: Scenario, run: number): ReadonlySet<number> {
  const [shown, setShown] = useState({ run, indexes: NOTHING })
  // At once, so that no line of the console is missed.
  useLayoutEffect(() => {
    const expected = allShown(scenario)
    const last = scenario.steps?.at(-1)
    let isAfter = last === undefined
    const found = new Set<number>()
    const lines: string[] = []
    let pause = PAUSE_MS
    let timer: ReturnType<typeof setTimeout> | undefined

    function look(): void {
      const began = performance.now()
      const { size } = found
      timer = undefined
      for (const [index, expectation] of expected.entries()) {
        const isDue = isAfter || index < scenario.shows.length
        if (isDue && !found.has(index) && isShown(expectation, lines)) found.add(index)
      }
      if (found.size > size) setShown({ run, indexes: new Set(found) })
      pause = Math.max(PAUSE_MS, (performance.now() - began) * SHARE)
    }

    function lookSoon(): void {
      timer ??= setTimeout(look, pause)
    }

    function onEvent(event: Event): void {
      if (isAfter || last === undefined || !isDoing(last, event)) return
      isAfter = true
      lookSoon()
    }

    const { warn } = console
    console.warn = (...parts: unknown[]) => {
      lines.push(parts.map(String).join(' '))
      lookSoon()
      warn(...parts)
    }
    const observer = new MutationObserver(lookSoon)
    const everything = { subtree: true, childList: true, attributes: true, characterData: true }
    observer.observe(document, everything)
    for (const type of EVENTS) document.addEventListener(type, onEvent, { capture: true })
    look()
    return () => {
      clearTimeout(timer)
      for (const type of EVENTS) document.removeEventListener(type, onEvent, { capture: true })
      observer.disconnect()
      console.warn = warn
    }
  }, [scenario, run])
  return shown.run === run ? shown.indexes : NOTHING
}
