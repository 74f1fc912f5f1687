/**
 * `npm run test:hardening eveningFirefox`: a reader's first evening in Firefox, on a phone in dark and on a desktop
 * in light, on the real server with the real build (DIST_DIR, or one made for the run): register, interests,
 * hearts, a book and back, favorites, a search with typos, and the favorites once more when the server is gone.
 * Whatever the pages complain of fails it. Firefox is the one at FIREFOX_PATH, or the system's.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'puppeteer-core'
import { serve } from '../e2e/fixtures.ts'
import { messages } from '../src/messages.ts'
import { withBuild } from './lib/build.ts'
import { openFirefox, type FirefoxWindow } from './lib/firefox.ts'
import { report } from './lib/run.ts'

const WINDOWS: readonly FirefoxWindow[] = [
  { width: 500, height: 900, scheme: 'dark' },
  { width: 1300, height: 900, scheme: 'light' },
]
const PATIENCE_MS = 15_000
const POLL_MS = 100
/** A page stands still when it has not moved for so long. */
const STILL_MS = 300
const PASSWORD = 'a long evening in'
/** The ground of a page in each scheme, as Firefox tells it. */
const GROUNDS = { light: 'rgb(250, 246, 239)', dark: 'rgb(21, 18, 15)' }

/** What is pressed or looked for: a selector, and the accessible name or the text where it matters. */
type Sought = readonly [selector: string, name?: string]

/** A page in the hands of somebody who points and types. Nothing here needs `eval`, which the policy forbids. */
class Hands {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The middle of the first that can be seen, brought into the window; `null` where there is none. */
  #place([selector, name = '']: Sought): Promise<{ x: number; y: number } | null> {
    return this.page.evaluate(
      (selector, name) => {
        for (const element of document.querySelectorAll<HTMLElement>(selector)) {
          const called = element.ariaLabel ?? element.innerText
          if (element.closest('[inert]') || (name !== '' && called.trim() !== name)) continue
          if (element.getBoundingClientRect().width === 0) continue
          const isOver = element.closest('header, [role=menu], [role=dialog], [role=alert]')
          if (!isOver) element.scrollIntoView({ block: 'center', behavior: 'instant' })
          const { left, top, width, height } = element.getBoundingClientRect()
          return { x: left + width / 2, y: top + height / 2 }
        }
        return null
      },
      selector,
      name,
    )
  }

  /** Waits until a question has an answer other than `null`. */
  async until<T>(what: string, ask: () => Promise<T | null>): Promise<T> {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const answer = await ask()
      if (answer !== null) return answer
      if (Date.now() > end) throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s`)
      await sleep(POLL_MS)
    }
  }

  see(...sought: Sought): Promise<{ x: number; y: number }> {
    return this.until(sought.join(' '), () => this.#place(sought))
  }

  /** Presses what is sought, once it stands still. */
  async press(...sought: Sought): Promise<void> {
    let last = await this.see(...sought)
    for (;;) {
      await sleep(STILL_MS)
      const now = await this.see(...sought)
      if (now.x === last.x && now.y === last.y) break
      last = now
    }
    await this.page.mouse.click(last.x, last.y)
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.press(selector)
    await this.page.keyboard.type(text)
  }

  at(path: string): Promise<true> {
    return this.until(`at ${path}`, async () => {
      const now = await this.page.evaluate(() => location.pathname)
      return now === path || null
    })
  }

  scrolled(): Promise<number> {
    return this.page.evaluate(() => Math.round(window.scrollY))
  }

  /** The text of the first that a selector finds. */
  text(selector: string): Promise<string> {
    return this.page.evaluate(
      (selector) => document.querySelector<HTMLElement>(selector)?.innerText.trim() ?? '',
      selector,
    )
  }
}

function expectSame<T>(what: string, found: T, expected: T): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)}, not ${String(expected)}`)
}

