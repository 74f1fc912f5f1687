/** Pages whose time the test makes pass, so that a slow machine does not outlast a toast or a late response. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The time that passes at once, in milliseconds. */
const STEP_MS = 20

/** Stops the clock of what the page opens from now on: it runs by the functions below alone. */
export async function pauseClock(page: Page): Promise<void> {
  const start = Date.now()
  await page.clock.install({ time: start })
  await page.clock.pauseAt(start + 60_000)
}

/** Lets this many milliseconds pass, in steps: what React renders after one timer sets the next. */
export async function pass(page: Page, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 100) await page.clock.runFor(Math.min(left, 100))
}

/** Lets time pass until the element can be seen. */
export async function passUntilVisible(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await pass(page, STEP_MS)
    expect(await element.isVisible()).toBe(true)
  }).toPass({ intervals: [STEP_MS] })
}

/** Lets time pass, no faster than it does, while this goes on. */
export async function whileTimePasses<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const done = new AbortController()
  const run = async () => {
    while (!done.signal.aborted) {
      await pass(page, STEP_MS)
      await sleep(STEP_MS)
    }
  }
  const [result] = await Promise.all([work().finally(() => done.abort()), run()])
  return result
}
