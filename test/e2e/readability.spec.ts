/**
 * What axe does not check (WCAG 2.2): twice the size of text and more room between its lines (1.4.4, 1.4.12), the
 * narrowest and the lowest window (1.4.10), less motion (2.3.3), forced colours, and print.
 */
import type { Page } from '@playwright/test'
import {
  addFavorites,
  expect,
  FULL,
  READER_PAGES,
  signIn,
  test,
  VISITOR_PAGES,
} from './fixtures.ts'
import { expectReadable, sideways } from './readable.ts'
import { addFavorite, navLink, open, openAccount, searchFor, section } from './steps.ts'

/** Signs a reader in who has two interests and two favorites. */
async function signInWithBooks(page: Page): Promise<void> {
  const reader = await signIn(page, { interests: ['Mystery', 'Historical Fiction'] })
  await addFavorites(page, reader, 2, 'Biography')
}

/** Adds the room between lines, letters and words of WCAG 1.4.12, as an extension would. Runs in the page. */
function addRoom(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`)
  document.adoptedStyleSheets.push(sheet)
}

async function setTextSize(page: Page, size: '100%' | '200%'): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.style.fontSize = value
  }, size)
}

test('large text and room between the words on every page', FULL, async ({ page }) => {
  test.setTimeout(180_000)
  const expectAll = async (path: string) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page, path)
    await expectReadable(page, 'at 320 px')
    await setTextSize(page, '200%')
    for (const width of [390, 820, 1280, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expectReadable(page, `at ${width} px and 200 % of text`)
    }
    await setTextSize(page, '100%')
    await page.evaluate(addRoom)
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await expectReadable(page, `at ${width} px with room between the words`)
    }
  }
  for (const path of VISITOR_PAGES) await expectAll(path)
  await signInWithBooks(page)
  for (const path of READER_PAGES) await expectAll(path)
})

test(
  "in the system's colours alone, what is chosen or a favorite still shows",
  FULL,
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await signInWithBooks(page)
    for (const [path, name] of [
      ['/recommendations', /favorites$/],
      ['/categories', 'Poetry'],
    ] as const) {
      await open(page, path)
      const button = page.getByRole('main').getByRole('button', { name }).first()
      const before = await button.screenshot()
      await button.click()
      await page.mouse.move(0, 0)
      await page.getByRole('main').evaluate((main) => main.focus())
      await expect.poll(async () => (await button.screenshot()).equals(before)).toBe(false)
    }
    const dialog = await openAccount(page, 'Ada Reader')
    const ground = (name: string) =>
      dialog.getByRole('button', { name }).evaluate((at) => getComputedStyle(at).backgroundColor)
    expect(await ground('System')).not.toBe(await ground('Light'))
    await page.keyboard.press('Escape')
    await searchFor(page, 'love')
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').first()).toHaveCSS('outline-style', 'solid')
  },
)

/** Records how long every transition and animation of the page takes, from now on. Runs in the page. */
function recordMotion() {
  const durations: number[] = [0]
  for (const kind of ['animationstart', 'transitionrun'] as const) {
    document.addEventListener(kind, ({ target }) => {
      if (!(target instanceof Element)) return
      for (const { effect } of target.getAnimations({ subtree: true })) {
        durations.push(Number(effect?.getComputedTiming().duration))
      }
    })
  }
  return { longest: () => Math.max(...durations) }
}

test('nothing moves for readers who asked for less motion', FULL, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, { name: 'Ada Still', interests: ['Mystery'] })
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion })
    await open(page, '/recommendations')
    const motion = await page.evaluateHandle(recordMotion)
    const cards = section(page, 'Mystery').getByRole('listitem')
    await addFavorite(page, cards.nth(reducedMotion === 'reduce' ? 1 : 0))
    await page.getByRole('button', { name: 'Open menu' }).click()
    await openAccount(page, 'Ada Still')
    const longest = () => motion.evaluate((self) => self.longest())
    if (reducedMotion === 'reduce') expect(await longest()).toBeLessThan(1)
    else await expect.poll(longest).toBeGreaterThanOrEqual(200)
  }
})

test('in print a book is whole, dark on white, without bar, footer and buttons', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('colorScheme', 'dark'))
  await page.setViewportSize({ width: 800, height: 400 })
  await open(page, '/book/pride-and-prejudice')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(33, 28, 24)')
  const isWhole = await page
    .getByRole('region', { name: 'Description' })
    .evaluate(({ clientHeight, scrollHeight }) => clientHeight >= scrollHeight)
  expect(isWhole).toBe(true)
})

test('at 400 % zoom the bar leaves the window to the page, and its menu can be reached', async ({
  page,
}) => {
  // A window of 1280 by 1024.
  await page.setViewportSize({ width: 320, height: 256 })
  await signIn(page, { name: `Wolfeschlegelsteinhausen${'n'.repeat(40)}` })
  await open(page, '/categories')
  expect(await page.evaluate(sideways)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await navLink(page, 'Recommendations').scrollIntoViewIfNeeded()
  await expect(navLink(page, 'Recommendations')).toBeInViewport({ ratio: 1 })
  await page.mouse.move(160, 128)
  await page.mouse.wheel(0, 600)
  await expect(page.getByRole('banner')).not.toBeInViewport()
})
