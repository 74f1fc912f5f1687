/**
 * The product without a mouse: nothing here points, clicks or focuses; what is used is come to by keys. At
 * every stop the focus is seen, in the window, and where the eye expects it (`tabStops.ts`).
 */
import type { Page } from '@playwright/test'
import {
  addFavorite,
  bookAt,
  expect,
  newcomer,
  registerReader,
  signedIn,
  test,
  type Reader,
} from './fixtures.ts'
import { card, isCall, navLink, settled, shelf } from './navigation.ts'
import { expectFocusShown, moveTo, spoken, walkTabStops } from './tabStops.ts'

// Hundreds of keys: a trace would keep the page as it was before and after each of them.
test.use({ trace: 'off' })
test.describe.configure({ timeout: 150_000 })

/** Gives the books of an interest, from its first on, their hearts over the API; the titles, newest first. */
async function giveHearts(page: Page, reader: Reader, count: number): Promise<string[]> {
  const titles: string[] = []
  for (let place = 0; place < count; place += 1) {
    const { id, volumeInfo } = await bookAt(page.request, 'Fantasy', place)
    await addFavorite(page.request, reader, id)
    titles.unshift(volumeInfo.title)
  }
  return titles
}

/** Every stop of Tab, forth and back, on a phone and on a desk. */
async function walkAtBothWidths(page: Page, path: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    // On a busy machine a part may still come while it is walked over: what is wrong is so each time.
    await expect(() => walkAt(page, path)).toPass({ intervals: [0], timeout: 60_000 })
  }
}

async function walkAt(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
  // What stands in the bar comes once it is known who is signed in.
  const reader = page.getByRole('banner').getByLabel(/^Profile/)
  if (path !== '/login' && path !== '/register') await expect(reader).toBeVisible()
  const books = page.getByRole('main').getByRole('listitem').getByRole('link')
  if (path === '/recommendations') await expect(books).toHaveCount(10)
  if (path === '/favorites') await expect(books).toHaveCount(6)
  await page.waitForLoadState('networkidle')
  await walkTabStops(page)
}

for (const paths of [
  ['/', '/login', '/register'],
  ['/book/pride-and-prejudice', '/no/such/page'],
]) {
  test(`every stop of Tab at ${paths.join(', ')}, signed out`, async ({ page }) => {
    for (const path of paths) await walkAtBothWidths(page, path)
  })
}

for (const paths of [
  ['/', '/favorites', '/no/such/page'],
  ['/profile', '/recommendations'],
  ['/categories', '/book/pride-and-prejudice'],
]) {
  test(`every stop of Tab at ${paths.join(', ')}, signed in`, async ({ page }) => {
    const reader = await signedIn(page, { interests: ['Mystery'] })
    if (paths.includes('/favorites')) await giveHearts(page, reader, 6)
    for (const path of paths) await walkAtBothWidths(page, path)
  })
}

test('hearts tell a screen reader which book they are for', async ({ page }) => {
  const reader = await signedIn(page, { interests: ['Mystery'] })
  const hearted = await giveHearts(page, reader, 3)
  const hearts = async () =>
    (await spoken(page)).filter(({ role, name }) => role === 'button' && name.includes('favorites'))
  await page.goto('/favorites')
  await settled(page)
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
  expect(await hearts()).toEqual(
    hearted.map((description) => ({ role: 'button', name: 'Remove from favorites', description })),
  )

  await page.goto('/recommendations')
  await settled(page)
  const titles = shelf(page, 'Mystery').getByRole('heading', { level: 3 })
  await expect(titles).toHaveCount(10)
  const added = (await titles.allInnerTexts()).map((description) => ({
    role: 'button',
    name: 'Add to favorites',
    description,
  }))
  expect(await hearts()).toEqual(added)
})

