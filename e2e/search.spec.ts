import type { Locator, Page } from '@playwright/test'
import { expect, signedIn, test } from './fixtures.ts'
import { open, recordAlerts, searchField, searchFor } from './navigation.ts'

const list = (page: Page): Locator => page.getByRole('listbox', { name: 'Search results' })

test.describe('signed out', () => {
  test('on the landing page: a toast, and the page scrolls to the form', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await open(page, '/')
    const form = page.getByRole('heading', { name: 'Login' })
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(form).not.toBeInViewport()
    await searchFor(page, 'emma')
    await expect(page.getByRole('alert')).toHaveText('Please log in to search for books.')
    await expect(form).toBeInViewport()
  })

  test('on a page without the form: a toast, and the landing page at its form', async ({
    page,
  }) => {
    await open(page, '/book/pride-and-prejudice')
    await searchField(page).fill('emma')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('Please log in to search for books.')
    await expect(page).toHaveURL('/')
    const form = page.getByRole('heading', { name: 'Login' })
    await expect(form).toBeInViewport()
    await expect(form).toBeFocused()
  })

  test('an empty query does nothing, and nothing is requested', async ({ page }) => {
    const searches: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/books/search')) searches.push(request.url())
    })
    const alerts = await recordAlerts(page)
    await open(page, '/')
    await searchFor(page, '   ')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    // Words, by contrast, bring a toast, and this one only.
    await searchFor(page, 'emma')
    await expect.poll(() => alerts).toEqual(['Please log in to search for books.'])
    expect(searches).toEqual([])
  })
})

test.describe('signed in', () => {
  test.beforeEach(async ({ page }) => {
    await signedIn(page)
    await open(page, '/')
    await expect(page.getByRole('combobox', { name: 'Search books' })).toBeVisible()
  })

  test('Enter and the icon search, typos and missing accents are forgiven; a click opens the book', async ({
    page,
  }) => {
    const first = list(page).getByRole('option').first()
    await searchFor(page, 'prejudcie')
    await expect(first).toContainText('Pride and Prejudice')
    await expect(first).toContainText('Jane Austen')
    await searchFor(page, 'les miserables')
    await expect(first).toContainText('Les Misérables')
    await searchField(page).fill('hound baskervilles')
    await expect(list(page)).toBeHidden()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(first).toContainText('The Hound of the Baskervilles')
    await first.click()
    await expect(page).toHaveURL('/book/the-hound-of-the-baskervilles')
    const title = page.getByRole('heading', { name: 'The Hound of the Baskervilles', level: 1 })
    await expect(title).toBeVisible()
    await expect(list(page)).toBeHidden()
  })

  test('arrow keys move in the list, Enter opens the book', async ({ page }) => {
    await searchFor(page, 'love')
    const options = list(page).getByRole('option')
    await expect(options.nth(4)).toBeAttached()
    const [title = ''] = (await options.nth(1).innerText()).split('\n')
    const expectActive = async (option: Locator) => {
      const id = (await option.getAttribute('id')) ?? 'none'
      await expect(searchField(page)).toHaveAttribute('aria-activedescendant', id)
    }
    await searchField(page).press('ArrowDown')
    await expectActive(options.first())
    await searchField(page).press('ArrowUp')
    await expectActive(options.last())
    await expect(options.last()).toBeInViewport()
    await searchField(page).press('ArrowDown')
    await searchField(page).press('ArrowDown')
    await expectActive(options.nth(1))
    await expect(searchField(page)).toBeFocused()
    await searchField(page).press('Enter')
    await expect(page).toHaveURL(/\/book\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  })

  test('the list is at most 200 px high and scrolls, on wide and narrow screens', async ({
    page,
  }) => {
    for (const width of [1280, 663, 320]) {
      await page.setViewportSize({ width, height: 720 })
      await searchFor(page, 'love')
      await expect(list(page)).toBeVisible()
      const { height, scrolls, left, right } = await list(page).evaluate((element) => {
        const box = element.getBoundingClientRect()
        const scrolls = element.scrollHeight > element.clientHeight
        return { height: box.height, scrolls, left: box.left, right: box.right }
      })
      expect(height).toBeLessThanOrEqual(200)
      expect(height).toBeGreaterThan(150)
      expect(scrolls).toBe(true)
      // Half a row shows that the list goes on.
      const third = await list(page).getByRole('option').nth(2).boundingBox()
      const end = await list(page).evaluate((element) => element.getBoundingClientRect().bottom)
      expect((end - (third?.y ?? 0)) / (third?.height ?? 1)).toBeCloseTo(0.5, 1)
      await expect(list(page).getByText(/^\d+ books found$/)).toBeVisible()
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
      await searchField(page).press('Escape')
    }
  })

  test('Escape, a click outside and focus leaving close the list', async ({ page }) => {
    await searchFor(page, 'love')
    await expect(list(page)).toBeVisible()
    await searchField(page).press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(searchField(page)).toHaveValue('love')

    await searchField(page).press('Enter')
    await expect(list(page)).toBeVisible()
    await page.getByRole('main').click({ position: { x: 5, y: 5 } })
    await expect(list(page)).toBeHidden()

    await searchFor(page, 'love')
    await expect(list(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(list(page)).toBeHidden()
  })

  test('nothing found is said in words, with a hint', async ({ page }) => {
    await searchFor(page, 'zzqqxxyyzz')
    const status = page.getByRole('search').getByRole('status')
    await expect(status).toContainText('No books found.')
    await expect(status).toContainText('Check the spelling, or search for the author.')
    await expect(page.getByText('No books found.')).toBeVisible()
  })
})
