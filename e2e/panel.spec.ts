/** Journeys through the testers' panel. */
import type { Locator, Page } from '@playwright/test'
import { SCENARIO_NAMES } from '../mocks/scenarios.ts'
import { axeFindings } from './axe.ts'
import { expect, test } from './mocksFixtures.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

/** What the browser itself says where a scenario makes a request fail. */
const FAILED = /^console: Failed to load resource|^failed: /

test.afterEach(({ complaints }) => {
  expect(complaints.filter((text) => !FAILED.test(text))).toEqual([])
})

/** The product, without the panel that speaks of the same things. */
function productOf(page: Page): Locator {
  return page.locator('#root')
}

function panelOf(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Scenarios' })
}

/** Opens the product in a scenario, and the panel in it. */
async function openPanel(page: Page, scenario = 'happyPath'): Promise<Locator> {
  await page.goto(`/?scenario=${scenario}&latency=0`)
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Scenarios' }).click()
  await expect(panel.getByRole('heading', { name: 'Scenarios', exact: true })).toBeFocused()
  return panel
}

/** An entry of the list of all scenarios. */
function entry(panel: Locator, name: string): Locator {
  return panel
    .getByRole('region', { name: 'All scenarios' })
    .getByRole('listitem')
    .filter({ has: panel.page().getByText(name, { exact: true }) })
}

async function choose(panel: Locator, name: string): Promise<void> {
  await entry(panel, name).getByRole('button').first().click()
}

test('a tester filters, plays a scenario, lays a second over it, and takes one out', async ({
  page,
}) => {
  const panel = await openPanel(page)
  const all = panel.getByRole('region', { name: 'All scenarios' })
  await expect(all.getByRole('status')).toHaveText(`${SCENARIO_NAMES.length} scenarios`)
  await panel.getByLabel('Filter').fill('failed to load favorite')
  await expect(all.getByRole('status')).toHaveText(
    new RegExp(`^\\d+ of ${SCENARIO_NAMES.length} scenarios$`),
  )
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await choose(panel, 'favoritesFail')
  await expect(page).toHaveURL(/\/favorites\?.*scenario=favoritesFail/)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Failed to load favorite books.',
  )
  const sight = panel.getByRole('listitem').filter({ hasText: 'Failed to load favorite books.' })
  await expect(sight).toContainText('Seen')
  await expect(sight).not.toContainText('Not seen yet')

  await panel.getByLabel('Filter').fill('profileFails')
  await panel.getByRole('button', { name: 'Add profileFails' }).click()
  await expect(page).toHaveURL(/scenario=favoritesFail(,|%2C)profileFails/)
  const played = panel.getByRole('region', { name: 'Played', exact: true })
  await expect(played.getByRole('code').filter({ hasText: 'favoritesFail' })).toBeVisible()
  await expect(played.getByRole('code').filter({ hasText: 'profileFails' })).toBeVisible()
  await expect(played).not.toContainText('Not seen yet')

  await played.getByRole('button', { name: 'Take out favoritesFail' }).click()
  await expect(page).toHaveURL(/scenario=profileFails/)
  await expect(page).toHaveURL(({ pathname }) => pathname === '/')
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

test('latency holds answers back, and reset begins anew', async ({ page }) => {
  const panel = await openPanel(page, 'threeFavorites')
  await expect(page.getByRole('link', { name: 'Dracula' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove from favorites' }).first().click()
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible()

  await panel.getByRole('combobox', { name: 'Latency' }).selectOption('4000 ms')
  await panel.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Loading favorite books...' }),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Dracula' })).toHaveCount(0)
  await panel.getByLabel('Latency in ms').fill('0')
  await panel.getByRole('button', { name: 'Reset', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Dracula' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toHaveCount(0)
})

test('a link that was copied leads another browser to the same state', async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const panel = await openPanel(page, 'threeFavorites')
  await page.getByRole('button', { name: 'Remove from favorites' }).first().click()
  await expect(productOf(page).getByText('2 books')).toBeVisible()
  await panel.getByLabel('Latency in ms').fill('20')
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(panel.getByText('Copied', { exact: true })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  // Another tester has no policy that the worker would have to be let through.
  const other = await browser.newContext({ bypassCSP: true })
  try {
    const theirs = await other.newPage()
    await theirs.goto(link)
    await expect(theirs.getByRole('link', { name: 'Emma' })).toBeVisible()
    await expect(theirs.getByRole('link', { name: 'Dracula' })).toHaveCount(0)
    await expect(theirs).toHaveURL(({ pathname }) => pathname === '/favorites')
    const theirPanel = panelOf(theirs)
    await theirPanel.getByRole('button', { name: 'Scenarios' }).click()
    await expect(theirPanel.getByLabel('Latency in ms')).toHaveValue('20')
  } finally {
    await other.close()
  }
})

test('where the clipboard is refused, the link stands in a field', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('No.', 'NotAllowedError')) },
    })
  })
  const panel = await openPanel(page, 'threeFavorites')
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(panel.getByLabel('Copy it by hand')).toHaveValue(
    /\/favorites\?scenario=threeFavorites&/,
  )
})

