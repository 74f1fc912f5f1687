import type { Page } from '@playwright/test'
import { bookAt, expect, registerReader, signedIn, test } from './fixtures.ts'

/** The names of the scripts that a page asks for from now on, without the mark of their content. */
function scriptsOf(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    const [, name] = /\/assets\/([\w-]+?)-[\w-]{6}\.js$/.exec(request.url()) ?? []
    if (name !== undefined) names.push(name)
  })
  return names
}

/** Keeps this script back until the returned function is called. */
async function hold(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    await promise
    await route.continue()
  })
  return () => resolve(undefined)
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('a visitor’s first page does without the calls; coming to a field fetches them', async ({
  page,
}) => {
  const scripts = scriptsOf(page)
  await page.goto('/')
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await page.waitForLoadState('networkidle')
  expect(scripts).not.toContain('books')
  const asked = page.waitForRequest(/\/assets\/books-/)
  await page.getByLabel('Email').focus()
  await asked
})

test('a form that is sent before the calls have come is sent when they have', async ({
  page,
  request,
}) => {
  const { email, password } = await registerReader(request)
  const release = await hold(page, 'books')
  await page.goto('/login')
  await logIn(page, email, password)
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled()
  release()
  await expect(page.getByText('Welcome back, Ada Reader!')).toBeVisible()
  await expect(page).toHaveURL(/\/recommendations$/)
})

test('where the calls do not come the form says so and keeps what was typed; reloaded, as it asks for, it can be sent', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/books-/)
  const { email, password } = await registerReader(request)
  await page.route('**/assets/books-*.js', (route) => route.abort())
  await page.goto('/login')
  await logIn(page, email, password)
  const said = page.getByText('Error: A part of this page could not be loaded. Please reload it.')
  await expect(said).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  expect(new URL(page.url()).search).toBe('')
  await page.unroute('**/assets/books-*.js')
  await expect(said).toBeHidden()
  await expect(page.getByRole('button', { name: 'Login' })).toBeEnabled()
  // Chromium 150 does not ask again for a script that did not come, before the next document.
  await page.reload()
  await logIn(page, email, password)
  await expect(page.getByText('Welcome back, Ada Reader!')).toBeVisible()
})

test('a reader’s page asks for the calls beside its first script, and for no MUI', async ({
  page,
}) => {
  await signedIn(page, { interests: ['Poetry'] })
  const scripts = scriptsOf(page)
  const release = await hold(page, 'first')
  const asked = page.waitForRequest(/\/assets\/books-/)
  await page.goto('/recommendations', { waitUntil: 'commit' })
  await asked
  release()
  await expect(page.getByRole('heading', { name: 'Best Poetry Books' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(scripts).not.toContain('ProfileMenuList')
  expect(scripts).not.toContain('AppTheme')
  // The menu is fetched as the pointer comes.
  const menu = page.waitForRequest(/\/assets\/ProfileMenuList-/)
  await page.getByRole('button', { name: 'Profile menu' }).hover()
  await menu
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  // Plain texts, as this server's, need no parser.
  expect(scripts).not.toContain('markup')
})

test('a description with markup in it brings its parser, and nothing moves meanwhile', async ({
  page,
  request,
}) => {
  const book = await bookAt(request, 'Poetry', 1)
  const description = '<p>One <b>bold</b> word &eacute;</p><script>alert(1)</script>'
  await page.route(`**/api/book/detail/${book.id}`, (route) =>
    route.fulfill({ json: { ...book, volumeInfo: { ...book.volumeInfo, description } } }),
  )
  const release = await hold(page, 'markup')
  // From another page: one that is opened by its address comes with its description.
  await page.goto('/')
  // Before the page is taken up nobody hears of another address.
  await expect(page.locator('#root')).not.toHaveAttribute('inert')
  await page.evaluate((path) => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, `/book/${book.id}`)
  await expect(page.getByRole('heading', { level: 1, name: book.volumeInfo.title })).toBeVisible()
  await expect(page.locator('[data-skeleton]')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Description' })).toHaveCount(0)
  release()
  const region = page.getByRole('region', { name: 'Description' })
  await expect(region).toHaveText('One bold word é')
  await expect(region.locator('b')).toHaveText('bold')
})
