/**
 * A page as it is met without a mouse: every stop of the Tab key, looked at one by one (WCAG 2.2: 2.1.1
 * Keyboard, 2.1.2 No Keyboard Trap, 2.4.3 Focus Order, 2.4.7 Focus Visible, 2.4.11 Focus Not Obscured,
 * 4.1.2 Name). Where the focus is moved by keys, it is moved from here.
 */
import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** More stops than any page has: a walk that takes more goes round in a trap. */
const MOST_STOPS = 250

// What runs in the page cannot reach outside of its function.
/* oxlint-disable unicorn/consistent-function-scoping */

/**
 * Begins a walk: from now on every press of Tab is followed. Runs in the page, so that everything it needs
 * stands inside.
 */
function beginWalk() {
  const describe = (element: Element): string => {
    const { ariaLabel, role, localName, textContent } = element
    const picture = element.querySelector('img[alt]:not([alt=""])')
    const words = ariaLabel ?? (textContent.trim() || picture?.getAttribute('alt'))
    return `${role ?? localName} '${(words ?? element.getAttribute('name') ?? '').slice(0, 40)}'`
  }

  /** The outlines and shadows in which an element, what it draws around itself, and its frame show. */
  const rings = (element: Element): string[] => {
    const drawn = (from: Element, part: string | null): string[] => {
      const style = getComputedStyle(from, part)
      const hasOutline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2
      const where = `${from.localName}${part ?? ''}`
      return [
        ...(hasOutline ? [`${where} ${style.outlineColor} ${style.outlineWidth}`] : []),
        ...(style.boxShadow === 'none' ? [] : [`${where} ${style.boxShadow}`]),
      ]
    }
    return [
      ...drawn(element, null),
      ...drawn(element, '::before'),
      ...drawn(element, '::after'),
      // The label that a hidden radio button fills.
      ...(element.parentElement ? drawn(element.parentElement, null) : []),
    ]
  }

  /** The part of the element that the window shows, the largest where it is broken over lines. */
  const shown = (element: Element): DOMRect => {
    const parts = [...element.getClientRects()].map(({ left, top, right, bottom }) => {
      const [x, y] = [Math.max(left, 0), Math.max(top, 0)]
      const width = Math.min(right, document.documentElement.clientWidth) - x
      const height = Math.min(bottom, window.innerHeight) - y
      return new DOMRect(x, y, Math.max(width, 0), Math.max(height, 0))
    })
    const area = ({ width, height }: DOMRect) => width * height
    return parts.toSorted((one, other) => area(other) - area(one))[0] ?? new DOMRect()
  }

  /** The sticky or fixed part of the page in which something stands. */
  const layer = (element: Element): Element | undefined => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (/^(?:fixed|sticky)$/.test(getComputedStyle(at).position)) return at
    }
    return undefined
  }

  const coverage = (element: Element): string[] => {
    const { x, y, width, height } = shown(element)
    if (width < 1 || height < 1) return ['is outside of the window']
    const middle = document.elementFromPoint(x + width / 2, y + height / 2)
    if (!middle || !element.contains(middle)) {
      return [`is covered in its middle by ${middle ? describe(middle) : 'nothing'}`]
    }
    // Nor may what stays in the window, such as a bar, hide half of it; a corner under a button is seen.
    const above = [0.25, 0.75].flatMap((down) =>
      [0.25, 0.75].flatMap((right) => {
        const hit = document.elementFromPoint(x + width * right, y + height * down)
        const over = hit ? layer(hit) : undefined
        return over && !over.contains(element) ? [over] : []
      }),
    )
    const [first, second] = above
    return first && second ? [`is half under ${describe(first)}`] : []
  }

  /** The ring is drawn inside of whatever cuts off its content. */
  const cutOff = (element: Element): string[] => {
    const style = getComputedStyle(element)
    if (style.outlineStyle === 'none') return []
    const around = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset)
    const box = element.getBoundingClientRect()
    if (box.left < around || box.right > document.documentElement.clientWidth - around) {
      return ['has a ring that the window cuts off']
    }
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, contentVisibility } = getComputedStyle(at)
      const contained = contentVisibility !== 'visible'
      const frame = at.getBoundingClientRect()
      const sides =
        (contained || overflowX !== 'visible') &&
        (box.left - around < frame.left - 1 || box.right + around > frame.right + 1)
      const ends =
        (contained || overflowY !== 'visible') &&
        (box.top - around < frame.top - 1 || box.bottom + around > frame.bottom + 1)
      if (sides || ends) return [`has a ring that ${describe(at)} cuts off`]
    }
    return []
  }

  /**
   * The next stop stands after the last one as the eye reads, by rows: compared are the two parts, inside
   * of the smallest frame that holds both, in which they stand. A heart in the corner of the next card
   * comes after the title at the foot of this one.
   */
  const order = (last: Element, next: Element): string[] => {
    // One that has no box of its own (`display: contents`) stands nowhere: what is in it does.
    const hasBox = (element: Element) => getComputedStyle(element).display !== 'contents'
    let frame: Element | null = last
    let [first, second] = [last, next]
    while (frame && !frame.contains(next)) {
      if (hasBox(frame)) first = frame
      frame = frame.parentElement
    }
    for (let at: Element | null = next; at && at !== frame; at = at.parentElement) {
      if (hasBox(at)) second = at
    }
    // Inside each other: the outer comes first.
    if (frame === last || second === frame) return []
    const [one, other] = [first.getBoundingClientRect(), second.getBoundingClientRect()]
    const isAbove = other.bottom <= one.top + 1
    const common = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
    const isRow = common > Math.min(one.height, other.height) / 2
    const isLeft = isRow && other.right <= one.left + 1
    return isAbove || isLeft ? [`comes after ${describe(last)}, which stands behind it`] : []
  }

  /**
   * What Tab should reach: all that can be used and is seen; of radio buttons one in a group. In front of
   * everything else an open dialog.
   */
  const reachable = (): Element[] => {
    const within = document.querySelector('[role="dialog"]') ?? document
    const candidates = within.querySelectorAll<HTMLElement>('a[href], button, input, [tabindex]')
    return [...candidates].filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled') &&
        element.checkVisibility({ visibilityProperty: true }) &&
        !(element instanceof HTMLInputElement && element.type === 'radio' && !element.checked),
    )
  }

  const seen: Element[] = []
  const late: Element[] = []
  const faults: string[] = []
  let last: { element: Element; look: string } | undefined
  let ended = false
  let back = 0

  const lookForth = (): void => {
    if (ended) return
    const element = document.activeElement
    if (last && last.element !== element && rings(last.element).join() === last.look) {
      faults.push(`${describe(last.element)} looks the same with and without the focus`)
    }
    if (!element || element === document.body || seen.includes(element)) {
      ended = true
      return
    }
    const look = rings(element)
    const found = [
      ...(look.length === 0 ? ['shows no focus'] : []),
      ...coverage(element),
      ...cutOff(element),
      ...(last ? order(last.element, element) : []),
    ]
    faults.push(...found.map((fault) => `${describe(element)} ${fault}`))
    seen.push(element)
    last = { element, look: look.join() }
  }

  const lookBack = (): void => {
    const element = document.activeElement
    if (!element || element === document.body) return
    const found = coverage(element)
    if (seen.includes(element)) {
      back += 1
      const expected = seen.at(-back)
      if (expected && expected !== element) found.push(`comes before ${describe(expected)}`)
    } else {
      // It has come since the walk went by, such as the way up on a page that is scrolled.
      late.push(element)
    }
    faults.push(...found.map((fault) => `${describe(element)} ${fault}, on the way back`))
  }

  /** What a key has done is looked at when the next one comes, and at the end. */
  let awaited: (() => void) | undefined
  const settle = (): void => {
    awaited?.()
    awaited = undefined
  }
  document.addEventListener(
    'keydown',
    ({ key, shiftKey }) => {
      if (key !== 'Tab') return
      settle()
      awaited = shiftKey ? lookBack : lookForth
    },
    { capture: true },
  )

  return {
    /** What the walk has met so far, and what is still to be reached once the page is drawn. */
    report: async () => {
      settle()
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      })
      const missed = reachable().filter((element) => ![...seen, ...late].includes(element))
      return {
        ended,
        stops: seen.map(describe),
        faults: [...faults],
        missed: missed.map((element) => `${describe(element)} is not reached`),
      }
    },
    /** Looks at what has the focus now, as if Tab had just led there. */
    look: (): string[] => {
      lookForth()
      return ended ? ['nothing has the focus'] : faults
    },
  }
}

