import { axeFindings } from './axe.ts'
import { createFavorites, expect, signIn, test } from './fixtures.ts'
import { open } from './steps.ts'

test('axe finds nothing in the menu of a card, on a card that is wanted, and on its page', async ({
  page,
}) => {
  const reader = await signIn(page, { interests: ['Mystery'] })
  await createFavorites(page, reader, 1)
  await open(page, '/recommendations')
  const button = page.getByRole('button', { name: /^More about/ }).first()
  await button.click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await menu.getByRole('menuitem', { name: 'Want to read' }).click()
  await expect(page.getByText('You want to read this')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await open(page, '/book/emma')
  await page.getByRole('article').getByRole('button', { name: 'More about Emma' }).click()
  await page.getByRole('menuitem', { name: 'I have read it' }).click()
  await expect(page.getByRole('button', { name: 'You have read this' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})

test.describe('under a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 700 } })

  test('heart and menu of a card are 44 px each, apart, and nothing overflows', async ({
    page,
  }) => {
    const reader = await signIn(page, { interests: ['Mystery'] })
    await createFavorites(page, reader, 1)
    await open(page, '/recommendations')
    const picked = page.getByRole('region', { name: 'Picked for You' })
    const card = picked.getByRole('listitem').first()
    const heart = await card.getByRole('button', { name: 'Add to favorites' }).boundingBox()
    const menu = await card.getByRole('button', { name: /^More about/ }).boundingBox()
    for (const box of [heart, menu]) {
      expect(box?.width).toBeGreaterThanOrEqual(44)
      expect(box?.height).toBeGreaterThanOrEqual(44)
    }
    // Beside each other, below all words.
    expect(heart?.y).toBe(menu?.y)
    expect((heart?.x ?? 0) + (heart?.width ?? 0)).toBeLessThanOrEqual((menu?.x ?? 0) + 0.5)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})

test('another tab shows a mark, and a tab with the focus follows what another one did', async ({
  page,
}) => {
  await signIn(page, { interests: ['Mystery'] })
  await open(page, '/book/emma')
  await page.getByRole('button', { name: 'Want to read', exact: true }).click()
  await expect(page.getByRole('button', { name: 'You want to read this' })).toBeVisible()
  const other = await page.context().newPage()
  await expect(async () => {
    await open(other, '/book/emma')
    await expect(other.getByRole('button', { name: 'You want to read this' })).toBeVisible()
  }).toPass()
  await other.getByRole('button', { name: 'You want to read this' }).click()
  await expect(other.getByRole('button', { name: 'Want to read', exact: true })).toBeVisible()
  await other.waitForLoadState('networkidle')
  // The first tab follows when it has the focus.
  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('button', { name: 'Want to read', exact: true })).toBeVisible()
})
