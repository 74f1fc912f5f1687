/**
 * `npm run test:hardening firefox`: a new reader in Firefox, from the register form to a favorite that is still there
 * after a reload, on the real server with the build of `dist/`.
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
/** By its text: Firefox leaves what is offscreen out of the accessibility tree. */
const SHELF = '::-p-xpath(//section[h2="Best Mystery Books"])'

/** Whether React has the page, and nothing, such as a toast, lies over the middle of an element. Runs in the page. */
function isReady(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  const isTop = element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  return isTop && Object.keys(element).some((key) => key.startsWith('__reactFiber'))
}

async function runSteps(page: Page, address: string): Promise<void> {
  const { name, email, password } = newcomer()
  /** The element, once it is ready. Puppeteer's own waits use eval, which our policy blocks. */
  const see = async (selector: string) => {
    for (let tries = 0; tries < 1000; tries++) {
      const found = await page.$(selector)
      await found?.scrollIntoView()
      if (await found?.evaluate(isReady)) return found
      await delay(50)
    }
    throw new Error(`There is no ${selector}.`)
  }
  const press = async (selector: string) => (await see(selector))?.click()
  await page.goto(`${address}/register`)
  for (const [field, text] of Object.entries({
    name,
    email,
    password,
    confirmPassword: password,
  })) {
    await (await see(`input[name=${field}]`))?.type(text)
  }
  await press('aria/Register[role="button"]')
  await press('aria/Mystery[role="button"]')
  await press('aria/Confirm[role="button"]')
  await press(`${SHELF} >>> li button`)
  await see(`${SHELF} >>> li:first-of-type [data-favorite=true]`)
  const title = await page.$eval(`${SHELF} >>> li h3`, (heading) => heading.textContent)
  await press('aria/Favorites[role="link"]')
  await see('main h2')
  await page.reload()
  const favorite = await (await see('main h2'))?.evaluate((heading) => heading.textContent)
  if (favorite !== title) throw new Error(`The favorite is ${favorite}, not ${title}.`)
}

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
