/** What several journeys do on the pages: by role and name, as a reader would. */
import type { Locator, Page, Response } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A link of the main navigation. */
export function navLink(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
}

/** The page is there: it has its heading and can be used, and nothing says that it loads. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  // What the build drew takes no keys before the script has taken it up.
  await expect(page.locator('#root[inert]')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
}

/** The shelf of one interest. */
export function shelf(page: Page, preference: string): Locator {
  return page.getByRole('region', { name: `Best ${preference} Books`, exact: true })
}

/** The card, in a shelf or in the favorites, of the book with this title. */
export function card(within: Locator, title: string): Locator {
  const link = within.page().getByRole('link', { name: title, exact: true })
  return within.getByRole('listitem').filter({ has: link })
}

/** Gives a book its heart and waits until the server has it. */
export async function addHeart(page: Page, within: Locator): Promise<void> {
  const saved = page.waitForResponse(isCall('POST', /^\/api\/users?\/[^/]+\/favoriteBook$/))
  await within.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(within.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  expect((await saved).ok()).toBe(true)
}

/** Takes a book's heart and waits until the server knows. */
export async function removeHeart(page: Page, within: Locator): Promise<void> {
  const removed = page.waitForResponse(
    isCall('DELETE', /^\/api\/user\/[^/]+\/favoriteBook\/[^/]+$/),
  )
  await within.getByRole('button', { name: 'Remove from favorites' }).click()
  expect((await removed).ok()).toBe(true)
}

/** Chooses Logout and waits until the server has ended the session. */
export async function logOut(page: Page): Promise<void> {
  const ended = page.waitForResponse(isCall('POST', /^\/api\/user\/logout$/))
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await ended
}

/** Fills the login form, on the landing page or on /login, and submits it. */
export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Recognises the answer to one call by its method and path. */
export function isCall(method: string, path: RegExp): (response: Response) => boolean {
  return (response) =>
    response.request().method() === method && path.test(new URL(response.url()).pathname)
}

/** Tells the console of every alert that enters the page. Runs in the page. */
function reportAlerts(): void {
  const seen = new WeakSet<Element>()
  const report = (alert: Element) => {
    if (seen.has(alert)) return
    seen.add(alert)
    console.debug(`alert: ${alert.textContent}`)
  }
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue
      if (node.matches('[role="alert"]')) report(node)
      else node.querySelectorAll('[role="alert"]').forEach(report)
    }
  }).observe(document, { childList: true, subtree: true })
}

/**
 * The texts of all toasts and alert boxes that the page shows from its next load on, in their order.
 * A toast is there for two seconds only; what it said is here for good.
 */
export async function recordAlerts(page: Page): Promise<readonly string[]> {
  const texts: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'debug' && message.text().startsWith('alert: ')) {
      texts.push(message.text().slice('alert: '.length))
    }
  })
  await page.addInitScript(reportAlerts)
  return texts
}
