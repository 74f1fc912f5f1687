/** What a password manager or a quick reader does to a prerendered form before its script is there. */
import type { Page } from '@playwright/test'
import { runs } from '../test/full.ts'
import { expect, test } from './fixtures.ts'
import { hydrated } from './navigation.ts'

const TIMES = runs(5, 20)
const VALUES = {
  Name: 'Ada Early',
  Email: 'ada.early@example.com',
  Password: 'a long evening in',
  'Confirm Password': 'a long evening in',
}

/** Holds the scripts back until `release` is called. */
async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}

/** Fills the register form as soon as its HTML is there. */
async function fillEarly(page: Page): Promise<void> {
  await page.goto('/register', { waitUntil: 'commit' })
  for (const [label, value] of Object.entries(VALUES)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
}

test(`what is filled in before hydration is there after it, ${TIMES} times`, async ({ page }) => {
  for (let time = 0; time < TIMES; time += 1) {
    const { release } = await holdScripts(page)
    await fillEarly(page)
    release()
    await hydrated(page)
    // The check shows that React has read the fields.
    await expect(page.getByRole('img', { name: 'Passwords match' })).toHaveCount(2)
    for (const [label, value] of Object.entries(VALUES)) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
    }
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('what was filled in before hydration is what is sent after it', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\)/)
  const { release } = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Email').fill(VALUES.Email)
  await page.getByLabel('Password', { exact: true }).fill(VALUES.Password)
  release()
  await hydrated(page)
  const login = page.waitForResponse('**/api/user/login')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  const sent: unknown = (await login).request().postDataJSON()
  expect(sent).toEqual({ email: VALUES.Email, password: VALUES.Password })
  await expect(page.getByText('Error: Invalid email or password.')).toBeVisible()
})

for (const path of ['/register', '/login', '/']) {
  test(`Enter before hydration posts the form of ${path}, which leads back to it`, async ({
    page,
  }) => {
    const { release } = await holdScripts(page)
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByLabel('Email').fill(VALUES.Email)
    const password = page.getByLabel('Password', { exact: true })
    await password.fill(VALUES.Password)
    const posted = page.waitForResponse((response) => response.request().method() === 'POST')
    await password.press('Enter')
    expect((await posted).status()).toBe(303)
    release()
    await hydrated(page)
    await expect(page).toHaveURL(path)
    await expect(password).toHaveValue('')
    for (const address of addresses) expect(address).not.toMatch(/password|evening|ada/i)
  })
}
