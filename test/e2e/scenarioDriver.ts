/**
 * Steps and assertions of the scenarios in a real browser. They mean the same as in `mocks/act.ts` on a page's own
 * DOM: of several elements with one name the first, an alert or a status without its buttons and links.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Expectation, Step } from '../../mocks/scenario.ts'
import { UPLOADS } from '../../mocks/uploads.ts'

/** How long an element may take to come, in milliseconds: longer than a slow response takes. */
const TIMEOUT = { timeout: 30_000 }

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
    }
  }
}

/**
 * Whether the page is at this path; an alert, a status or a paragraph in it has this text beside its buttons and
 * links; or an element that can be seen has it as its own, whatever the elements within it. Runs in the page.
 */
function isInPage({ as, text }: Expectation): boolean {
  const isText = (content: string | null) => content?.replaceAll(/\s+/g, ' ').trim() === text
  if (as === 'path') return location.pathname === text
  if (as === 'text') {
    return [...document.querySelectorAll('body *:not(script, style)')].some((element) => {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      return (
        isText(own.map(({ textContent }) => textContent).join('')) &&
        element.checkVisibility({ visibilityProperty: true })
      )
    })
  }
  return [...document.querySelectorAll(`[role="${as}"]`)].some((element) => {
    const copy = document.importNode(element, true)
    for (const control of copy.querySelectorAll('button, a')) control.remove()
    return [copy, ...copy.querySelectorAll('p')].some(({ textContent }) => isText(textContent))
  })
}

/** The elements of a role and name that can be seen. */
function withRole(page: Page, role: Parameters<Page['getByRole']>[0], name: string): Locator {
  return page.getByRole(role, { name, exact: true }).filter({ visible: true })
}

/**
 * Whether something is on the page now.
 * @param logged what the page has written to the console, one text a line; grows while the page is there
 */
export async function isShown(
  page: Page,
  expectation: Expectation,
  logged: readonly string[],
): Promise<boolean> {
  const { as, text } = expectation
  switch (as) {
    case 'alert':
    case 'status':
    case 'path':
    case 'text':
      return page.evaluate(isInPage, expectation)
    case 'log':
      return logged.some((line) => line.startsWith(text))
    default:
      return (await withRole(page, as, text).count()) > 0
  }
}

/** Waits until something is on the page. @throws if it does not come in time */
export async function expectShown(
  page: Page,
  expectation: Expectation,
  logged: readonly string[],
): Promise<void> {
  // Some of it is there for a moment only.
  if (/^(?:alert|status|path|text)$/.test(expectation.as))
    await page.waitForFunction(isInPage, expectation, TIMEOUT)
  else await expect.poll(() => isShown(page, expectation, logged), TIMEOUT).toBe(true)
}