test('a visitor: past the bar, along the showcase, into a book and back to the same cover', async ({
  page,
}) => {
  await page.goto('/')
  await settled(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expectFocusShown(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeFocused()
  await expectFocusShown(page)

  const cover = page.getByRole('link', { name: 'Les Misérables by Victor Hugo' })
  await moveTo(page, cover)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Les Misérables', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Back' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(cover).toBeFocused()
  await expectFocusShown(page)

  // The way up is before the footer, and the next Tab then begins at the top.
  await moveTo(page, page.getByRole('button', { name: 'Scroll to top' }))
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Explore Now' })).toBeFocused()

  await page.goto('/no/such/page')
  await settled(page)
  await moveTo(page, page.getByRole('link', { name: 'Go back to Home' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a newcomer: registers on the landing page, picks interests, gives a heart, comes back', async ({
  page,
}) => {
  const reader = newcomer('Kay Board')
  await page.goto('/')
  await settled(page)
  await moveTo(page, page.getByRole('button', { name: 'Register instead' }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Login instead' })).toBeFocused()
  await moveTo(page, page.getByLabel('Name'), 'Shift+Tab')
  await page.keyboard.type(reader.name)
  for (const [label, words] of [
    ['Email', reader.email],
    ['Password', reader.password],
    ['Confirm Password', reader.password],
  ] as const) {
    await page.keyboard.press('Tab')
    await expect(page.getByLabel(label, { exact: true })).toBeFocused()
    await page.keyboard.type(words)
  }
  await moveTo(page, page.getByRole('button', { name: 'Register', exact: true }))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/categories')
  await expect(page.getByRole('main')).toBeFocused()
  const poetry = page.getByRole('button', { name: 'Poetry', exact: true })
  await moveTo(page, poetry)
  await page.keyboard.press('Space')
  await expect(poetry).toHaveAttribute('aria-pressed', 'true')
  // What is said of the choice is said without being asked for.
  await expect(page.locator('[aria-live="polite"]')).toHaveText('1 of 20 chosen')
  await moveTo(page, page.getByRole('button', { name: 'Confirm' }))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/recommendations')
  const book = shelf(page, 'Poetry').getByRole('listitem').nth(6)
  const link = book.getByRole('link')
  await moveTo(page, book.getByRole('button'))
  await page.keyboard.press('Space')
  await expect(book.getByRole('button', { name: 'Remove from favorites' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(link).toBeFocused()
  const title = await link.innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await moveTo(page, page.getByRole('button', { name: 'Remove from favorites' }))
  await moveTo(page, page.getByRole('button', { name: 'Back' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/recommendations')
  await expect(link).toBeFocused()
  await expectFocusShown(page)
})

test('a search: arrows move in the results, Escape leaves them, Enter opens one', async ({
  page,
}) => {
  await signedIn(page)
  await page.goto('/no/such/page')
  await settled(page)
  const box = page.getByRole('combobox', { name: 'Search books' })
  const options = page.getByRole('listbox', { name: 'Search results' }).getByRole('option')
  await moveTo(page, box)
  await page.keyboard.type('love')
  await page.keyboard.press('Enter')
  await expect(options.nth(2)).toBeAttached()
  const count = await options.count()
  await expect(page.getByRole('search').getByRole('status')).toHaveText(`${count} books found`)
  await page.keyboard.press('ArrowUp')
  const last = options.last()
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await expect(last).toBeInViewport({ ratio: 0.9 })
  // The browser tells a screen reader of the option that the arrows are on.
  await expect(box).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '-')
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(box).toBeFocused()
  await expectFocusShown(page)

  // Tab leaves the results by the search button.
  await page.keyboard.press('Enter')
  await expect(options.first()).toBeAttached()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(options).toHaveCount(0)
  await expectFocusShown(page)

  await moveTo(page, box, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(options.nth(1)).toBeAttached()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const [title = ''] = (await options.first().innerText()).split('\n')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('the favorites: a removed book is taken back by its toast, or left, and the place is kept', async ({
  page,
}) => {
  const reader = await signedIn(page)
  const [first = '', second = '', third = ''] = await giveHearts(page, reader, 3)
  const main = page.getByRole('main')
  const heart = (title: string) => card(main, title).getByRole('button')
  const title = (name: string) => main.getByRole('link', { name, exact: true })
  const undo = (name: string) =>
    page
      .getByRole('alert')
      .filter({ hasText: `Removed ${name}` })
      .getByRole('button')
  await page.goto('/favorites')
  await settled(page)
  await moveTo(page, heart(second))
  await page.keyboard.press('Space')
  await expect(title(second)).toHaveCount(0)
  // At once, so that no reader is too slow; and told, so that none has to see it.
  await expect(undo(second)).toBeFocused()
  await expectFocusShown(page)
  await expect(undo(second)).toHaveAccessibleName('Undo')
  const added = page.waitForResponse(isCall('POST', /\/favoriteBook$/))
  await page.keyboard.press('Enter')
  expect((await added).ok()).toBe(true)
  await expect(title(first)).toBeFocused()
  // Given anew, it is the newest.
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([second, first, third])

  // Left alone, the toast gives the focus back to where the book was, and goes.
  await moveTo(page, heart(third))
  await page.keyboard.press('Enter')
  await expect(undo(third)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(title(first)).toBeFocused()
  await expectFocusShown(page)
  await expect(undo(third)).toHaveCount(0)
  await moveTo(page, heart(second), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(undo(second)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(heart(first)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(undo(first)).toBeFocused()
  await expect(page.getByText('No favorite books yet')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Find your next book' })).toBeFocused()
})

test('the profile menu, the account dialog, the way out and in again', async ({ page }) => {
  const reader = await signedIn(page, { name: 'Ada Keys', interests: ['Poetry'] })
  await page.goto('/')
  await settled(page)
  const portrait = page.getByRole('button', { name: 'Profile menu' })
  const item = (name: string) => page.getByRole('menuitem', { name })
  await moveTo(page, portrait)
  await page.keyboard.press('Enter')
  await expect(item('Upload Photo')).toBeFocused()
  await expectFocusShown(page)
  await moveTo(page, item('Logout'), 'ArrowDown')
  await moveTo(page, item('Ada Keys'), 'ArrowUp')
  await page.keyboard.press('Escape')
  const menu = page.getByRole('menu', { includeHidden: true })
  await expect(menu).toHaveCount(0)
  await expect(portrait).toBeFocused()

  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('Enter')
  await expect(item('Upload Photo')).toBeFocused()
  await page.keyboard.press('Enter')
  expect((await chooser).isMultiple()).toBe(false)
  await expect(menu).toHaveCount(0)
  await expect(portrait).toBeFocused()

  await page.keyboard.press('Enter')
  await moveTo(page, item('Ada Keys'), 'ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your account' })
  await expect(dialog).toBeVisible()
  // The walk ends where it began: Tab does not leave the dialog.
  const stops = await walkTabStops(page)
  expect(stops[0]).toContain('Close')
  expect(stops.at(-1)).toContain('Delete my account')

  await moveTo(page, dialog.getByRole('radio', { name: 'System' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expectFocusShown(page)
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark')

  await moveTo(page, dialog.getByRole('button', { name: 'Download as JSON' }))
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toBe('catchword-account.json')
  await expect(dialog.getByRole('status')).toHaveText('Your data is among your downloads.')
  await expect(dialog.getByRole('button', { name: 'Download as JSON' })).toBeFocused()

  await moveTo(page, dialog.getByRole('button', { name: 'Delete my account' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await expectFocusShown(page)
  await moveTo(page, dialog.getByRole('button', { name: 'Keep my account' }))
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(portrait).toBeFocused()
  await expectFocusShown(page)

  await page.keyboard.press('Enter')
  await moveTo(page, item('Logout'), 'ArrowDown')
  const ended = page.waitForResponse(isCall('POST', /^\/api\/user\/logout$/))
  await page.keyboard.press('Enter')
  await ended
  const signIn = page.getByRole('link', { name: 'Sign In / Register' })
  await moveTo(page, signIn)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await moveTo(page, page.getByLabel('Email'))
  await page.keyboard.type(reader.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(reader.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/recommendations')
  await expect(page.getByRole('main')).toBeFocused()
})

test('on a phone: the menu of links follows its button, and Escape leads back there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/no/such/page')
  await settled(page)
  const fold = page.getByRole('button', { name: 'Open menu' })
  await moveTo(page, fold)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeFocused()
  // Between them, as the eye finds it, the search in its row.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  for (const name of ['Home', 'Categories', 'Favorites', 'Recommendations']) {
    await page.keyboard.press('Tab')
    await expect(navLink(page, name)).toBeFocused()
    await expectFocusShown(page)
  }
  await page.keyboard.press('Escape')
  await expect(navLink(page, 'Recommendations')).toBeHidden()
  await expect(fold).toBeFocused()
  await page.keyboard.press('Enter')
  await moveTo(page, navLink(page, 'Home'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a button that waits for the server keeps the focus, and has it when the server refuses', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401/)
  complaints.expect(/500/)
  const { email } = await registerReader(page.request)
  await page.context().clearCookies()
  await page.goto('/login')
  await settled(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  const login = page.getByRole('button', { name: 'Login', exact: true })
  await moveTo(page, login)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Error: Invalid email or password.')
  await expect(login).toBeEnabled()
  await expect(login).toBeFocused()

  const reader = await signedIn(page, { interests: ['Poetry'] })
  await page.route(`/api/user/${reader.id}`, (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/categories')
  const confirm = page.getByRole('button', { name: 'Confirm' })
  await expect(confirm).toBeEnabled()
  await moveTo(page, confirm, 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('alert')).toHaveText('An error occurred. Please try again.')
  await expect(confirm).toBeFocused()
})
