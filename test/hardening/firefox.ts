/**
 * `npm run test:hardening firefox`: the steps of `test/e2e/firstVisit.spec.ts` in Firefox, on the real server with the
 * build of `dist/`.
 */
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'puppeteer-core'
import { build } from 'vite'
import { newcomer, serve } from '../e2e/fixtures.ts'
import { isBuilt } from '../../scripts/isBuilt.ts'
import { withFirefox } from './lib/firefox.ts'
import { report } from './lib/run.ts'

const ROOT = join(import.meta.dirname, '../..')
const INTERESTS = ['Mystery', 'Fantasy', 'Poetry']

/** The section of an interest. By its text: Firefox leaves what is offscreen out of the accessibility tree. */
const section = (interest: string) => `::-p-xpath(//section[h2="Best ${interest} Books"])`

/** Whether React has the page. Runs in the page. */
function isHydrated(): boolean {
  const footer = document.querySelector('footer')
  return footer !== null && Object.keys(footer).some((key) => key.startsWith('__reactFiber'))
}

/** Whether nothing, such as a toast, lies over the middle of an element. Runs in the page. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

/** Resolves with the first result that is there. Puppeteer's own waits use eval, which our policy blocks. */
async function until<Found>(
  what: string,
  look: () => Promise<Found | null | undefined | false>,
): Promise<Found> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const found = await look()
    if (found) return found
    await delay(50)
  }
  throw new Error(`There is no ${what}.`)
}

/** The steps of a new reader, from the register form to favorites that are still there after a new login. */
async function runSteps(page: Page, address: string): Promise<void> {
  const { name, email, password } = newcomer()
  const see = (selector: string) => until(selector, () => page.$(selector))
  const press = async (selector: string) => {
    const target = await until(selector, async () => {
      const found = await page.$(selector)
      await found?.scrollIntoView()
      return (await found?.evaluate(isOnTop)) && found
    })
    await target.click()
  }
  const fill = async (fields: Readonly<Record<string, string>>) => {
    for (const [field, text] of Object.entries(fields)) {
      await (await see(`input[name=${field}]`)).type(text)
    }
  }
  /** Waits until the favorites page has these books, in this order. */
  const seeTitles = (...titles: string[]) =>
    until(titles.join(), async () => {
      const found = await page.$$eval('main h2', (all) => all.map((title) => title.textContent))
      return found.join() === titles.join()
    })

  await page.goto(`${address}/register`)
  await until('page that React has', () => page.evaluate(isHydrated))
  await fill({ name, email, password, confirmPassword: password })
  await press('aria/Register[role="button"]')
  await see('aria/Discover Your Interests[role="heading"]')
  for (const interest of INTERESTS) await press(`aria/${interest}[role="button"]`)
  await press('aria/Confirm[role="button"]')

  const titles: string[] = []
  for (const interest of INTERESTS) {
    const books = section(interest)
    await press(`${books} >>> li button`)
    await see(`${books} >>> li:first-of-type [data-favorite=true]`)
    titles.push(await page.$eval(`${books} >>> li h3`, (title) => title.textContent))
  }
  const [mystery = '', fantasy = '', poetry = ''] = titles
  await press('aria/Favorites[role="link"]')
  await see('aria/Your Favorite Books[role="heading"]')
  await seeTitles(poetry, fantasy, mystery)
  await press(`aria/${fantasy}[role="link"]`)
  // Firefox has a space before the name of a button with an icon, which `aria` does not match.
  await press('article button::-p-text(Remove from favorites)')
  await see('article button::-p-text(Add to favorites)')
  await press('main button::-p-text(Back)')
  await seeTitles(poetry, mystery)
  await page.reload()
  await seeTitles(poetry, mystery)

  await press('aria/Profile menu[role="button"]')
  await press('aria/Logout[role="menuitem"]')
  await see('#welcome')
  await fill({ email, password })
  await press('aria/Login[role="button"]')
  await see(section('Poetry'))
  await press('aria/Favorites[role="link"]')
  await seeTitles(poetry, mystery)
}

process.on('exit', () => undefined)
await withFirefox(async (browser) => {
  if (!process.env['DIST_DIR'] && !isBuilt(ROOT)) await build({ root: ROOT, logLevel: 'warn' })
  const faults: string[] = []
  const page = await browser.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${String(error)}`))
  await serve({}, (address) => runSteps(page, address)).catch((error: unknown) => {
    faults.push(error instanceof Error && error.stack ? error.stack : String(error))
  })
  for (const fault of faults) console.log(fault)
  report(faults.length === 0, `${await browser.version()}: ${faults.length} faults`)
})
