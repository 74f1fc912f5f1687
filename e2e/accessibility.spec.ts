import type { Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { addFavorite, bookAt, expect, newcomer, signedIn, test } from './fixtures.ts'
import { settled, shelf } from './navigation.ts'
import { moveTo } from './tabStops.ts'

const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1280, 390].map((width) => ({ colorScheme, width })),
)

type Look = (typeof LOOKS)[number]

async function take(page: Page, { colorScheme, width }: Look): Promise<void> {
  // Without motion, no colour is measured half way through its change.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize({ width, height: 900 })
}

/** axe finds nothing on the page as it is now. */
async function expectNoFindings(
  page: Page,
  { colorScheme, width }: Look,
  except: string[] = [],
): Promise<void> {
  // What the build or the server drew says nothing to axe, nor to readers, before the script has taken it up.
  await expect(page.locator('#root[inert]')).toHaveCount(0)
  expect(await axeFindings(page, except), `${page.url()} ${colorScheme} ${width} px`).toEqual([])
}

/** axe finds nothing, in both colour schemes, wide and narrow. */
async function expectAccessible(page: Page, except?: string[]): Promise<void> {
  for (const look of LOOKS) {
    await take(page, look)
    await expectNoFindings(page, look, except)
  }
}

for (const path of ['/', '/login', '/register', '/book/pride-and-prejudice', '/no/such/page']) {
  test(`axe finds nothing at ${path}, signed out`, async ({ page }) => {
    await page.goto(path)
    await settled(page)
    await expectAccessible(page)
  })
}

for (const path of [
  '/',
  '/categories',
  '/recommendations',
  '/favorites',
  '/profile',
  '/book/pride-and-prejudice',
]) {
  test(`axe finds nothing at ${path}, signed in`, async ({ page }) => {
    const reader = await signedIn(page, { interests: ['Mystery'] })
    const { id } = await bookAt(page.request, 'Fantasy', 0)
    await addFavorite(page.request, reader, id)
    await page.goto(path)
    await settled(page)
    await expectAccessible(page)
  })
}

test('axe finds nothing in the empty favorites', async ({ page }) => {
  await signedIn(page)
  await page.goto('/favorites')
  await expect(page.getByText('No favorite books yet')).toBeVisible()
  await expectAccessible(page)
})

test('axe finds nothing in a form with faults and matching passwords', async ({ page }) => {
  await page.goto('/register')
  await page.getByLabel('Password', { exact: true }).fill('a long evening')
  await page.getByLabel('Confirm Password').fill('a long evening')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(page.getByText('Name is required.')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await expectAccessible(page)
})

test('axe finds nothing in open search results and menus', async ({ page }) => {
  await signedIn(page)
  await page.goto('/no/such/page')
  await page.getByRole('combobox', { name: 'Search books' }).fill('love')
  await page.getByRole('combobox', { name: 'Search books' }).press('Enter')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  // An open menu is modal: it stands outside of the landmarks, which are hidden meanwhile.
  await expectAccessible(page, ['region'])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()

  await page.setViewportSize({ width: 390, height: 900 })
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectAccessible(page)
})

test('axe finds nothing in a toast', async ({ page }) => {
  for (const look of LOOKS) {
    await take(page, look)
    // Not when all of it is there: the toast may be gone by then. The pointer stops its clock.
    await page.goto('/login?authError=google_not_configured', { waitUntil: 'commit' })
    const toast = page.getByRole('alert')
    await toast.hover()
    await expectNoFindings(page, look)
    await expect(toast).toBeVisible()
  }
})

test('by keyboard alone: register, pick two interests, give a book its heart', async ({ page }) => {
  const reader = newcomer('Kay Board')
  await page.goto('/register')
  for (const [label, text] of [
    ['Name', reader.name],
    ['Email', reader.email],
    ['Password', reader.password],
    ['Confirm Password', reader.password],
  ] as const) {
    await moveTo(page, page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { name: 'Discover Your Interests' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  const mystery = page.getByRole('button', { name: 'Mystery', exact: true })
  const poetry = page.getByRole('button', { name: 'Poetry', exact: true })
  await moveTo(page, mystery)
  await page.keyboard.press('Space')
  await expect(mystery).toHaveAttribute('aria-pressed', 'true')
  await moveTo(page, poetry)
  await page.keyboard.press('Enter')
  await expect(poetry).toHaveAttribute('aria-pressed', 'true')
  await moveTo(page, page.getByRole('button', { name: 'Confirm' }))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/recommendations')
  const first = shelf(page, 'Mystery').getByRole('listitem').first()
  await moveTo(page, first.getByRole('button', { name: 'Add to favorites' }))
  const title = await first.getByRole('link').innerText()
  await expect(first.getByRole('button')).toHaveAccessibleDescription(title)
  await page.keyboard.press('Space')
  await expect(first.getByRole('button', { name: 'Remove from favorites' })).toBeFocused()
  await moveTo(page, first.getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible()
})

test('the first Tab offers a way past the navbar', async ({ page }) => {
  await page.goto('/book/pride-and-prejudice')
  await settled(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})
