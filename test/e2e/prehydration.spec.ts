/** What a password manager or a quick reader does to a prerendered form before it is hydrated. */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'
import { blockRequests, hydrated } from './steps.ts'

const VALUES = {
  Name: 'Ada Early',
  Email: 'ada.early@example.com',
  Password: 'a long evening in',
  'Confirm Password': 'a long evening in',
}

const SCRIPTS = '**/assets/*.js'

/** Fills fields as soon as the HTML of the page is there. */
async function fillEarly(page: Page, path: string, labels: (keyof typeof VALUES)[]): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' })
  for (const label of labels) await page.getByLabel(label, { exact: true }).fill(VALUES[label])
}

test('what is filled in before hydration is there after it, and sent', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\)/)
  const { release } = await blockRequests(page, SCRIPTS)
  await fillEarly(page, '/register', ['Name', 'Email', 'Password', 'Confirm Password'])
  release()
  await hydrated(page)
  // The check shows that React has read the fields.
  await expect(page.getByRole('img', { name: 'Passwords match' })).toHaveCount(2)
  for (const [label, value] of Object.entries(VALUES)) {
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
  }
  await page.unrouteAll()
  const again = await blockRequests(page, SCRIPTS)
  await fillEarly(page, '/', ['Email', 'Password'])
  again.release()
  await hydrated(page)
  const login = page.waitForResponse('**/api/user/login')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  const sent: unknown = (await login).request().postDataJSON()
  expect(sent).toEqual({ email: VALUES.Email, password: VALUES.Password })
})

test('a library that was chosen before hydration is read after it', async ({ page }) => {
  await signIn(page)
  const { release } = await blockRequests(page, SCRIPTS)
  await page.goto('/import', { waitUntil: 'commit' })
  await page.getByLabel('Choose a file or drop it here').setInputFiles({
    name: 'books.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Title,Author\nEmma,Jane Austen'),
  })
  release()
  await expect(page.getByRole('button', { name: 'Add 1 book' })).toBeVisible()
})

test('Enter before hydration posts the form of each page, which leads back to it', async ({
  page,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  const password = page.getByLabel('Password', { exact: true })
  for (const path of ['/register', '/login', '/']) {
    const { release } = await blockRequests(page, SCRIPTS)
    await fillEarly(page, path, ['Email', 'Password'])
    const posted = page.waitForResponse((response) => response.request().method() === 'POST')
    await password.press('Enter')
    expect((await posted).status()).toBe(303)
    release()
    await hydrated(page)
    await expect(page).toHaveURL(path)
    await expect(password).toHaveValue('')
    await page.unrouteAll({ behavior: 'wait' })
  }
  for (const address of addresses) expect(address).not.toMatch(/password|evening|ada/i)
})
