/** The testers' panel, where it needs a browser: the worker, the clipboard, the layout. */
import type { Locator, Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { expect, test } from './mocksFixtures.ts'

/** What the browser itself says where a scenario makes a request fail. */
const FAILED = /^console: Failed to load resource|^failed: /

test.afterEach(({ complaints }) => {
  expect(complaints.filter((text) => !FAILED.test(text))).toEqual([])
})

const panelOf = (page: Page): Locator => page.getByRole('complementary', { name: 'Scenarios' })

test('latency makes responses late, reset begins again, and a link plays the same elsewhere', async ({
  page,
  browser,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/?scenario=threeFavorites&latency=0')
  const panel = panelOf(page)
  await panel.getByRole('button', { name: 'Scenarios' }).click()
  await expect(panel.getByRole('heading', { name: 'Scenarios' })).toBeFocused()
  await panel.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('button', { name: 'Remove from favorites' }).first().click()
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible()
  const reset = panel.getByRole('button', { name: 'Reset', exact: true })
  await panel.getByLabel('Latency in ms').fill('4000')
  await reset.click()
  await expect(page.getByRole('status').filter({ hasText: 'Loading favorite' })).toBeVisible()
  await panel.getByLabel('Latency in ms').fill('500')
  await reset.click()
  await expect(page.getByRole('link', { name: 'Dracula' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(panel.getByText('Copied', { exact: true })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())

  // Another tester has no policy that the worker would have to be let through.
  const other = await browser.newContext({ bypassCSP: true })
  const foreign = await other.newPage()
  await foreign.goto(link)
  await expect(foreign.getByRole('link', { name: 'Dracula' })).toBeVisible()
  await panelOf(foreign).getByRole('button', { name: 'Scenarios' }).click()
  await expect(panelOf(foreign).getByLabel('Latency in ms')).toHaveValue('500')
  await other.close()
})

test('the list is visible at once, the page stays as it is, and axe finds nothing', async ({
  page,
}) => {
  test.setTimeout(120_000)
  for (const [width, height] of [
    [1440, 900],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/?scenario=favoritesUpdateFails,profileFails&latency=0')
    const panel = panelOf(page)
    const link = page.getByRole('link', { name: 'Dracula' })
    await expect(link).toBeVisible()
    const before = await link.boundingBox()
    await panel.getByRole('button', { name: 'Scenarios' }).click()
    const list = panel.getByRole('region', { name: 'All scenarios' })
    await expect(list.getByText('favoritesUpdateFails', { exact: true })).toBeInViewport()
    const next = panel.getByRole('button', { name: 'Next', exact: true })
    await expect(next).toBeInViewport({ ratio: 1 })
    expect(await link.boundingBox()).toEqual(before)
    for (const button of ['Move', 'Close']) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await axeFindings(page), `${colorScheme}, before ${button}`).toEqual([])
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(width)
      await panel.getByRole('button', { name: button, exact: true }).click()
    }
    expect(await axeFindings(page), 'closed').toEqual([])
  }
})
