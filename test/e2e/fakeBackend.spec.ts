/** The product on the fake backend in a browser: unknown scenarios, requests and files. */
import type { Page } from '@playwright/test'
import { SCENARIO_NAMES } from '../../mocks/scenarios.ts'
import { expect, test } from './mocksFixtures.ts'

/** Sends a request as a script of the page would; the status, or the error's words. */
function send(page: Page, path: string, method: string): Promise<number | string> {
  return page.evaluate(
    async ([path, method]) => {
      try {
        return (await fetch(path, { method })).status
      } catch (error) {
        return String(error)
      }
    },
    [path, method] as const,
  )
}

test('an unknown scenario name starts the happy path and lists the known ones in the console', async ({
  page,
  logged,
  complaints,
}) => {
  await page.goto('/?scenario=favoritesEmpty,noSuchThing&panel=off')
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeVisible()
  const line = `[mocks] No scenario is called "noSuchThing". There are: ${SCENARIO_NAMES.join(', ')}.`
  await expect.poll(() => logged).toContain(line)
  expect(logged).toContain('[mocks] happyPath: All is well.')
  expect(complaints.filter((text) => !text.includes(line))).toEqual([])
})

test('an unknown request fails, and the console names its method and address', async ({
  page,
  logged,
  files,
}) => {
  await page.goto('/?scenario=happyPath&panel=off')
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeVisible()
  for (const [method, path] of [
    ['GET', '/api/user/reader-1/preference'],
    ['DELETE', '/api/books/search?query=emma'],
    ['POST', '/somewhere/else'],
    ['GET', '/healthy/../covers'],
  ] as const) {
    expect(await send(page, path, method), `${method} ${path}`).toContain('Failed to fetch')
    const { pathname, search } = new URL(path, files.origin)
    const line = `[mocks] No handler knows ${method} ${pathname}${search}.`
    await expect.poll(() => logged).toContain(line)
  }
  expect(files.passed).toEqual([])
})

test('files of the page itself are let through', async ({ page, complaints }) => {
  await page.goto('/?scenario=happyPath&panel=off')
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeVisible()
  expect(await send(page, '/default-avatar.svg', 'GET')).toBe(200)
  expect(complaints).toEqual([])
})
