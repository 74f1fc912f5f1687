/* oxlint-disable no-console -- some expectations are lines of it */
import { useLayoutEffect, useState } from 'react'
import { isShown } from '../act.ts'
import type { Scenario } from '../scenario.ts'

/** The shortest time between two looks at the page, in milliseconds. */
const PAUSE_MS = 80
/** Looking takes at most this part of the time: a page of five hundred books stays quick. */
const SHARE = 8

const NOTHING: ReadonlySet<number> = new Set()

/**
 * Watches the page, and the warnings in the console, for what a scenario shows.
 * @param run another number each time that something begins
 * @returns indexes in `shows` that were there at any time since then, the latest last
 */
export function useShown({ shows }: Scenario, run: number): ReadonlySet<number> {
  const [shown, setShown] = useState({ run, indexes: NOTHING })
  // At once, so that no line of the console is missed.
  useLayoutEffect(() => {
    const found = new Set<number>()
    const lines: string[] = []
    let pause = PAUSE_MS
    let timer: ReturnType<typeof setTimeout> | undefined

    function look(): void {
      const began = performance.now()
      const { size } = found
      timer = undefined
      for (const [index, expectation] of shows.entries()) {
        if (!found.has(index) && isShown(expectation, lines)) found.add(index)
      }
      if (found.size > size) setShown({ run, indexes: new Set(found) })
      pause = Math.max(PAUSE_MS, (performance.now() - began) * SHARE)
    }

    function lookSoon(): void {
      timer ??= setTimeout(look, pause)
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
    look()
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      console.warn = warn
    }
  }, [shows, run])
  return shown.run === run ? shown.indexes : NOTHING
}
