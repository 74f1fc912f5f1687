/**
 * Every stop of the Tab key, checked one by one (WCAG 2.2: 2.1.1 Keyboard, 2.1.2 No Keyboard Trap, 2.4.7 Focus
 * Visible, 2.4.11 Focus Not Obscured, 4.1.2 Name).
 */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** More stops than any page has: more than that is a trap. */
const MOST_STOPS = 250

/** The element that has the focus. */
interface Stop {
  name: string
  /** What is wrong with it. */
  faults: string[]
  /** It had the focus before, or nothing has it. */
  isEnd: boolean
}

/** Describes the element that has the focus, and marks it as visited. Runs in the page. */
function describeFocus(): Stop {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) {
    return { name: 'nothing', faults: [], isEnd: true }
  }
  const words = element.ariaLabel ?? element.textContent.trim()
  const picture = element.querySelector('img')?.alt ?? ''
  const name = `${element.localName} '${(words || picture || element.id).slice(0, 40)}'`
  if (element.dataset['visited'] === 'yes') return { name, faults: [], isEnd: true }
  element.dataset['visited'] = 'yes'

  const faults: string[] = []
  // A link that reaches over its card, and a field, show the focus by another part of theirs.
  const parts = [
    getComputedStyle(element),
    getComputedStyle(element, '::before'),
    getComputedStyle(element, '::after'),
    ...[...(element.parentElement?.querySelectorAll('fieldset') ?? [])].map((part) =>
      getComputedStyle(part),
    ),
  ]
  const isShown = parts.some(
    ({ outlineStyle, outlineWidth, borderTopWidth }, index) =>
      (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) ||
      (index > 2 && Number.parseFloat(borderTopWidth) >= 2),
  )
  if (!isShown) faults.push(`${name} shows no focus`)
  // Its ring, as far as it is the element's own.
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(element)
  // Half a pixel of it is not seen.
  const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset) - 0.5
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const parent = outlineStyle === 'none' ? null : element.parentElement
  for (let at = parent; at; at = at.parentElement) {
    if (getComputedStyle(at).overflow === 'visible' || at === document.body) continue
    const frame = at.getBoundingClientRect()
    const isBeside = left - reach < frame.left || right + reach > frame.right
    if (isBeside || top - reach < frame.top || bottom + reach > frame.bottom) {
      faults.push(`${name} has its ring cut by ${at.outerHTML.slice(0, 60)}`)
      break
    }
  }

  // The largest part in the window, where the element is broken over lines.
  const boxes = [...element.getClientRects()].map(({ left, top, right, bottom }) => {
    const [x, y] = [Math.max(left, 0), Math.max(top, 0)]
    const width = Math.min(right, document.documentElement.clientWidth) - x
    return new DOMRect(x, y, Math.max(width, 0), Math.max(Math.min(bottom, innerHeight) - y, 0))
  })
  // What runs in the page cannot reach outside of its function.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const area = ({ width, height }: DOMRect) => width * height
  const box = boxes.toSorted((one, other) => area(other) - area(one))[0]
  if (!box || area(box) < 1) faults.push(`${name} is outside of the window`)
  else {
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    const isShown = element.contains(over) || element.closest('label')?.contains(over ?? null)
    if (!isShown) faults.push(`${name} is covered by ${over?.outerHTML.slice(0, 80) ?? 'nothing'}`)
  }
  return { name, faults, isEnd: false }
}

/** Waits for what follows the scrolling that a focus brings: the way back up comes with it. Runs in the page. */
async function untilDrawn(): Promise<void> {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
}

/** What Tab should have reached and has not; in an open dialog, of that. Runs in the page. */
function missedStops(): string[] {
  const within = document.querySelector('[role="dialog"]') ?? document
  return [...within.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')]
    .filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [data-testid^="sentinel"]') &&
        element.checkVisibility({ visibilityProperty: true }) &&
        element.dataset['visited'] !== 'yes',
    )
    .map((element) => `not reached: ${element.outerHTML.slice(0, 80)}`)
}

/**
 * Tabs through the page as it is. A stop that is hidden, shows no focus or is not reached fails the test.
 * @returns the stops in words, in their order
 */
export async function tabThrough(page: Page): Promise<string[]> {
  const stops: string[] = []
  const faults: string[] = []
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    await page.keyboard.press('Tab')
    await page.evaluate(untilDrawn)
    const stop = await page.evaluate(describeFocus)
    if (stop.isEnd) break
    stops.push(stop.name)
    faults.push(...stop.faults)
  }
  // What came into view with the last stop, such as the way up, is the next one backwards.
  for (let presses = 0; presses < 2; presses += 1) {
    await page.keyboard.press('Shift+Tab')
    faults.push(...(await page.evaluate(describeFocus)).faults)
  }
  faults.push(...(await page.evaluate(missedStops)))
  expect(stops.length, `no end after ${stops.join(', ')}`).toBeLessThan(MOST_STOPS)
  const { width = 0 } = page.viewportSize() ?? {}
  expect(faults, `${page.url()} at ${width} px: ${stops.join(', ')}`).toEqual([])
  return stops
}

/** Presses a key, Tab by default, until the element has the focus and is in view. */
export async function moveTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
  await expect(target).toBeInViewport()
}
