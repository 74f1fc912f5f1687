import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import type { AccountExport } from '../contract/account.ts'
import { addFavorite, bookAt, expect, signedIn, test } from './fixtures.ts'
import { isResponseTo, open, openAccount } from './navigation.ts'

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Your account' })

/** Presses a button and gives the file that the browser then saves. */
async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download')
  await dialogOf(page).getByRole('button', { name: button }).click()
  const file = await started
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('everything held is downloaded, as JSON and as a table', async ({ page }) => {
  const reader = await signedIn(page, { name: 'Ada Export', interests: ['Poetry'] })
  const book = await bookAt(page.request, 'Poetry', 0)
  await addFavorite(page.request, reader, book.id)
  await open(page, '/')
  await openAccount(page, 'Ada Export')

  const json = await download(page, 'Download as JSON')
  await expect(dialogOf(page).getByText('Your data is among your downloads.')).toBeVisible()
  expect(json.name).toBe('catchword-account.json')
  const held: AccountExport = JSON.parse(json.text)
  expect(held).toMatchObject({
    account: { id: reader.id, name: 'Ada Export', email: reader.email, hasPassword: true },
    preferences: ['Poetry'],
    favoriteBooks: [{ id: book.id, title: book.volumeInfo.title }],
  })
  expect(json.text).not.toContain(reader.token)

  const csv = await download(page, 'Download as CSV')
  expect(csv.name).toBe('catchword-account.csv')
  const rows: Record<string, string>[] = parse(csv.text, { bom: true, columns: true })
  expect(rows.find((row) => row['kind'] === 'favorite book')).toMatchObject({
    id: book.id,
    value: book.volumeInfo.title,
  })
})

test('a deleted account is gone, in every tab and on the server', async ({ page, complaints }) => {
  complaints.expect(/403 \(Forbidden\)/)
  const reader = await signedIn(page, { name: 'Ada Leaves' })
  const other = await page.context().newPage()
  await open(other, '/favorites')
  await expect(other.getByRole('button', { name: 'Profile menu' })).toBeVisible()
  await open(page, '/categories')
  const dialog = await openAccount(page, 'Ada Leaves')

  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  const password = dialog.getByLabel('Your password')
  await expect(password).toBeFocused()
  await password.fill('not the password')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'This is not your password. Nothing was deleted.',
  )
  await expect(password).toHaveValue('not the password')

  await password.fill(reader.password)
  const deleted = page.waitForResponse(isResponseTo('DELETE', /^\/api\/user\/[^/]+$/))
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  expect((await deleted).ok()).toBe(true)
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Login / Register' })).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toContain(reader.id)
  expect(stored).not.toContain(reader.token)
  await expect(other.getByRole('link', { name: 'Login / Register' })).toBeVisible()

  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([])
  const profile = await page.request.get('/api/profile', {
    headers: { authorization: `Bearer ${reader.token}` },
  })
  expect(profile.status()).toBe(401)
  const login = await page.request.post('/api/user/login', {
    data: { email: reader.email, password: reader.password },
  })
  expect(login.status()).toBe(401)
})

test('a double click on the first button does not delete an account without a password', async ({
  page,
}) => {
  await signedIn(page, { name: 'Ada Twice' })
  await page.route('**/api/profile', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), hasPassword: false } })
  })
  let deletions = 0
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions += 1
  })
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/')
    const dialog = await openAccount(page, 'Ada Twice')
    await dialog.getByRole('button', { name: 'Delete my account' }).dblclick()
    await expect(dialog).toBeVisible()
  }
  expect(deletions).toBe(0)
})
