/**
 * Steps and sights of the scenarios in a real browser. The same meaning as `mocks/act.ts` gives them on
 * a page's own DOM: of several elements with one name the first, an alert or a status without what its
 * buttons and links say.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Sight, Step } from '../mocks/scenario.ts'
import { UPLOADS } from '../mocks/uploads.ts'

/** How long an element may take to come, in milliseconds: longer than a slow answer takes. */
const PATIENCE_MS = 15_000

function field(page: Page, label: string): Locator {
  return page
    .locator('input')
    .and(page.getByLabel(label, { exact: true }))
    .first()
}

/** Narrow windows fold the main links away: opens them where the link is one of these. */
async function followLink(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true }).first()
  const folded = page
    .getByRole('navigation', { name: 'Main', includeHidden: true })
    .getByRole('link', { name, exact: true, includeHidden: true })
  await expect(link.or(folded).first()).toBeAttached()
  if (!(await link.isVisible()) && (await folded.count()) > 0) {
    await page.getByRole('button', { name: 'Open menu' }).click()
  }
  await link.click()
}

/**
 * Whether the page is long enough to be scrolled by so much and will stay so: what is there before the
 * books come may be longer than what comes next. Runs in the page.
 */
function canScroll(by: number): boolean {
  const { scrollHeight, clientHeight } = document.documentElement
  const loads = [...document.querySelectorAll('[role="status"]')].some(({ textContent }) =>
    textContent.startsWith('Loading'),
  )
  return !loads && scrollHeight - clientHeight >= window.scrollY + by
}

/** Does one step as a reader would, as soon as what it needs is there. */
export async function perform(page: Page, step: Step): Promise<void> {
  switch (step.do) {
    case 'fill':
      await field(page, step.field).fill(step.text)
      return
    case 'press':
      await page.getByRole('button', { name: step.button, exact: true }).first().click()
      return
    case 'follow':
      await followLink(page, step.link)
      return
    case 'choose':
      await page.getByRole('menuitem', { name: step.item, exact: true }).first().click()
      return
    case 'search': {
      const box = field(page, 'Search books')
      await box.fill(step.text)
      await box.press('Enter')
      return
    }
    case 'upload': {
      const { name, type, base64 } = UPLOADS[step.file]
      const file = { name, mimeType: type, buffer: Buffer.from(base64, 'base64') }
      await field(page, step.field).setInputFiles(file)
      return
    }
    case 'scroll':
      await page.waitForFunction(canScroll, step.by)
      await page.evaluate((by) => window.scrollBy(0, by), step.by)
  }
}

/**
 * Whether an alert or a status, or a paragraph in it, says this text beside its buttons and links. Runs in the
 * page.
 */
function isSaid({ as, text }: Sight): boolean {
  return [...document.querySelectorAll(`[role="${as}"]`)].some((element) => {
    const copy = document.importNode(element, true)
    for (const control of copy.querySelectorAll('button, a')) control.remove()
    return [copy, ...copy.querySelectorAll('p')].some(
      ({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim() === text,
    )
  })
}

/**
 * Whether an element that can be seen has this text as its own, whatever the elements within it say.
 * Runs in the page.
 */
function isOwnText(text: string): boolean {
  return [...document.querySelectorAll('body *:not(script, style)')].some((element) => {
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const words = own.map(({ textContent }) => textContent ?? '').join('')
    return (
      words.replaceAll(/\s+/g, ' ').trim() === text &&
      element.checkVisibility({ visibilityProperty: true })
    )
  })
}

/**
 * Waits until something is on the page.
 * @param logged what the console says, one text a line; grows while the page is there
 * @throws where it does not come in time
 */
export async function expectSeen(
  page: Page,
  sight: Sight,
  logged: readonly string[],
): Promise<void> {
  const { as, text } = sight
  switch (as) {
    case 'alert':
    case 'status':
      await page.waitForFunction(isSaid, sight, { timeout: PATIENCE_MS })
      return
    case 'path':
      await page.waitForURL(({ pathname }) => pathname === text, {
        timeout: PATIENCE_MS,
        waitUntil: 'commit',
      })
      return
    case 'log':
      await expect
        .poll(() => logged.some((line) => line.startsWith(text)), { timeout: PATIENCE_MS })
        .toBe(true)
      return
    case 'text':
      await page.waitForFunction(isOwnText, text, { timeout: PATIENCE_MS })
      return
    default:
      await page
        .getByRole(as, { name: text, exact: true })
        .filter({ visible: true })
        .first()
        .waitFor({ timeout: PATIENCE_MS })
  }
}

/** Whether something is on the page now. */
export async function isSeen(
  page: Page,
  sight: Sight,
  logged: readonly string[],
): Promise<boolean> {
  const { as, text } = sight
  switch (as) {
    case 'alert':
    case 'status':
      return page.evaluate(isSaid, sight)
    case 'path':
      return new URL(page.url()).pathname === text
    case 'log':
      return logged.some((line) => line.startsWith(text))
    case 'text':
      return page.evaluate(isOwnText, text)
    default:
      return (
        (await page.getByRole(as, { name: text, exact: true }).filter({ visible: true }).count()) >
        0
      )
  }
}
