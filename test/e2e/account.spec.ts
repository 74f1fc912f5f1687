import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import type { AccountExport } from '../../contract/account.ts'
import {
  bookAt,
  createFavorite,
  expect,
  FULL,
  newcomer,
  profileStatus,
  signIn,
  test,
} from './fixtures.ts'
import { isResponseTo, open, openAccount, recordAlerts, visitorGreeting } from './steps.ts'

/** Presses a button and returns the file that the browser then saves. */
async function download(dialog: Locator, button: string): Promise<{ name: string; text: string }> {
  const started = dialog.page().waitForEvent('download')
  await dialog.getByRole('button', { name: button }).click()
  const file = await started
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('everything stored is downloaded, as JSON and as a table', async ({ page }) => {
  const reader = await signIn(page, { name: 'Ada Export', interests: ['Poetry'] })
  const book = await bookAt(page.request, 'Poetry', 0)
  await createFavorite(page, reader, book.id)
  await open(page, '/')
  const dialog = await openAccount(page, 'Ada Export')

  await dialog.getByRole('button', { name: 'Download your data' }).click()
  const json = await download(dialog, 'Download as JSON')
  await expect(dialog.getByText('Your data has been downloaded.')).toBeVisible()
  expect(json.name).toBe('catchword-account.json')
  const stored: AccountExport = JSON.parse(json.text)
  expect(stored).toMatchObject({
    account: { id: reader.id, name: 'Ada Export', email: reader.email, hasPassword: true },
    preferences: ['Poetry'],
    favoriteBooks: [{ id: book.id, title: book.volumeInfo.title }],
  })
  expect(json.text).not.toContain(reader.token)

  const csv = await download(dialog, 'Download as CSV')
  expect(csv.name).toBe('catchword-account.csv')
  const rows: Record<string, string>[] = parse(csv.text, { bom: true, columns: true })
  expect(rows).toMatchObject([{ 'Catchword Id': book.id, Title: book.volumeInfo.title }])
})

test('a deleted account is gone, in every tab and on the server', async ({ page, complaints }) => {
  complaints.expect(/403 \(Forbidden\)/)
  const reader = await signIn(page, { name: 'Ada Leaves' })
  const other = await page.context().newPage()
  await open(other, '/favorites')
  await expect(other.getByRole('button', { name: 'Profile menu' })).toBeVisible()
  const alerts = await recordAlerts(page)
  await open(page, '/categories')
  const dialog = await openAccount(page, 'Ada Leaves')

  await dialog.getByRole('button', { name: 'Delete your account' }).click()
  const password = dialog.getByLabel('Your password', { exact: true })
  await password.fill(`not ${newcomer().password}`)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(dialog.getByText('That is not your password. Nothing was deleted.')).toBeVisible()

  await password.fill(reader.password)
  const deleted = page.waitForResponse(isResponseTo('DELETE', /^\/api\/user\/[^/]+$/))
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  expect((await deleted).ok()).toBe(true)
  await expect.poll(() => alerts.at(-1)).toBe('Your account has been deleted.')
  await expect(page).toHaveURL('/')
  await expect(visitorGreeting(page)).toBeVisible()
  await expect(visitorGreeting(other)).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toContain(reader.id)
  expect(stored).not.toContain(reader.token)
  expect(await page.context().cookies()).toEqual([])
  expect(await profileStatus(page.request, reader.token)).toBe(401)
})

test(
  'a double click on the first button does not delete an account without a password',
  FULL,
  async ({ page }) => {
    await signIn(page, { name: 'Ada Twice' })
    await page.route('**/api/profile', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ json: { ...(await response.json()), hasPassword: false } })
    })
    let deletions = 0
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions += 1
    })
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await open(page, '/')
      const dialog = await openAccount(page, 'Ada Twice')
      await dialog.getByRole('button', { name: 'Delete your account' }).dblclick()
      await expect(dialog).toBeVisible()
    }
    expect(deletions).toBe(0)
  },
)
