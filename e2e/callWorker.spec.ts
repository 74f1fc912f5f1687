/**
 * The calls of hearts are made beside the page (decision page 0038): the real worker, under the policy that comes
 * with it, and the real server.
 */
import type { Page } from '@playwright/test'
import { messages } from '../src/messages.ts'
import { expect, favoritesOnServer, signedIn, test } from './fixtures.ts'
import { addHeart, removeHeart, settled, shelf } from './navigation.ts'

/** How many calls for hearts the page itself has made. Runs in the page. */
function ownCalls(): number {
  return performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\/favorite(?:Book|Authors)(?:\/|$)/.test(new URL(name).pathname)).length
}

/** The hearts of one shelf, on the page of a reader whose first heart has brought the worker. */
async function withWorker(page: Page) {
  const reader = await signedIn(page, { interests: ['Mystery'] })
  await page.goto('/recommendations')
  await settled(page)
  const cards = shelf(page, 'Mystery').getByRole('listitem')
  await expect(cards.nth(1)).toBeVisible()
  // What sends calls by a worker comes when the page rests.
  await page.waitForFunction(
    () => performance.getEntriesByType('resource').some(({ name }) => /\/start-/.test(name)),
    null,
    { timeout: 30_000 },
  )
  await page.waitForLoadState('networkidle')
  const started = page.waitForEvent('worker', (worker) => worker.url().includes('/assets/workers/'))
  const ready = page.waitForResponse((answer) => answer.url().includes('/assets/workers/'))
  await addHeart(page, cards.nth(0))
  await started
  expect((await ready).ok()).toBe(true)
  // It is there as soon as a heart is given and taken without the page.
  await expect(async () => {
    const before = await page.evaluate(ownCalls)
    await removeHeart(page, cards.nth(0))
    await addHeart(page, cards.nth(0))
    expect(await page.evaluate(ownCalls)).toBe(before)
  }).toPass()
  await page.waitForLoadState('networkidle')
  return { reader, cards }
}

test('after the first heart the page makes none of their calls itself', async ({ page }) => {
  const { reader, cards } = await withWorker(page)
  const before = await page.evaluate(ownCalls)
  expect(before).toBeGreaterThan(0)
  const author = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/favoriteAuthors'),
  )
  await addHeart(page, cards.nth(1))
  expect((await author).ok()).toBe(true)
  await expect.poll(() => favoritesOnServer(page, reader)).toHaveLength(2)
  await removeHeart(page, cards.nth(0))
  await expect.poll(() => favoritesOnServer(page, reader)).toHaveLength(1)
  expect(await page.evaluate(ownCalls)).toBe(before)
})

test('a heart that is refused there goes back, and says so', async ({ page, complaints }) => {
  complaints.allow(/500 \(Internal Server Error\)/)
  const { cards } = await withWorker(page)
  await page.route('**/favoriteBook', (route) =>
    route.fulfill({ status: 500, json: { message: 'Broken.' } }),
  )
  await cards.nth(1).getByRole('button').click()
  await expect(page.getByText(messages.favoriteSaveFailed)).toBeVisible()
  await expect(cards.nth(1).getByRole('button')).toHaveAccessibleName('Add to favorites')
})
