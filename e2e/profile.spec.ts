import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, signedIn, test } from './fixtures.ts'
import { isResponseTo, openAccount, recordAlerts } from './navigation.ts'

const menuButton = (page: Page): Locator => page.getByRole('button', { name: 'Profile menu' })

/** The picture in the menu's button; decoration, so that it has no role of its own. */
const picture = (page: Page): Locator => menuButton(page).locator('img')

async function choosePhoto(page: Page, file: { name: string; buffer: Buffer }): Promise<void> {
  await menuButton(page).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Upload Photo' }).click()
  await (await chooser).setFiles({ ...file, mimeType: 'image/png' })
}

/** Holds the upload back until `release` is called. */
async function holdUpload(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/profile/upload', async (route) => {
    await promise
    await route.continue()
  })
  return { release: resolve }
}

test('a picture is shown at once from the file, and after a reload from the server', async ({
  page,
}) => {
  await signedIn(page)
  await page.goto('/')
  await expect(picture(page)).toHaveAttribute('src', '/default-avatar.svg')
  const background = { r: 122, g: 46, b: 42 }
  const png = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .png()
    .toBuffer()

  const upload = await holdUpload(page)
  const stored = page.waitForResponse(isResponseTo('POST', /^\/api\/profile\/upload$/))
  await choosePhoto(page, { name: 'me.png', buffer: png })
  await expect(picture(page)).toHaveAttribute('src', /^blob:/)
  await expect(picture(page)).toHaveJSProperty('naturalWidth', 800)
  upload.release()
  expect((await stored).ok()).toBe(true)

  await page.reload()
  await expect(picture(page)).toHaveAttribute('src', /^\/media\/.+\.webp$/)
  await expect(picture(page)).toHaveJSProperty('naturalWidth', 512)
  await expect(picture(page)).toHaveJSProperty('naturalHeight', 512)
})

test('a text that calls itself a picture is rolled back without a word', async ({
  page,
  complaints,
}) => {
  complaints.expect(/415 \(Unsupported Media Type\)/)
  await signedIn(page)
  const alerts = await recordAlerts(page)
  await page.goto('/')
  const upload = await holdUpload(page)
  const refused = page.waitForResponse(isResponseTo('POST', /^\/api\/profile\/upload$/))
  await choosePhoto(page, { name: 'letter.png', buffer: Buffer.from('Dear reader,') })
  upload.release()
  expect((await refused).status()).toBe(415)
  await expect(picture(page)).toHaveAttribute('src', '/default-avatar.svg')
  await page.reload()
  await expect(picture(page)).toHaveAttribute('src', '/default-avatar.svg')
  expect(alerts).toEqual([])
})

test('the menu names the reader, opens their account and closes on a click outside', async ({
  page,
}) => {
  await signedIn(page, { name: 'Ada Menu' })
  await page.goto('/categories')
  const menu = page.getByRole('menu', { name: 'Profile' })
  await menuButton(page).click()
  await expect(menu.getByRole('menuitem')).toHaveText(['Upload Photo', 'Ada Menu', 'Logout'])
  await page.mouse.click(20, 500)
  await expect(menu).toBeHidden()
  await openAccount(page, 'Ada Menu')
  await expect(page).toHaveURL('/categories')
})