test('by keyboard alone: open, filter, play, close', async ({ page }) => {
  await page.goto('/?scenario=happyPath&latency=0')
  const panel = panelOf(page)
  await expect(panel.getByRole('button', { name: 'Scenarios' })).toBeVisible()
  await page.keyboard.press('Control+Shift+M')
  await expect(panel.getByRole('heading', { name: 'Scenarios', exact: true })).toBeFocused()
  const filter = panel.getByLabel('Filter')
  for (let presses = 0; presses < 20; presses += 1) {
    if (await filter.evaluate((field) => field.matches(':focus'))) break
    await page.keyboard.press('Tab')
  }
  await expect(filter).toBeFocused()
  await page.keyboard.type('favoritesEmpty')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(productOf(page).getByText('No favorite books yet 🤷♀️ !')).toBeVisible()
  // From the page the shortcut leads into the open panel, from within it closes it.
  await page.keyboard.press('Control+Shift+M')
  await expect(
    panel
      .getByRole('button', { name: 'Scenarios' })
      .or(panel.getByRole('heading', { name: 'Scenarios', exact: true })),
  ).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel.getByRole('button', { name: 'Scenarios' })).toBeFocused()
  await expect(filter).toHaveCount(0)
})

test('an unknown name is said in the panel, with the known ones to choose from', async ({
  page,
  complaints,
}) => {
  await page.goto('/?scenario=noSuchThing&latency=0')
  const panel = panelOf(page)
  await expect(panel.getByRole('alert')).toContainText('No scenario is called noSuchThing')
  await choose(panel, 'favoritesEmpty')
  await expect(productOf(page).getByText('No favorite books yet 🤷♀️ !')).toBeVisible()
  await expect(panel.getByRole('alert')).toHaveCount(0)
  const said = complaints.splice(0)
  expect(said.filter((text) => !text.includes('No scenario is called "noSuchThing"'))).toEqual([])
})

test('a call that nothing answers is an error in the panel', async ({ page, complaints }) => {
  const panel = await openPanel(page)
  await page.evaluate(() => fetch('/api/nothing', { method: 'PUT' }).catch(() => undefined))
  await expect(panel.getByRole('alert')).toContainText('PUT /api/nothing')
  const said = complaints.splice(0).filter((text) => !FAILED.test(text))
  expect(said).toEqual([expect.stringContaining('[mocks] No handler answers PUT /api/nothing.')])
})

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 820, height: 900 },
  { width: 390, height: 780 },
  { width: 320, height: 640 },
]) {
  test(`axe finds nothing in the panel, open and closed, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    const panel = await openPanel(page, 'favoritesUpdateFails,profileFails')
    await expect(page.getByRole('link', { name: 'Dracula' })).toBeVisible()
    for (const isOpen of [true, false]) {
      if (!isOpen) await panel.getByRole('button', { name: 'Close', exact: true }).click()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
        expect(await axeFindings(page), `${colorScheme}, open: ${isOpen}`).toEqual([])
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(wide).toBeLessThanOrEqual(width)
      }
    }
  })
}
