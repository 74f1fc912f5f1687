/** The product without a mouse: nothing here points, clicks or focuses; every element is reached by keys. */
import { CATEGORIES } from '../../contract/categories.ts'
import { isFull } from '../full.ts'
import {
  addFavorites,
  expect,
  FULL,
  newcomer,
  READER_PAGES,
  signIn,
  test,
  VISITOR_PAGES,
} from './fixtures.ts'
import { expectSections, open, section, title } from './steps.ts'
import { moveTo, tabThrough } from './tabStops.ts'

// Hundreds of keys: a trace would store the page before and after each of them.
test.use({ trace: 'off' })
test.describe.configure({ timeout: 120_000 })

test('every stop of Tab, signed out', async ({ page }) => {
  for (const path of isFull ? VISITOR_PAGES : ['/']) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await open(page, path)
      await tabThrough(page)
    }
  }
})

test('every stop of Tab on the pages of a reader', FULL, async ({ page }) => {
  const reader = await signIn(page, { interests: ['Mystery'] })
  await addFavorites(page, reader, 6)
  for (const path of READER_PAGES) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      await open(page, path)
      await expect(page.getByRole('combobox', { name: 'Search books' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
      await tabThrough(page)
    }
  }
})

test('a visitor: past the bar, along the showcase, into a book and back to the same cover', async ({
  page,
}) => {
  await open(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeFocused()

  const cover = page.getByRole('link', { name: 'Les Misérables by Victor Hugo' })
  await moveTo(page, cover)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Les Misérables')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(cover).toBeFocused()

  // The way up comes before the footer, and the next Tab then begins at the top.
  await moveTo(page, page.getByRole('button', { name: 'Scroll to top' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeFocused()
})

/** The stops of the bar by their place: the row, then from left to right. Runs in the page. */
function barStops(): { isSeen: boolean; name: string }[] {
  const stops = [...document.querySelectorAll<HTMLElement>('header :is(a, button, input)')]
    .filter((stop) => stop.checkVisibility() && !stop.matches(':disabled'))
    .map((stop) => ({ stop, box: stop.getBoundingClientRect() }))
    .toSorted((a, b) =>
      a.box.bottom <= b.box.top || b.box.bottom <= a.box.top
        ? a.box.top - b.box.top
        : a.box.left - b.box.left,
    )
  return stops.map(({ stop }) => ({
    isSeen: stop === document.activeElement,
    name: stop.ariaLabel ?? stop.textContent,
  }))
}

test("Tab goes through a reader's bar as its parts are seen", async ({ page }) => {
  await signIn(page, { interests: ['Mystery'] })
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    await open(page, '/book/emma')
    await expect(page.getByRole('banner').getByPlaceholder('Search books')).toBeEnabled()
    await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
    if (width === 390) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Catchword' }).focus()
    for (const [place] of (await page.evaluate(barStops)).entries()) {
      if (place > 0) await page.keyboard.press('Tab')
      const now = await page.evaluate(barStops)
      const found = now.findIndex(({ isSeen }) => isSeen)
      expect(found, `${width} px: ${now.map(({ name }) => name).join(', ')}`).toBe(place)
    }
  }
})

test('a newcomer: registers, picks interests, skips a shelf, adds a favorite, opens it and comes back', async ({
  page,
}) => {
  const reader = newcomer('Kay Board')
  await open(page, '/')
  await moveTo(page, page.getByRole('button', { name: 'Register instead' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Log in instead' })).toBeFocused()
  await moveTo(page, page.getByLabel('Name'), 'Shift+Tab')
  await page.keyboard.type(reader.name)
  for (const [label, words] of [
    ['Email', reader.email],
    ['Password', reader.password],
    ['Confirm Password', reader.password],
  ] as const) {
    await moveTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(words)
  }
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/categories')
  await expect(page.getByRole('main')).toBeFocused()
  for (const name of ['Mystery', 'Poetry']) {
    const interest = page.getByRole('button', { name, exact: true })
    await moveTo(page, interest)
    await page.keyboard.press('Space')
    await expect(interest).toHaveAttribute('aria-pressed', 'true')
  }
  // A screen reader reads the choice by itself.
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText(`2 of ${CATEGORIES.length} chosen`)
  await moveTo(page, page.getByRole('button', { name: 'Confirm' }))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/recommendations')
  await expectSections(page, ['Mystery', 'Poetry'])
  const skip = page.getByRole('button', { name: 'Skip this shelf' })
  await moveTo(page, skip.first())
  await expect(skip.first()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(section(page, 'Poetry')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(skip.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show more of Best Poetry Books' })).toBeFocused()

  const book = section(page, 'Poetry').getByRole('listitem').nth(6)
  const link = book.getByRole('link')
  await moveTo(page, book.getByRole('button', { name: 'Add to favorites' }), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(book.getByRole('button', { name: 'Remove from favorites' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(link).toBeFocused()
  const name = await link.innerText()
  await page.keyboard.press('Enter')
  await expect(title(page, name)).toBeVisible()
  await moveTo(page, page.getByRole('button', { name: 'Back', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/recommendations')
  await expect(link).toBeFocused()
})

test('the profile menu and the account dialog', async ({ page }) => {
  await signIn(page, { name: 'Ada Keys' })
  await open(page, '/')
  const portrait = page.getByRole('button', { name: 'Profile menu' })
  const item = (name: string) => page.getByRole('menuitem', { name })
  await moveTo(page, portrait)
  await page.keyboard.press('Enter')
  await expect(item('Upload Photo')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(portrait).toBeFocused()

  await page.keyboard.press('Enter')
  await moveTo(page, item('Ada Keys'), 'ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your account' })
  await expect(dialog).toBeVisible()
  // It ends where it began: Tab does not leave the dialog.
  const stops = await tabThrough(page)
  expect(stops[0]).toContain('Close')
  expect(stops.at(-1)).toContain('Delete your account')
  await moveTo(page, dialog.getByRole('button', { name: 'System' }))
  await moveTo(page, dialog.getByRole('button', { name: 'Dark' }), 'ArrowRight')
  await page.keyboard.press('Space')
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(portrait).toBeFocused()
})
