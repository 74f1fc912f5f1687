import type { Page } from '@playwright/test'
import type { Book } from '../contract/books.ts'
import { expect, signedIn, test } from './fixtures.ts'

const COUNT = 200

/** A shelf of two hundred books, of which a window shows some ten, with what is far let go already. */
async function openLongShelf(page: Page): Promise<void> {
  const reader = await signedIn(page, { interests: ['Poetry'] })
  const found = await page.request.get('/api/recommendedBooks?preference=Poetry&startIndex=0')
  const books: Book[] = await found.json()
  const many = Array.from({ length: COUNT / books.length }, (_, at) =>
    books.map((book) => ({ ...book, id: `${book.id}-${at}` })),
  ).flat()
  await page.route(`**/api/user/${reader.id}/favoriteAuthors`, (route) =>
    route.fulfill({ json: many }),
  )
  await page.goto('/recommendations')
  await expect(cards(page)).toHaveCount(COUNT)
  await expect.poll(() => undrawn(page)).toBeGreaterThan(0)
}

const cards = (page: Page) =>
  page.getByRole('region', { name: 'Books by Your Favorite Authors' }).getByRole('listitem')

/** The titles of cards within the window that stand among such as are cut off at their edges, as what is away is. */
async function cutOff(page: Page): Promise<string[]> {
  return await cards(page).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        const isSeen = bottom > 0 && top < window.innerHeight
        const dozen = element.closest('[role="list"] > *')
        if (!dozen) throw new Error('A card stands in no dozen.')
        return isSeen && getComputedStyle(dozen).contentVisibility === 'auto'
      })
      .map((element) => element.textContent),
  )
}

/** How many cards are left undrawn. */
async function undrawn(page: Page): Promise<number> {
  return await cards(page).evaluateAll(
    (elements) =>
      elements.filter(
        (element) =>
          element.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }) === false,
      ).length,
  )
}

test('of a shelf of two hundred what is far is left undrawn, and what is seen is whole', async ({
  page,
}) => {
  await openLongShelf(page)
  await expect.poll(() => undrawn(page)).toBeGreaterThan(COUNT - 60)
  // Down, up, and down again, in steps of most of a window.
  for (const step of [700, 700, 700, 700, 700, -700, -700, -700, 2800, 2800, -5600, 700]) {
    await page.mouse.wheel(0, step)
    await expect.poll(() => cutOff(page)).toEqual([])
    await expect.poll(() => undrawn(page)).toBeGreaterThan(COUNT - 90)
  }
})

test('what the focus or a selection has drawn far from the window is whole as well when it is come to', async ({
  page,
}) => {
  await openLongShelf(page)
  const far = cards(page).nth(120)
  await far.getByRole('link').evaluate((link) => link.focus({ preventScroll: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await expect.poll(() => undrawn(page)).toBe(0)
  await far.getByRole('link').evaluate((link) => link.blur())
  await far.evaluate((card) => card.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect.poll(() => cutOff(page)).toEqual([])
  // Let go, what is far is left undrawn again.
  await page.evaluate(() => window.getSelection()?.removeAllRanges())
  await expect.poll(() => undrawn(page)).toBeGreaterThan(80)
  await expect.poll(() => cutOff(page)).toEqual([])
})