/* oxlint-enable unicorn/consistent-function-scoping */

/** The role and the name, as the browser tells them to a screen reader, of one thing that can be used. */
export interface Spoken {
  role: string
  name: string
  description: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** The browser's own tree for screen readers; what tests ask for by its role they find in the document. */
export async function accessibilityTree(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
}

/** Everything that can have the focus, as the browser tells it to a screen reader. */
export async function spoken(page: Page): Promise<Spoken[]> {
  const nodes = await accessibilityTree(page)
  return nodes
    .filter(
      ({ ignored, properties }) =>
        !ignored &&
        properties?.some(({ name, value }) => name === 'focusable' && value.value === true),
    )
    .map(({ role, name, description }) => ({
      role: text(role?.value),
      name: text(name?.value),
      description: text(description?.value),
    }))
}

/** How many stops lie about between what has the focus and an element. Runs in the page. */
function stopsBetween(element: Element): number {
  const stops = [...document.querySelectorAll('a[href], button, input, [tabindex="0"]')].filter(
    (stop) => stop.checkVisibility(),
  )
  const from = document.activeElement ? stops.indexOf(document.activeElement) : -1
  return Math.abs(stops.indexOf(element) - from)
}

/** Holds Tab down so long that it comes this often: no press waits for the last one's answer. */
async function hold(page: Page, times: number): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => page.keyboard.down('Tab')))
  await page.keyboard.up('Tab')
}

