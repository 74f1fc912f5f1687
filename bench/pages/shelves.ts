import type { Page } from 'playwright'

/** Books of a shelf, as the server answers. */
export const SHELF = 10
const LONG = 60_000

/** All hearts of a page. */
export const HEARTS = 'main button[data-favorite]'

/** Waits until the product has taken up what the server drew of the page. */
export async function untilTakenUp(page: Page): Promise<void> {
  await page.locator('#root:not([inert])').waitFor({ state: 'attached', timeout: LONG })
}

/** Waits until so many hearts are on the page. */
export async function untilHearts(page: Page, count: number): Promise<void> {
  await page.waitForFunction(
    ({ hearts, count }) => document.querySelectorAll(hearts).length >= count,
    { hearts: HEARTS, count },
    { timeout: LONG },
  )
}

/** Goes down the recommendations until the shelves of all `count` interests stand. */
export async function showAllShelves(page: Page, count: number): Promise<void> {
  await untilTakenUp(page)
  const shelves = page.getByRole('region', { name: /^Best .* Books$/ })
  await shelves.nth(count - 1).waitFor({ state: 'attached', timeout: LONG })
  for (let at = 0; at < count; at += 1) {
    const shelf = shelves.nth(at)
    await shelf.scrollIntoViewIfNeeded()
    await shelf
      .locator('button[data-favorite]')
      .nth(SHELF - 1)
      .waitFor({ timeout: LONG })
  }
}
