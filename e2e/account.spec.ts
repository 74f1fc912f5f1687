import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import type { AccountExport } from '../contract/account.ts'
import { addFavorite, bookAt, expect, signedIn, test } from './fixtures.ts'
import { isCall } from './navigation.ts'

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Your account' })

/** Opens the account dialog from the profile menu. */
async function openAccount(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name }).click()
  await expect(dialogOf(page)).toBeVisible()
  return dialogOf(page)
}

/** Presses a button and gives the file that the browser then saves. */
async function download(page: Page, button: string): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent('download')
  await dialogOf(page).getByRole('button', { name: button }).click()
  const file = await started
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/** The colours of the page's ground in both schemes. */
const PAPER = { light: 'rgb(250, 246, 239)', dark: 'rgb(21, 18, 15)' } as const

const ground = (page: Page) => page.locator('body')

/** Keeps the page's scripts back for good: what then stands is what the server sent. */
async function withoutScripts(page: Page): Promise<void> {
  await page.route('**/assets/*.js', () => undefined)
}

test('everything held is downloaded, as JSON and as a table', async ({ page }) => {
  const reader = await signedIn(page, { name: 'Ada Export', interests: ['Poetry'] })
  const book = await bookAt(page.request, 'Poetry', 0)
  await addFavorite(page.request, reader, book.id)
  await page.goto('/')
  await openAccount(page, 'Ada Export')

  const json = await download(page, 'Download as JSON')
  await expect(dialogOf(page).getByRole('status')).toHaveText('Your data is among your downloads.')
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
  await other.goto('/favorites')
  await expect(other.getByRole('button', { name: 'Profile menu' })).toBeVisible()
  await page.goto('/categories')
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
  const deleted = page.waitForResponse(isCall('DELETE', /^\/api\/user\/[^/]+$/))
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  expect((await deleted).ok()).toBe(true)
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Sign In / Register' })).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).not.toContain(reader.id)
  expect(kept).not.toContain(reader.token)
  await expect(other.getByRole('link', { name: 'Sign In / Register' })).toBeVisible()

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

test('the dialog is worked by the keyboard alone', async ({ page }) => {
  await signedIn(page, { name: 'Ada Keys' })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Profile menu' })
  // Until the page is taken up nothing in it takes the focus.
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Upload Photo' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('radio', { name: 'System' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Light' })).toBeChecked()
  // Round and round: the focus does not leave for the page behind.
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(menu).toBeFocused()
})

test('a chosen scheme holds before any script, in all tabs, until the device decides again', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await signedIn(page, { name: 'Ada Dark' })
  await page.goto('/')
  const other = await page.context().newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/favorites')
  await expect(ground(other)).toHaveCSS('background-color', PAPER.light)
  const dialog = await openAccount(page, 'Ada Dark')
  await dialog.getByRole('radio', { name: 'Dark' }).check()
  await expect(ground(page)).toHaveCSS('background-color', PAPER.dark)
  // What MUI draws follows, too.
  await expect(dialog).toHaveCSS('background-color', 'rgb(30, 26, 22)')
  await expect(ground(other)).toHaveCSS('background-color', PAPER.dark)

  const fresh = await page.context().newPage()
  await fresh.emulateMedia({ colorScheme: 'light' })
  await withoutScripts(fresh)
  for (const path of ['/', '/login', '/book/emma']) {
    await fresh.goto(path, { waitUntil: 'commit' })
    await expect(ground(fresh)).toHaveCSS('background-color', PAPER.dark)
  }
  await fresh.close()

  await page.reload()
  await expect(ground(page)).toHaveCSS('background-color', PAPER.dark)
  await expect(page.locator('meta[name="color-scheme"]')).toHaveAttribute('content', 'dark')
  await openAccount(page, 'Ada Dark')
  await dialog.getByRole('radio', { name: 'System' }).check()
  await expect(ground(page)).toHaveCSS('background-color', PAPER.light)
  await expect(ground(other)).toHaveCSS('background-color', PAPER.light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(ground(page)).toHaveCSS('background-color', PAPER.dark)
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
    await page.goto('/')
    const dialog = await openAccount(page, 'Ada Twice')
    const first = dialog.getByRole('button', { name: 'Delete my account' })
    // At rest: it is no longer on its way in.
    await first.click({ trial: true })
    const before = await first.boundingBox()
    await first.dblclick()
    const last = dialog.getByRole('button', { name: 'Delete for good' })
    await expect(last).toBeEnabled()
    const after = await last.boundingBox()
    if (!before || !after) throw new Error('A button has no box.')
    const beside = after.x >= before.x + before.width || after.y >= before.y + before.height
    expect(beside, `where the first button was, at ${width} px`).toBe(true)
  }
  expect(deletions).toBe(0)
})

test('the dialog fits a narrow window and twice the size of text', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signedIn(page, { name: 'Ada Narrow' })
  for (const size of ['100%', '200%']) {
    await page.goto('/')
    await page.evaluate((value) => {
      document.documentElement.style.fontSize = value
    }, size)
    const dialog = await openAccount(page, 'Ada Narrow')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    for (const name of ['Close', 'Download as CSV', 'Delete for good', 'Keep my account']) {
      const button = dialog.getByRole('button', { name })
      await button.scrollIntoViewIfNeeded()
      await expect(button).toBeInViewport({ ratio: 0.99 })
    }
    const wide = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('[role="dialog"], [role="dialog"] *')]
      return parts.filter(({ clientWidth, scrollWidth }) => {
        return clientWidth > 0 && scrollWidth > clientWidth + 1
      }).length
    })
    expect(wide, `parts that scroll sideways at ${size}`).toBe(0)
  }
})
