import type { Locator, Page } from '@playwright/test'
import { expect, signedIn, test } from './fixtures.ts'
import { addHeart, navLink, settled, shelf } from './navigation.ts'

type Rgb = [red: number, green: number, blue: number]

/** A computed colour, such as `color` or `backgroundColor`, by its three parts from 0 to 255. */
async function colour(element: Locator, property: 'color' | 'backgroundColor'): Promise<Rgb> {
  const text = await element.evaluate((node, name) => getComputedStyle(node)[name], property)
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number)
  return [red, green, blue]
}

async function expectLoaded(image: Locator): Promise<void> {
  await expect(image).toBeVisible()
  await expect(image).toHaveJSProperty('complete', true)
  expect(
    await image.evaluate((node) => (node instanceof HTMLImageElement ? node.naturalWidth : 0)),
  ).toBeGreaterThan(0)
}

/** Everything is drawn at a size, inside the window, in the bar's first row. */
async function expectInFirstRow(page: Page, parts: readonly Locator[]): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  for (const part of parts) {
    await expect(part).toBeVisible()
    const box = await part.boundingBox()
    const words = `${await part.textContent()} at ${width} px`
    expect(box?.width, words).toBeGreaterThan(20)
    expect(box?.x, words).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0), words).toBeLessThanOrEqual(width)
    expect(box?.y, words).toBeLessThan(60)
  }
}

const PHONES = [320, 325, 326, 390, 440, 441, 525, 526, 663]
const WIDER = [664, 768, 993, 994, 1280, 1281, 1422]

test('the navbar shows logo, title, greeting and the way in at every width', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('banner')
  for (const width of [...PHONES, ...WIDER]) {
    await page.setViewportSize({ width, height: 700 })
    await expectInFirstRow(page, [
      bar.getByRole('link', { name: 'Catchword' }).locator('svg'),
      bar.getByText('Catchword', { exact: true }),
      bar.getByText('Welcome to Catchword'),
      bar.getByRole('link', { name: 'Sign In / Register' }),
      bar.getByRole('link', { name: 'Profile' }),
      ...(width < 664 ? [bar.getByRole('button', { name: 'Open menu' })] : []),
    ])
  }
})

test('the navbar shows title, greeting and picture to a reader at every width', async ({
  page,
}) => {
  await signedIn(page, { name: 'Ada' })
  await page.goto('/no/such/page')
  const bar = page.getByRole('banner')
  await expectLoaded(bar.getByRole('button', { name: 'Profile menu' }).locator('img'))
  for (const width of [...PHONES, ...WIDER]) {
    await page.setViewportSize({ width, height: 700 })
    await expectInFirstRow(page, [
      bar.getByText('Catchword', { exact: true }),
      bar.getByText('Hello, Ada'),
      bar.getByRole('button', { name: 'Profile menu' }),
      ...(width < 664 ? [bar.getByRole('button', { name: 'Open menu' })] : []),
    ])
  }
})

test('a greeting is whole where there is room for it, and cut at the end of its line', async ({
  page,
}) => {
  await signedIn(page, { name: 'Ada Reader' })
  await page.goto('/no/such/page')
  const greeting = page.getByRole('banner').getByText('Hello, Ada Reader')
  const lines = () =>
    greeting.evaluate(({ clientHeight, scrollHeight }) => scrollHeight / clientHeight)
  for (const width of [320, 390, 525, 664, 1281]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await lines(), `at ${width} px`).toBe(1)
  }
  // What the first reader's page asks late would be asked with the second one's cookie.
  await page.goto('about:blank')
  await signedIn(page, { name: 'Bartholomew Featherstonehaugh-Cholmondeley' })
  await page.goto('/no/such/page')
  const long = page.getByRole('banner').getByText('Hello, Bartholomew')
  for (const width of [320, 390, 525, 664, 1281]) {
    await page.setViewportSize({ width, height: 700 })
    const box = await long.boundingBox()
    expect(box?.height, `at ${width} px`).toBeLessThan(24)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('the form has an image at its side, one for each mode', async ({ page }) => {
  await page.goto('/login')
  // Decoration: it has no role of its own.
  const image = page.locator('#auth-form > img')
  await expect(image).toHaveAttribute('src', '/side-login.svg')
  await expectLoaded(image)
  await page.getByRole('button', { name: 'Register instead' }).click()
  await expect(image).toHaveAttribute('src', '/side-register.svg')
  await expectLoaded(image)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the check beside matching passwords is green, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/register')
    await page.getByLabel('Password', { exact: true }).fill('abc')
    await page.getByLabel('Confirm Password').fill('abc')
    for (const field of ['Password', 'Confirm Password']) {
      const input = page.getByLabel(field, { exact: true })
      const check = input.locator('..').getByRole('img', { name: 'Passwords match' })
      await expect(check).toBeVisible()
      const [red, green, blue] = await colour(check, 'color')
      expect(green).toBeGreaterThan(red * 1.4)
      expect(green).toBeGreaterThan(blue * 1.3)
      const [box, ofInput] = [await check.boundingBox(), await input.boundingBox()]
      expect(box?.y).toBeGreaterThanOrEqual(ofInput?.y ?? Infinity)
    }
  })
}

test('a selected tile is highlighted, and no longer when it is taken back', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signedIn(page)
  await page.goto('/categories')
  const tile = page.getByRole('button', { name: 'Poetry', exact: true })
  const before = await colour(tile, 'backgroundColor')
  await tile.click()
  await page.mouse.move(0, 0)
  await expect.poll(() => colour(tile, 'backgroundColor')).toEqual([47, 74, 67])
  expect(before).toEqual([255, 255, 255])
  await tile.click()
  await page.mouse.move(0, 0)
  await expect.poll(() => colour(tile, 'backgroundColor')).toEqual(before)
})

