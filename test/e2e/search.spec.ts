import { expect, signIn, test } from './fixtures.ts'
import { boxOf, open, recordAlerts, searchField, searchFor, title } from './steps.ts'

test('a visitor is told to log in, and the page scrolls to the form', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  const alerts = await recordAlerts(page)
  await open(page, '/')
  const form = page.getByRole('heading', { name: 'Login' })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(form).not.toBeInViewport()
  await searchFor(page, 'emma')
  await expect.poll(() => alerts).toEqual(['Please log in to search for books.'])
  await expect(form).toBeInViewport()
})

test('Enter and the icon search; the list is at most 200 px high, scrolls with the arrow keys, and a click opens a book', async ({
  page,
}) => {
  await signIn(page)
  await open(page, '/')
  const list = page.getByRole('listbox', { name: 'Search results' })
  for (const width of [320, 663, 1280]) {
    await page.setViewportSize({ width, height: 720 })
    await searchFor(page, 'love')
    await expect(list.getByText('Showing the first 20')).toBeVisible()
    await expect(async () => {
      const box = await boxOf(list)
      expect(box.height).toBeLessThanOrEqual(200)
      expect(box.height).toBeGreaterThan(150)
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.right).toBeLessThanOrEqual(width)
      // Half a row shows that the list goes on.
      const third = await boxOf(list.getByRole('option').nth(2))
      expect((box.bottom - third.y) / third.height).toBeCloseTo(0.5, 1)
    }).toPass({ timeout: 10_000 })
    await searchField(page).press('ArrowUp')
    await expect(list.getByRole('option').last()).toBeInViewport()
    await searchField(page).press('Escape')
    await expect(list).toBeHidden()
  }
  await searchField(page).fill('hound baskervilles')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const first = list.getByRole('option').first()
  await expect(first).toContainText('The Hound of the Baskervilles')
  await first.click()
  await expect(title(page, 'The Hound of the Baskervilles')).toBeVisible()
  await expect(list).toBeHidden()
})
