/** What several tests do on the pages: by role and name, as a reader would. */
import type { Locator, Page, Response } from '@playwright/test'
import { expect } from './fixtures.ts'

/** A link of the main navigation. */
export function navLink(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
}

/** Whether React has the page to its end: a prerendered page does not answer before. Runs in the page. */
function isHydrated(): boolean {
  const footer = document.querySelector('footer')
  return footer !== null && Object.keys(footer).some((key) => key.startsWith('__reactFiber'))
}

/** Waits until React has the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated)
}

/** The page is there and answers: it has its heading, and nothing says that it loads. */
async function settled(page: Page): Promise<void> {
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
}

/** Opens a page by its address and waits until it is there and answers. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

/** The search field in the bar. */
export function searchField(page: Page): Locator {
  return page.getByRole('search').getByLabel('Search books')
}

/** Types a query and presses Enter. */
export async function searchFor(page: Page, query: string): Promise<void> {
  await searchField(page).fill(query)
  await searchField(page).press('Enter')
}

/** The section of one interest. */
export function shelf(page: Page, preference: string): Locator {
  return page.getByRole('region', { name: `Best ${preference} Books`, exact: true })
}

/** The card, in a section or in the favorites, of the book with this title. */
export function card(within: Locator, title: string): Locator {
  const link = within.page().getByRole('link', { name: title, exact: true })
  return within.getByRole('listitem').filter({ has: link })
}

/** Adds a favorite by its heart and waits until the server has it. */
export async function addHeart(page: Page, within: Locator): Promise<void> {
  const saved = page.waitForResponse(isResponseTo('POST', /^\/api\/users?\/[^/]+\/favoriteBook$/))
  await within.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(within.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  expect((await saved).ok()).toBe(true)
}

/** Removes a favorite by its heart and waits until the server knows. */
export async function removeHeart(page: Page, within: Locator): Promise<void> {
  const removed = page.waitForResponse(
    isResponseTo('DELETE', /^\/api\/user\/[^/]+\/favoriteBook\/[^/]+$/),
  )
  await within.getByRole('button', { name: 'Remove from favorites' }).click()
  expect((await removed).ok()).toBe(true)
}

/** Fills the register form and submits it. */
export async function register(
  page: Page,
  { name, email, password }: { name: string; email: string; password: string },
): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
}

/** Opens the account dialog from the profile menu. */
export async function openAccount(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name }).click()
  const dialog = page.getByRole('dialog', { name: 'Your account' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Chooses Logout and waits until the server has ended the session. */
export async function logOut(page: Page): Promise<void> {
  const ended = page.waitForResponse(isResponseTo('POST', /^\/api\/user\/logout$/))
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

/** Recognises the response to one request by its method and path. */
export function isResponseTo(method: string, path: RegExp): (response: Response) => boolean {
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
