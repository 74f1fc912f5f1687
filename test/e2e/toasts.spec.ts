import type { Page } from '@playwright/test'
import { pass, passUntilVisible, pauseClock } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { logIn, open } from './steps.ts'

/** Shows one toast, the one of the guard, on a page whose clock is paused. */
async function showToast(page: Page): Promise<void> {
  await pauseClock(page)
  await page.goto('/favorites')
  await passUntilVisible(page, page.getByRole('alert'))
  await expect(page.getByRole('alert')).toHaveText('User not found. Please log in.')
}

test('a toast is at the bottom right, and gone after 2000 ms, not before', async ({ page }) => {
  await showToast(page)
  await pass(page, 1500)
  // In our colours, over notistack's own.
  await expect(page.getByRole('alert')).toHaveCSS('background-color', 'rgb(143, 31, 27)')
  await expect(page.getByRole('alert')).toHaveCSS('min-width', '0px')
  const box = await page.getByRole('alert').boundingBox()
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  expect(box?.x).toBeGreaterThan(width / 2)
  expect(width - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThan(40)
  expect(height - ((box?.y ?? 0) + (box?.height ?? 0))).toBeLessThan(40)
  // The rest of its time, and what it takes to slide away.
  await pass(page, 1500)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a toast stays while the pointer is on it', async ({ page }) => {
  await showToast(page)
  await page.getByRole('alert').hover()
  await pass(page, 6000)
  await expect(page.getByRole('alert')).toBeVisible()
  await page.mouse.move(0, 0)
  await pass(page, 3000)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the icon of a toast is beside its first line', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await showToast(page)
  const text = page.locator('#notistack-snackbar')
  const [icon, line] = await text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element.lastChild ?? element)
    const [first] = range.getClientRects()
    const box = element.querySelector('svg')?.getBoundingClientRect()
    return [box, first].map((at) => ({
      middle: ((at?.top ?? 0) + (at?.bottom ?? 0)) / 2,
      right: at?.right,
      left: at?.left,
    }))
  })
  expect(Math.abs((icon?.middle ?? 0) - (line?.middle ?? 99))).toBeLessThanOrEqual(2)
  expect(icon?.right).toBeLessThan(line?.left ?? 0)
})

test('a long word of the server breaks in the form, and in a toast that shows four whole lines', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 400/)
  const word = 'W'.repeat(300)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.route('**/api/user/login', (route) =>
    route.fulfill({ status: 400, json: { error: word, message: word } }),
  )
  await open(page, '/login')
  await logIn(page, { email: 'ada@example.com', password: 'a long evening in' })
  const toast = page.locator('#notistack-snackbar')
  await expect(toast).toBeVisible()
  const [shown, right] = await toast.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element.lastChild ?? element)
    const { bottom } = element.getBoundingClientRect()
    const lines = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
    const note = document.querySelector('form')
    if (note) range.selectNodeContents(note)
    return [[...lines].filter((top) => top < bottom).length, range.getBoundingClientRect().right]
  })
  expect(shown).toBe(4)
  expect(right).toBeLessThanOrEqual(320)
})
