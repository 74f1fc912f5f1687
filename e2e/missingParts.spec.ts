/** Chunks that do not load, as while the network fails or after a new build was put up. */
import type { Page } from '@playwright/test'
import { expect, signedIn, test } from './fixtures.ts'
import { open, openAccount } from './navigation.ts'

const SENTENCE = 'A part of this page could not be loaded. Please reload it.'

/** Lets a chunk fail as often as given; counts the loads of the page. */
async function loseChunk(page: Page, name: string, times?: number): Promise<() => number> {
  await page.route(`**/assets/${name}-*.js`, (route) => route.abort('connectionreset'), {
    ...(times !== undefined && { times }),
  })
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  return () => loads
}

test('a chunk that does not load once brings one reload, and the page', async ({
  page,
  complaints,
}) => {
  complaints.expect(/CategoriesScreen/)
  await signedIn(page)
  const loads = await loseChunk(page, 'CategoriesScreen', 1)
  await page.goto('/categories')
  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeVisible()
  expect(loads()).toBe(2)
})

test('a screen that never loads says so beside the bar, after one reload, and offers another', async ({
  page,
  complaints,
}) => {
  complaints.expect(/CategoriesScreen/)
  complaints.allow(/A chunk did not load/)
  await signedIn(page)
  const loads = await loseChunk(page, 'CategoriesScreen')
  await page.goto('/categories')
  await expect(page.getByRole('alert')).toContainText(SENTENCE)
  await expect(page.getByRole('banner')).toBeVisible()
  expect(loads()).toBe(2)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeVisible()
})

test('a dialog that never loads says so, after one reload, and offers another', async ({
  page,
  complaints,
}) => {
  complaints.expect(/AccountDialog/)
  complaints.allow(/A chunk did not load/)
  await signedIn(page, { name: 'Ada' })
  const loads = await loseChunk(page, 'AccountDialog')
  await open(page, '/')
  const choose = async () => {
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Ada' }).click()
  }
  await choose()
  await expect.poll(loads).toBe(2)
  await choose()
  await expect(page.getByRole('alert')).toContainText(SENTENCE)
  expect(loads()).toBe(2)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await openAccount(page, 'Ada')
})