test('a heart is white, and red once it is given', async ({ page }) => {
  await signedIn(page, { interests: ['Poetry'] })
  await page.goto('/recommendations')
  const first = shelf(page, 'Poetry').getByRole('listitem').first()
  // Cut out of its ground.
  const heart = first.getByRole('button').locator('span')
  expect(await colour(heart, 'backgroundColor')).toEqual([255, 255, 255])
  await addHeart(page, first)
  await expect.poll(() => colour(heart, 'backgroundColor')).toEqual([255, 90, 82])

  await first.getByRole('link').click()
  const button = page.getByRole('button', { name: 'Remove from favorites' })
  const red = button.locator('span > span')
  await expect.poll(() => colour(red, 'backgroundColor')).toEqual([255, 90, 82])
  await button.click()
  const white = page.getByRole('button', { name: 'Add to favorites' }).locator('span > span')
  await expect.poll(() => colour(white, 'backgroundColor')).toEqual([255, 255, 255])
})

test('a long description scrolls in its own place', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 320 })
  await page.goto('/book/pride-and-prejudice')
  const description = page.getByRole('region', { name: 'Description' })
  await expect(description).toBeVisible()
  const { visible, whole } = await description.evaluate((element) => ({
    visible: element.clientHeight,
    whole: element.scrollHeight,
  }))
  expect(visible).toBeLessThanOrEqual(320 * 0.6)
  expect(whole).toBeGreaterThan(visible)
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await description.focus()
  await page.keyboard.press('End')
  await expect
    .poll(() => description.evaluate(({ scrollTop, clientHeight }) => scrollTop + clientHeight))
    .toBeGreaterThanOrEqual(whole - 1)
})

test('the pictures that stand in for missing ones are there', async ({ request }) => {
  for (const [path, type] of [
    ['/default-image.jpg', 'image/jpeg'],
    ['/default-avatar.svg', 'image/svg+xml'],
  ] as const) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    expect(answer.headers()['content-type']).toContain(type)
    expect((await answer.body()).length).toBeGreaterThan(100)
  }
})

test.describe('at 200 % zoom of a window of 1280 by 800', () => {
  // Zoom halves the window in CSS pixels and doubles the dots of each.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('nothing scrolls sideways, and the bar leaves room to read', async ({ page }) => {
    await signedIn(page, { interests: ['Mystery'] })
    for (const path of [
      '/',
      '/categories',
      '/recommendations',
      '/favorites',
      '/book/pride-and-prejudice',
      '/no/such/page',
    ]) {
      await page.goto(path)
      await settled(page)
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }))
      expect(scrollWidth, path).toBeLessThanOrEqual(clientWidth)
      const bar = await page.getByRole('banner').boundingBox()
      expect(bar?.height, path).toBeLessThan(100)
    }
  })
})

test.describe('at 400 % zoom of a window of 1280 by 1024', () => {
  test.use({ viewport: { width: 320, height: 256 } })

  test('the bar leaves the window to the page, and the end of its menu can be reached', async ({
    page,
  }) => {
    await signedIn(page)
    await page.goto('/categories')
    await settled(page)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.mouse.move(160, 128)
    await page.mouse.wheel(0, 150)
    await expect(navLink(page, 'Recommendations')).toBeInViewport({ ratio: 1 })
    await page.mouse.wheel(0, 400)
    await expect(page.getByRole('banner')).not.toBeInViewport()
  })

  test("the account dialog's head leaves its window to the rest", async ({ page }) => {
    await signedIn(page, { name: 'Bartholomew Featherstonehaugh-Cholmondeley' })
    await page.goto('/no/such/page')
    await settled(page)
    await page.getByRole('button', { name: 'Profile menu' }).click()
    await page.getByRole('menuitem', { name: 'Bartholomew' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete my account' }).press('Enter')
    await expect(dialog.getByLabel('Your password')).toBeFocused()
    for (const name of ['Keep my account', 'Delete for good']) {
      await expect(dialog.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
    }
    await expect(dialog.getByRole('heading', { name: 'Your account' })).not.toBeInViewport()
  })
})

test('beside the notch of a phone on its side, and above its bar, nothing is read or pressed', async ({
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await signedIn(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: 47, right: 47, bottom: 34 },
  })
  await page.goto('/categories')
  await settled(page)
  for (const part of await page.locator('a:visible, button:visible, h1').all()) {
    const { x = 0, width = 0 } = (await part.boundingBox()) ?? {}
    const skipsTheBar = (await part.getAttribute('href')) === '#main'
    if (skipsTheBar) continue
    expect(x).toBeGreaterThanOrEqual(47)
    expect(x + width).toBeLessThanOrEqual(844 - 47)
  }
  const confirm = await page.getByRole('button', { name: 'Confirm' }).boundingBox()
  expect(confirm && confirm.y + confirm.height).toBeLessThanOrEqual(390 - 34)
  await page.mouse.wheel(0, 5000)
  const credit = page.getByRole('contentinfo').getByRole('link')
  await expect(credit).toBeInViewport()
  const end = await credit.boundingBox()
  expect(end && end.y + end.height).toBeLessThanOrEqual(390 - 34)
})
