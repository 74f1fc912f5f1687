import type { Locator, Page } from '@playwright/test'
import { expect, signedIn, test } from './fixtures.ts'
import { recordAlerts } from './navigation.ts'

const searchBox = (page: Page): Locator => page.getByRole('combobox', { name: 'Search books' })
const list = (page: Page): Locator => page.getByRole('listbox', { name: 'Search results' })

async function searchFor(page: Page, query: string): Promise<void> {
  await searchBox(page).fill(query)
  await searchBox(page).press('Enter')
}

test.describe('signed out', () => {
  test('on the landing page: a toast, and the page scrolls to the form', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 })
    await page.goto('/')
    const form = page.getByRole('heading', { name: 'Login' })
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(form).not.toBeInViewport()
    await searchFor(page, 'emma')
    await expect(page.getByRole('alert')).toHaveText('Please log in to search for books.')
    await expect(form).toBeInViewport()
    await expect(list(page)).toBeHidden()
  })

  test('on a page without the form: a toast, and the landing page at its form', async ({
    page,
  }) => {
    await page.goto('/book/pride-and-prejudice')
    await expect(page.getByRole('heading', { name: 'Pride and Prejudice' })).toBeVisible()
    await searchBox(page).fill('emma')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText('Please log in to search for books.')
    await expect(page).toHaveURL('/')
    const form = page.getByRole('heading', { name: 'Login' })
    await expect(form).toBeInViewport()
    await expect(form).toBeFocused()
  })

  test('an empty query does nothing, and nothing is asked of the server', async ({ page }) => {
    const searches: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/books/search')) searches.push(request.url())
    })
    const alerts = await recordAlerts(page)
    await page.goto('/')
    await searchFor(page, '   ')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    expect(alerts).toEqual([])
    // Words, by contrast, are answered with a toast, and with this one only.
    await searchFor(page, 'emma')
    await expect.poll(() => alerts).toEqual(['Please log in to search for books.'])
    expect(searches).toEqual([])
  })
})

test.describe('signed in', () => {
  test.beforeEach(async ({ page }) => {
    await signedIn(page)
    await page.goto('/')
  })

  test('Enter and the icon search; a click opens the book', async ({ page }) => {
    await searchFor(page, 'pride prejudice')
    const option = list(page).getByRole('option').first()
    await expect(option).toContainText('Pride and Prejudice')
    await expect(option).toContainText('Jane Austen')
    await searchBox(page).fill('hound baskervilles')
    await expect(list(page)).toBeHidden()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(option).toContainText('The Hound of the Baskervilles')
    await option.click()
    await expect(page).toHaveURL('/book/the-hound-of-the-baskervilles')
    await expect(
      page.getByRole('heading', { name: 'The Hound of the Baskervilles', level: 1 }),
    ).toBeVisible()
    await expect(list(page)).toBeHidden()
  })

  test('typos are forgiven and accents may be left out', async ({ page }) => {
    const first = list(page).getByRole('option').first()
    await searchFor(page, 'prejudcie')
    await expect(first).toContainText('Pride and Prejudice')
    await searchFor(page, 'les miserables')
    await expect(first).toContainText('Les Misérables')
  })

  test('arrow keys move in the list, Enter opens the book', async ({ page }) => {
    await searchFor(page, 'love')
    const options = list(page).getByRole('option')
    await expect(options.nth(4)).toBeAttached()
    const second = options.nth(1)
    const title = await second.getByText(/\S/).first().innerText()
    await searchBox(page).press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await searchBox(page).press('ArrowUp')
    await expect(options.last()).toHaveAttribute('aria-selected', 'true')
    await expect(options.last()).toBeInViewport()
    await searchBox(page).press('ArrowDown')
    await searchBox(page).press('ArrowDown')
    await expect(second).toHaveAttribute('aria-selected', 'true')
    await expect(searchBox(page)).toBeFocused()
    await searchBox(page).press('Enter')
    await expect(page).toHaveURL(/\/book\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title.split('\n')[0] ?? '')
  })

  test('the list is at most 200 px high and scrolls, on wide and narrow screens', async ({
    page,
  }) => {
    for (const width of [1280, 663, 320]) {
      await page.setViewportSize({ width, height: 720 })
      await searchFor(page, 'love')
      await expect(list(page)).toBeVisible()
      const { height, scrolls, left, right } = await list(page).evaluate(async (element) => {
        // While it appears it is moved by parts of a pixel.
        await Promise.all(element.getAnimations().map(({ finished }) => finished))
        const box = element.getBoundingClientRect()
        const scrolls = element.scrollHeight > element.clientHeight
        return { height: box.height, scrolls, left: box.left, right: box.right }
      })
      expect(height).toBeLessThanOrEqual(200)
      expect(height).toBeGreaterThan(150)
      expect(scrolls).toBe(true)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
      await searchBox(page).press('Escape')
    }
  })

  test('Escape, a click outside and focus leaving close the list', async ({ page }) => {
    await searchFor(page, 'love')
    await expect(list(page)).toBeVisible()
    await searchBox(page).press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(searchBox(page)).toHaveValue('love')

    await searchBox(page).press('Enter')
    await expect(list(page)).toBeVisible()
    await page.getByRole('main').click({ position: { x: 5, y: 5 } })
    await expect(list(page)).toBeHidden()

    await searchFor(page, 'love')
    await expect(list(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(list(page)).toBeHidden()
  })

  test('nothing found is said in words', async ({ page }) => {
    await searchFor(page, 'zzqqxxyyzz')
    await expect(page.getByRole('search').getByRole('status')).toHaveText('No books found.')
    await expect(page.getByText('No books found.')).toBeVisible()
  })
})
