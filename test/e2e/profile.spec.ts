import sharp from 'sharp'
import { expect, signIn, test } from './fixtures.ts'
import { blockRequests, open } from './steps.ts'

test('a chosen picture is shown at once from the file, and after a reload from the server', async ({
  page,
}) => {
  await signIn(page)
  await open(page, '/')
  const menu = page.getByRole('button', { name: 'Profile menu' })
  // Decoration: it has no role of its own.
  const picture = menu.locator('img')
  const background = { r: 122, g: 46, b: 42 }
  const image = sharp({ create: { width: 800, height: 600, channels: 3, background } })
  const buffer = await image.png().toBuffer()
  const upload = await blockRequests(page, '**/api/profile/upload')
  const stored = page.waitForResponse('**/api/profile/upload')
  await menu.click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('menuitem', { name: 'Upload Photo' }).click()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await expect(picture).toHaveJSProperty('naturalWidth', 800)
  upload.release()
  expect((await stored).ok()).toBe(true)
  await page.reload()
  await expect(picture).toHaveAttribute('src', /^\/media\/.+\.webp$/)
  await expect(picture).toHaveJSProperty('naturalWidth', 512)
})
