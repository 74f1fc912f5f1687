import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { searchFor } from './navigation.ts'

const GUARDED = 'User not found. Please log in.'

/** Lets time pass in small steps: what React renders after one timer sets the next. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 100) await page.clock.runFor(Math.min(left, 100))
}

/**
 * Opens a page that the guard answers with a toast, and lets time pass until that is seen. Its two
 * seconds pass with these steps alone: a page whose pictures are slow to come would outlast it.
 */
async function openToGuard(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2030-01-01T20:00:00') })
  await page.clock.pauseAt(new Date('2030-01-01T20:00:01'))
  await page.goto('/favorites')
  await expect(async () => {
    await pass(page, 100)
    expect(await page.getByRole('alert').allTextContents()).toEqual([GUARDED])
  }).toPass({ intervals: [50], timeout: 10_000 })
}

/** Shows one toast on a page whose clock stands still. */
async function showToast(page: Page): Promise<void> {
  await openToGuard(page)
  await pass(page, 3000)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await searchFor(page, 'emma')
  await expect(page.getByRole('alert')).toHaveText('Please log in to search for books.')
}

test('a toast stands at the bottom right', async ({ page }) => {
  await showToast(page)
  const alert = page.getByRole('alert')
  const box = await alert.boundingBox()
  const viewport = page.viewportSize()
  expect(box && viewport).toBeTruthy()
  if (!box || !viewport) return
  expect(viewport.width - (box.x + box.width)).toBeLessThan(40)
  expect(viewport.height - (box.y + box.height)).toBeLessThan(40)
  expect(box.x).toBeGreaterThan(viewport.width / 2)
})

test('a toast is gone after 2000 ms, not before', async ({ page }) => {
  await showToast(page)
  await pass(page, 1900)
  await expect(page.getByRole('alert')).toBeVisible()
  // The rest of its time, and what it takes to slide away.
  await pass(page, 1000)
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
