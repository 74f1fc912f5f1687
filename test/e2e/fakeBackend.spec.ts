/** The product on the fake backend in a browser: unknown scenarios, requests and files. */
import { SCENARIO_NAMES } from '../../mocks/scenarios.ts'
import { expect, test } from './mocksFixtures.ts'

test('an unknown scenario starts the happy path, an unknown request fails, both told in the console', async ({
  page,
  logged,
  files,
}) => {
  await page.goto('/?scenario=favoritesEmpty,noSuchThing&panel=off')
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeVisible()
  const line = `[mocks] No scenario is called "noSuchThing". There are: ${SCENARIO_NAMES.join(', ')}.`
  await expect.poll(() => logged).toContain(line)
  expect(logged).toContain('[mocks] happyPath: All is well.')
  const send = (method: string, path: string) =>
    page.evaluate(
      async ([method, path]) => (await fetch(path, { method }).catch(() => undefined))?.status,
      [method, path] as const,
    )
  for (const [method, path] of [
    ['GET', '/api/user/reader-1/preference'],
    ['POST', '/somewhere/else'],
  ] as const) {
    expect(await send(method, path), path).toBeUndefined()
    await expect.poll(() => logged).toContain(`[mocks] No handler knows ${method} ${path}.`)
  }
  expect(files.passed).toEqual([])
  // Files of the page itself are let through.
  expect(await send('GET', '/default-avatar.svg')).toBe(200)
})