async function begin(hands: Hands, address: string, { scheme }: FirefoxWindow): Promise<void> {
  const { page } = hands
  await page.goto(`${address}/`)
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expectSame('the ground', ground, GROUNDS[scheme])
  await hands.press('button', 'Explore Now')
  await hands.until('the showcase', async () => ((await hands.scrolled()) > 400 ? true : null))
  await page.goto(`${address}/register`)
  await hands.press('input[name=name]')
  const email = `reader-${Date.now()}@example.com`
  for (const text of ['Ada Reader', email, PASSWORD, PASSWORD]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await hands.at('/categories')
}

async function choose(hands: Hands): Promise<void> {
  for (const name of ['Mystery', 'Poetry', 'Sci-Fi']) await hands.press('main button', name)
  await hands.press('button', 'Confirm')
  await hands.at('/recommendations')
  await hands.see('h2', 'Best Mystery Books')
}

/** Gives the first book of the page its heart, opens it, and comes back to the same place; its title. */
async function readOne(hands: Hands): Promise<string> {
  await hands.press('main button[data-favorite=false]')
  await hands.see('main button[data-favorite=true]')
  const title = await hands.page.evaluate(
    () =>
      document
        .querySelector('main button[data-favorite=true]')
        ?.closest('li')
        ?.querySelector('h3')
        ?.innerText.trim() ?? '',
  )
  await hands.see('main li:has(button[data-favorite=true]) img')
  const place = await hands.scrolled()
  // Its cover: that is the link's, too.
  await hands.press('main li:has(button[data-favorite=true]) img')
  await hands.see('main h1', title)
  await hands.see('main button', messages.removeFromFavorites)
  await hands.press('button', 'Back')
  await hands.at('/recommendations')
  await sleep(STILL_MS)
  expectSame('the place after Back', await hands.scrolled(), place)
  return title
}

async function keep(hands: Hands, address: string, title: string): Promise<void> {
  await hands.page.goto(`${address}/favorites`)
  await hands.see('main h2', title)
  await hands.press('main button[data-favorite=true]')
  await hands.press('button', 'Undo')
  await hands.see('main h2', title)
}

async function search(hands: Hands): Promise<void> {
  await hands.fill('input[role=combobox]', 'prid and prejudise')
  await hands.page.keyboard.press('Enter')
  await hands.see('[role=option]')
  await hands.page.keyboard.press('ArrowDown')
  await hands.page.keyboard.press('Enter')
  await hands.at('/book/pride-and-prejudice')
}

/** Waits until the reader's list and its covers can be read without network (decision page 0044). */
async function untilKept(hands: Hands): Promise<void> {
  await hands.until('the list is kept', () =>
    hands.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      if (registration?.active?.state !== 'activated') return null
      const names = await caches.keys()
      const own = names.find((name) => name.startsWith('reader:'))
      if (own === undefined || !names.includes('covers')) return null
      const lists = [await caches.open(own), await caches.open('covers')]
      const counts = await Promise.all(lists.map(async (list) => (await list.keys()).length))
      return counts.every((count) => count > 0) || null
    }),
  )
}

/** One evening in one window; what was done, and what the pages complained of. */
async function evening(dist: string, window: FirefoxWindow): Promise<string[]> {
  const complaints: string[] = []
  const browser = await openFirefox(window)
  try {
    const page = await browser.newPage()
    const hands = new Hands(page)
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    // Firefox tells what the policy refused among the errors.
    page.on('pageerror', (error) =>
      complaints.push(error instanceof Error ? error.message : String(error)),
    )
    let title = ''
    let gone = ''
    await serve({ DIST_DIR: dist }, async (address) => {
      gone = address
      await begin(hands, address, window)
      await choose(hands)
      title = await readOne(hands)
      await keep(hands, address, title)
      await search(hands)
      await page.goto(`${address}/favorites`)
      await untilKept(hands)
    })
    // What the browser itself says of calls that have no answer.
    const before = complaints.splice(0)
    await page.goto(`${gone}/favorites`)
    await hands.see('main h2', title)
    const failure = await hands.until('the failure', async () => {
      const text = await hands.text('main [role=alert]')
      return text === '' ? null : text
    })
    if (!failure.startsWith(messages.favoritesFailed)) throw new Error(`It says: ${failure}`)
    return before
  } finally {
    await browser.close()
  }
}

await withBuild(async (dist) => {
  const faults: string[] = []
  for (const window of WINDOWS) {
    const name = `${window.width} px, ${window.scheme}`
    try {
      const complaints = await evening(dist, window)
      faults.push(...complaints.map((text) => `${name}: a page complained: ${text}`))
    } catch (error) {
      faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
    console.log(`${name}: ${faults.length} faults so far`)
  }
  const evenings = WINDOWS.map(({ width, scheme }) => `${width} px ${scheme}`).join(', ')
  report(faults.length === 0, [`an evening in Firefox at ${evenings}`, ...faults].join('; '))
})
