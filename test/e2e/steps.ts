/** What readers do on the pages, found by role and name. */
import type { Locator, Page, Response } from '@playwright/test'
import { expect, type Reader } from './fixtures.ts'

/** Whether React has hydrated the page to its end: a prerendered page does not react before. Runs in the page. */
function isHydrated(): boolean {
  const footer = document.querySelector('footer')
  return footer !== null && Object.keys(footer).some((key) => key.startsWith('__reactFiber'))
}

/** Waits until React has hydrated the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(isHydrated)
}

/** Opens a page by its address and waits until it has its heading and nothing loads. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
}

/** A link of the main navigation. */
export function navLink(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
}

/** Where an element lies in the window, in CSS pixels. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error(`${String(element)} is not drawn.`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** Has the page take what points at it for a finger. */
export async function touch(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
}

/** The page's title, which names the book on its page. */
export function title(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 1, name })
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
export function section(page: Page, interest: string): Locator {
  return page.getByRole('region', { name: `Best ${interest} Books`, exact: true })
}

/** The card, in a section or in the favorites, of the book with this title. */
export function card(within: Locator, bookTitle: string): Locator {
  const link = within.page().getByRole('link', { name: bookTitle, exact: true })
  return within.getByRole('listitem').filter({ has: link })
}

/** The titles on the page of favorites. */
export function favoriteTitles(page: Page): Locator {
  return page.getByRole('main').getByRole('heading', { level: 2 })
}

/** The line that greets visitors: nobody is signed in. */
export function visitorGreeting(page: Page): Locator {
  return page.getByText('Welcome to Catchword', { exact: true })
}

/** Recognises the response to one request by its method and path. */
export function isResponseTo(method: string, path: RegExp): (response: Response) => boolean {
  return (response) =>
    response.request().method() === method && path.test(new URL(response.url()).pathname)
}

/** Adds a favorite by its button and waits until the server has it. */
export async function addFavorite(page: Page, within: Locator): Promise<void> {
  const saved = page.waitForResponse(isResponseTo('POST', /^\/api\/users?\/[^/]+\/favoriteBook$/))
  await within.getByRole('button', { name: 'Add to favorites' }).click()
  await expect(within.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
  expect((await saved).ok()).toBe(true)
}

/** Removes a favorite by its button and waits until the server has removed it. */
export async function removeFavorite(page: Page, within: Locator): Promise<void> {
  const removed = page.waitForResponse(
    isResponseTo('DELETE', /^\/api\/user\/[^/]+\/favoriteBook\/[^/]+$/),
  )
  await within.getByRole('button', { name: 'Remove from favorites' }).click()
  await expect(within.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
  expect((await removed).ok()).toBe(true)
}

/** Follows a link to a book. @returns the book's title */
export async function openBook(page: Page, link: Locator): Promise<string> {
  const bookTitle = await link.innerText()
  await link.click()
  await expect(title(page, bookTitle)).toBeVisible()
  return bookTitle
}

/** Fills the register form and submits it. */
export async function register(
  page: Page,
  { name, email, password }: Pick<Reader, 'name' | 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
}

/** Fills the login form, on the landing page or on /login, and submits it. */
export async function logIn(
  page: Page,
  { email, password }: Pick<Reader, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

/** Chooses Logout and waits until the server has ended the session. */
export async function logOut(page: Page): Promise<void> {
  const ended = page.waitForResponse(isResponseTo('POST', /^\/api\/user\/logout$/))
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await ended
  await expect(visitorGreeting(page)).toBeVisible()
}

/** Chooses interests on /categories and confirms them. */
export async function chooseInterests(page: Page, interests: readonly string[]): Promise<void> {
  await expect(title(page, 'Discover Your Interests')).toBeVisible()
  for (const interest of interests) {
    const tile = page.getByRole('button', { name: interest, exact: true })
    await tile.click()
    await expect(tile).toHaveAttribute('aria-pressed', 'true')
  }
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page).toHaveURL('/recommendations')
}

/** Waits until the section of every interest has its books. */
export async function expectSections(page: Page, interests: readonly string[]): Promise<void> {
  for (const interest of interests) {
    await expect(section(page, interest).getByRole('listitem')).toHaveCount(12)
  }
}

/** Opens the account dialog from the profile menu. */
export async function openAccount(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name }).click()
  const dialog = page.getByRole('dialog', { name: 'Your account' })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Blocks the requests to this address until `release` is called. */
export async function blockRequests(page: Page, url: string): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}

/** Writes every alert that enters the page to the console. Runs in the page. */
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

/** The texts of all toasts and alert boxes from the next load on, in their order: toasts are gone after 2 seconds. */
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
