/** End-to-end tests of the testers' panel. */
import type { Locator, Page } from '@playwright/test'
import { SCENARIO_NAMES } from '../../mocks/scenarios.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './mocksFixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** What the browser itself says where a scenario makes a request fail. */
const FAILED = /^console: Failed to load resource|^failed: /

test.afterEach(({ complaints }) => {
  expect(complaints.filter((text) => !FAILED.test(text))).toEqual([])
})

/** The product, without the panel that has the same words. */
const productOf = (page: Page): Locator => page.locator('#root')

const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Scenarios' })

const listOf = (panel: Locator): Locator => panel.getByRole('region', { name: 'All scenarios' })

/** The button of the list that plays a scenario. */
const entry = (panel: Locator, name: string): Locator =>
  listOf(panel)
    .getByRole('button')
    .filter({ has: panel.page().getByText(name, { exact: true }) })

/** Opens the product in a scenario, and the panel in it. */
async function openPanel(page: Page, scenario = 'happyPath'): Promise<Locator> {
  await page.goto(`/?scenario=${scenario}&latency=0`)
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Scenarios' }).click()
  await expect(panel.getByRole('heading', { name: 'Scenarios' })).toBeFocused()
  return panel
}

test('a tester filters, plays a scenario, adds a second, takes one out, and goes to the next', async ({
  page,
}) => {
  const panel = await openPanel(page)
  await expect(listOf(panel).getByRole('status')).toHaveText(`${SCENARIO_NAMES.length} scenarios`)
  const filter = panel.getByRole('searchbox', { name: 'Filter' })
  await filter.fill('failed to load favorite')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await entry(panel, 'favoritesFail').click()
  await expect(page).toHaveURL(({ pathname, search }) => pathname === '/favorites' && search === '')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Failed to load favorite books.')
  const played = panel.getByRole('group', { name: 'Played' })
  const expectation = played.getByRole('listitem').filter({ hasText: 'Failed to load favorite' })
  await expect(expectation).toContainText('Seen: ')

  await filter.fill('profile')
  await panel.getByRole('button', { name: 'Add profileFails' }).click()
  await expect(played.getByText('favoritesFail', { exact: true })).toBeVisible()
  await expect(played.getByText('profileFails', { exact: true })).toBeVisible()
  await expect(played).not.toContainText('Not seen yet')
  await filter.fill('')
  await panel.getByRole('button', { name: 'Take out favoritesFail' }).click()
  await expect(page).toHaveURL(({ pathname }) => pathname === '/')

  const place = SCENARIO_NAMES.indexOf('profileFails')
  await page.keyboard.press('Alt+KeyN')
  await expect(played.getByText(SCENARIO_NAMES[place + 1] ?? '', { exact: true })).toBeVisible()
  await entry(panel, 'profileFails').click()
  await expect(played.getByText('profileFails', { exact: true })).toBeVisible()
  await expect(entry(panel, 'profileFails')).toBeInViewport()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('the panel plays the steps, and a step that cannot be done is named', async ({ page }) => {
  const panel = await openPanel(page, 'loginRejected')
  await panel.getByRole('button', { name: 'Play the steps' }).click()
  await expect(panel.getByText('All steps are done.')).toBeVisible()
  await expect(panel.getByText('1 of 1 seen', { exact: true })).toBeVisible()

  await panel.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(panel.getByText('0 of 1 seen', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Register instead' }).click()
  await panel.getByRole('button', { name: 'Play the steps' }).click()
  await expect(panel.getByRole('alert')).toContainText('Step 3 (press "Login") failed', {
    timeout: 20_000,
  })
})

test('latency makes responses late, reset begins again, and a link plays the same elsewhere', async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const panel = await openPanel(page, 'threeFavorites')
  await panel.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('button', { name: 'Remove from favorites' }).first().click()
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
  const latency = panel.getByLabel('Latency in ms')
  const reset = panel.getByRole('button', { name: 'Reset', exact: true })
  await latency.fill('4000')
  await reset.click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading favorite' })).toBeVisible()
  await latency.fill('500')
  await reset.click()
  await expect(page.getByRole('link', { name: 'Dracula' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(panel.getByText('Copied', { exact: true })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  // Another tester has no policy that the worker would have to be let through.
  const other = await browser.newContext({ bypassCSP: true })
  try {
    const foreign = await other.newPage()
    await foreign.goto(link)
    await expect(foreign.getByRole('link', { name: 'Dracula' })).toBeVisible()
    await panelOf(foreign).getByRole('button', { name: 'Scenarios' }).click()
    await expect(panelOf(foreign).getByLabel('Latency in ms')).toHaveValue('500')
  } finally {
    await other.close()
  }
})

test('by keyboard alone: open, filter, play, close', async ({ page }) => {
  await page.goto('/?scenario=happyPath&latency=0')
  const panel = panelOf(page)
  const opener = panel.getByRole('button', { name: 'Scenarios' })
  await expect(opener).toBeVisible()
  await page.keyboard.press('Control+Shift+M')
  await expect(panel.getByRole('searchbox', { name: 'Filter' })).toBeFocused()
  await page.keyboard.type('favoritesEmpty')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(productOf(page).getByText('No favorite books yet 🤷♀️ !')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
})

test('an unknown name and an unknown request are alerts', async ({ page, complaints }) => {
  await page.goto('/?scenario=noSuchThing&latency=0')
  const panel = panelOf(page)
  await expect(panel.getByRole('alert')).toContainText('No scenario is called noSuchThing')
  await entry(panel, 'favoritesEmpty').click()
  await expect(productOf(page).getByText('No favorite books yet 🤷♀️ !')).toBeVisible()
  await expect(panel.getByRole('alert')).toHaveCount(0)
  await page.evaluate(() => fetch('/api/nothing', { method: 'PUT' }).catch(() => undefined))
  await expect(panel.getByRole('alert')).toContainText('PUT /api/nothing')
  const expected = /No scenario is called "noSuchThing"|No handler knows PUT \/api\/nothing\./
  const others = complaints.splice(0).filter((text) => !FAILED.test(text))
  expect(others.filter((text) => !expected.test(text))).toEqual([])
})

test('the happy path has a reader with favorites on a page for readers, and their covers', async ({
  page,
}) => {
  await page.goto('/favorites?scenario=happyPath&latency=0&panel=off')
  const cover = productOf(page).getByRole('main').locator('img').first()
  await expect(cover).toBeVisible()
  const address = await cover.evaluate((image: HTMLImageElement) => image.src)
  const svg = await page.evaluate(async (url) => (await fetch(url)).text(), address)
  // A layout of the server with its art, and the title as text.
  expect(svg).toMatch(/^<svg [^>]*aria-label="[^"]+, [^"]+">.*<text /s)
  await expect
    .poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 820, height: 900 },
  { width: 390, height: 780 },
  { width: 320, height: 640 },
]) {
  test(`at ${width} px the list is visible at once, the page stays as it is, and axe finds nothing`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.goto('/?scenario=favoritesUpdateFails,profileFails&latency=0')
    const panel = panelOf(page)
    const link = page.getByRole('link', { name: 'Dracula' })
    await expect(link).toBeVisible()
    const before = await link.boundingBox()
    await panel.getByRole('button', { name: 'Scenarios' }).click()
    await expect(entry(panel, 'favoritesUpdateFails')).toBeInViewport({ ratio: 1 })
    await expect(panel.getByRole('button', { name: 'Next', exact: true })).toBeInViewport({
      ratio: 1,
    })
    expect(await link.boundingBox()).toEqual(before)
    for (const button of ['Move', 'Close']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
        expect(await axeFindings(page), `${colorScheme}, before ${button}`).toEqual([])
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide).toBeLessThanOrEqual(width)
      }
      await panel.getByRole('button', { name: button, exact: true }).click()
    }
    expect(await axeFindings(page), 'closed').toEqual([])
  })
}
