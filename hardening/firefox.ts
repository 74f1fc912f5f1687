/**
 * `npm run test:hardening firefox`: the steps of `e2e/firstVisit.spec.ts` in Firefox, on the real server with the
 * build of `dist/`.
 */
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { build } from 'vite'
import { newcomer, serve } from '../e2e/fixtures.ts'
import { isBuilt } from '../scripts/isBuilt.ts'
import { withFirefox } from './lib/firefox.ts'
import { report } from './lib/run.ts'

const ROOT = join(import.meta.dirname, '..')
const INTERESTS = ['Mystery', 'Fantasy', 'Poetry']

/** Waits until the favorites page has these books, in this order. */
async function seeTitles(page: Page, ...titles: string[]): Promise<void> {
  await page.waitForFunction(
    (expected) =>
      Array.from(document.querySelectorAll('main h2'), (h2) => h2.textContent).join() === expected,
    {},
    titles.join(),
  )
}

/** The section of an interest. By its text: Firefox leaves what is offscreen out of the accessibility tree. */
const findSection = (page: Page, interest: string) =>
  page.locator(`::-p-xpath(//section[h2="Best ${interest} Books"])`).waitHandle()

/** Adds the first book of an interest to the favorites; its title. */
async function addFirst(page: Page, interest: string): Promise<string> {
  const section = await findSection(page, interest)
  const heart = await section.waitForSelector('li button')
  await heart?.click()
  await section.waitForSelector('li:first-of-type [data-favorite=true]')
  return section.$eval('li h3', (title) => title.innerText)
}

/** Whether React has the page. Runs in the page. */
function isHydrated(): boolean {
  const footer = document.querySelector('footer')
  return footer !== null && Object.keys(footer).some((key) => key.startsWith('__reactFiber'))
}

/** The steps of a new reader, from the register form to favorites that are still there after a new login. */
async function runSteps(page: Page, address: string): Promise<void> {
  const { name, email, password } = newcomer()
  const find = (role: string, name: string) => page.locator(`aria/${name}[role="${role}"]`)
  const see = (role: string, name: string) => find(role, name).waitHandle()
  const press = (role: string, name: string) => find(role, name).click()
  const fill = async (fields: Readonly<Record<string, string>>) => {
    for (const [field, text] of Object.entries(fields)) {
      await page.locator(`input[name=${field}]`).fill(text)
    }
  }

  await page.goto(`${address}/register`)
  await page.waitForFunction(isHydrated)
  await fill({ name, email, password, confirmPassword: password })
  await press('button', 'Register')
  await see('heading', 'Discover Your Interests')
  for (const interest of INTERESTS) await press('button', interest)
  await press('button', 'Confirm')

  const titles: string[] = []
  for (const interest of INTERESTS) titles.push(await addFirst(page, interest))
  const [mystery = '', fantasy = '', poetry = ''] = titles
  await press('link', 'Favorites')
  await see('heading', 'Your Favorite Books')
  await seeTitles(page, poetry, fantasy, mystery)
  await press('link', fantasy)
  // Firefox has a space before the name of a button with an icon, which `aria` does not match.
  await page.locator('article button::-p-text(Remove from favorites)').click()
  await page.locator('article button::-p-text(Add to favorites)').waitHandle()
  await page.locator('main button::-p-text(Back)').click()
  await seeTitles(page, poetry, mystery)
  await page.reload()
  await seeTitles(page, poetry, mystery)

  await press('button', 'Profile menu')
  await press('menuitem', 'Logout')
  await page.locator('#welcome').waitHandle()
  await fill({ email, password })
  await press('button', 'Login')
  await findSection(page, 'Poetry')
  await press('link', 'Favorites')
  await seeTitles(page, poetry, mystery)
}

await withFirefox(async (browser) => {
  if (!process.env['DIST_DIR'] && !isBuilt(ROOT)) await build({ root: ROOT, logLevel: 'warn' })
  const faults: string[] = []
  const page = await browser.newPage()
  page.setDefaultTimeout(60_000)
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