/** Roles of what only the page itself gives the focus to: places, not controls. */
const PLACES = new Set([
  'RootWebArea',
  'main',
  'heading',
  'alert',
  'generic',
  'presentation',
  'none',
])

/**
 * Walks by Tab over every stop of the page as it is, and back by Shift+Tab, and looks at each.
 * @returns the stops in words, in their order; a stop that is hidden, unnamed, out of order, not drawn as
 * focused or not reached fails the test
 */
export async function walkTabStops(page: Page): Promise<string[]> {
  const walk = await page.evaluateHandle(beginWalk)
  const report = () => walk.evaluate((self) => self.report())
  let found = await report()
  for (let pressed = 0; !found.ended && pressed < MOST_STOPS;) {
    // When all is reached, one press more leaves the page, or there is a trap.
    const times = Math.max(found.missed.length, 1)
    await hold(page, times)
    pressed += times
    found = await report()
  }
  expect(found.ended, `no end after ${found.stops.join(', ')}`).toBe(true)
  await page.keyboard.down('Shift')
  await hold(page, found.stops.length + found.missed.length)
  await page.keyboard.up('Shift')
  const { stops, missed, faults: seen } = await report()
  await walk.dispose()
  const faults = [...missed, ...seen]
  for (const { role, name } of await spoken(page)) {
    if (!PLACES.has(role) && name === '') faults.push(`a ${role} has no name`)
  }
  const { width = 0 } = page.viewportSize() ?? {}
  expect(faults, `${page.url()} at ${width} px: ${stops.join(', ')}`).toEqual([])
  return stops
}

/** What has the focus is in the window, uncovered, and drawn as focused, once nothing moves any more. */
export async function expectFocusShown(page: Page): Promise<void> {
  await expect(async () => {
    const walk = await page.evaluateHandle(beginWalk)
    expect(await walk.evaluate((self) => self.look())).toEqual([])
    await walk.dispose()
  }).toPass({ timeout: 10_000 })
}

/**
 * Presses a key, Tab unless told, until the element has the focus, and sees that it shows.
 * @param key such as `Shift+Tab` for what lies behind, or an arrow within a menu
 */
export async function moveTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  if (key.endsWith('Tab')) {
    // Most of the way at once, the last steps one by one: not everywhere is the order the document's.
    const far = (await target.evaluate(stopsBetween)) - 6
    if (key === 'Shift+Tab') await page.keyboard.down('Shift')
    if (far > 0) await hold(page, far)
    if (key === 'Shift+Tab') await page.keyboard.up('Shift')
  }
  for (let presses = 0; presses < MOST_STOPS; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
  await expectFocusShown(page)
}
