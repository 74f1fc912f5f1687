import { readFile } from 'node:fs/promises'
import type { AccountExport } from '../../contract/account.ts'
import { addBooks, expect, FULL, profileStatus, signIn, test } from './fixtures.ts'
import { isResponseTo, open, openAccount, recordAlerts, visitorGreeting } from './steps.ts'

test('everything stored is downloaded; a deleted account is gone, in every tab and on the server', async ({
  page,
}) => {
  const reader = await signIn(page, { name: 'Ada Leaves', interests: ['Poetry'] })
  await addBooks(page, reader, 'favorites', ['emma'])
  const other = await page.context().newPage()
  await open(other, '/favorites')
  const alerts = await recordAlerts(page)
  await open(page, '/categories')
  const dialog = await openAccount(page, 'Ada Leaves')

  await dialog.getByRole('button', { name: 'Download your data' }).click()
  const started = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download as JSON' }).click()
  const file = await started
  await expect(dialog.getByText('Your data has been downloaded.')).toBeVisible()
  expect(file.suggestedFilename()).toBe('catchword-account.json')
  const json = await readFile(await file.path(), 'utf8')
  const stored: AccountExport = JSON.parse(json)
  expect(stored).toMatchObject({ account: { id: reader.id }, favoriteBooks: [{ id: 'emma' }] })
  expect(json).not.toContain(reader.token)

  await dialog.getByRole('button', { name: 'Delete your account' }).click()
  await dialog.getByLabel('Your password', { exact: true }).fill(reader.password)
  const deleted = page.waitForResponse(isResponseTo('DELETE', /^\/api\/user\/[^/]+$/))
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  expect((await deleted).ok()).toBe(true)
  await expect.poll(() => alerts.at(-1)).toBe('Your account has been deleted.')
  await expect(page).toHaveURL('/')
  await expect(visitorGreeting(page)).toBeVisible()
  await expect(visitorGreeting(other)).toBeVisible()
  const left = await page.evaluate(() => JSON.stringify(localStorage))
  expect(left).not.toMatch(new RegExp(`${reader.id}|${reader.token}`))
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
    for (const width of [320, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await open(page, '/')
      const dialog = await openAccount(page, 'Ada Twice')
      await dialog.getByRole('button', { name: 'Delete your account' }).dblclick()
      await expect(dialog).toBeVisible()
    }
    expect(deletions).toBe(0)
  },
)
