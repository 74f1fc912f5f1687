import { expect, newcomer, registerReader, signedIn, test } from './fixtures.ts'
import { logIn, navLink, recordAlerts } from './navigation.ts'

const TEXT = 'User not found. Please log in.'

for (const path of ['/categories', '/recommendations', '/favorites', '/profile']) {
  test(`a visitor at ${path} is led to the form, and Back does not return there`, async ({
    page,
  }) => {
    // Short enough that the form lies below the fold and has to be scrolled to.
    await page.setViewportSize({ width: 390, height: 500 })
    const alerts = await recordAlerts(page)
    await page.goto('/no/such/page')
    await page.goto(path)
    await expect(page).toHaveURL('/')
    const form = page.getByRole('heading', { name: 'Login' })
    await expect(form).toBeFocused()
    await expect(form).toBeInViewport()
    await expect.poll(() => alerts).toEqual([TEXT])
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0)

    await page.goBack()
    await expect(page).toHaveURL('/no/such/page')
    await page.goForward()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Explore Now' })).toBeVisible()
    expect(alerts).toEqual([TEXT])
  })
}

test('where the form stands beside the welcome, the page stays at its beginning', async ({
  page,
}) => {
  // Scrolling is instant then, and done when the heading has the focus.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/favorites')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeInViewport()
})

test('the links of the navbar and the profile icon end in the guard', async ({ page }) => {
  const alerts = await recordAlerts(page)
  const expected: string[] = []
  for (const name of ['Categories', 'Favorites', 'Recommendations', 'Profile']) {
    await page.goto('/book/pride-and-prejudice')
    const link =
      name === 'Profile' ? page.getByRole('link', { name, exact: true }) : navLink(page, name)
    await link.click()
    await expect(page).toHaveURL('/')
    expected.push(TEXT)
    await expect.poll(() => alerts).toEqual(expected)
    await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/book/pride-and-prejudice')
  }
})

test('after the login the toast leads on to the page that was wanted', async ({ page }) => {
  const reader = await registerReader(page.request)
  await page.context().clearCookies()
  await page.goto('/favorites')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused()
  await logIn(page, reader)
  await expect(page).toHaveURL('/recommendations')
  await page.getByRole('button', { name: 'Continue to Favorites' }).click()
  await expect(page).toHaveURL('/favorites')
})

test('a session that the server no longer knows ends with one toast', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\)/)
  const reader = await signedIn(page)
  const alerts = await recordAlerts(page)
  await page.request.post('/api/user/logout', {
    headers: { authorization: `Bearer ${reader.token}` },
  })
  await page.goto('/favorites')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
  await expect.poll(() => alerts).toEqual(['User not authenticated. Please log in.'])
  await page.reload()
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
  expect(alerts).toEqual(['User not authenticated. Please log in.'])
})

test('a wrong password and a taken email are said in words', async ({ page, complaints }) => {
  complaints.expect(/401 \(Unauthorized\)/)
  complaints.expect(/409 \(Conflict\)/)
  const reader = await registerReader(page.request)
  await page.context().clearCookies()
  await page.goto('/login')
  await logIn(page, { ...reader, password: `${newcomer().password}!` })
  await expect(page.getByRole('alert')).toHaveText('Error: Invalid email or password.')
  await page.getByRole('button', { name: 'Register instead' }).click()
  await expect(page).toHaveURL('/register')
  await page.getByLabel('Name').fill('Somebody Else')
  await expect(page.getByLabel('Email')).toHaveValue(reader.email)
  await page.getByLabel('Password', { exact: true }).fill(reader.password)
  await page.getByLabel('Confirm Password').fill(reader.password)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'An account with this email already exists.' }),
  ).toBeVisible()
})

test('a server without Google says so at /login', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('alert')).toHaveText('Google sign-in is not set up on this server.')
  await expect(page).toHaveURL('/login')
})
