import { expect, newcomer, registerReader, signedIn, test } from './fixtures.ts'
import { logIn, navLink, open, recordAlerts, register } from './navigation.ts'

const TEXT = 'User not found. Please log in.'

for (const name of ['categories', 'recommendations', 'favorites', 'profile']) {
  test(`a visitor at /${name} is led to the form and told why; Back does not return there`, async ({
    page,
  }) => {
    // Short enough that the form lies below the fold and has to be scrolled to.
    await page.setViewportSize({ width: 390, height: 500 })
    const alerts = await recordAlerts(page)
    await page.goto('/no/such/page')
    await page.goto(`/${name}`)
    await expect(page).toHaveURL('/')
    const form = page.getByRole('heading', { name: 'Login' })
    await expect(form).toBeFocused()
    await expect(form).toBeInViewport()
    await expect(page.getByText(`Log in to see your ${name}.`)).toBeVisible()
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

test('the links of the navbar and the profile icon end in the guard', async ({ page }) => {
  const alerts = await recordAlerts(page)
  const expected: string[] = []
  for (const name of ['Categories', 'Favorites', 'Recommendations', 'Profile']) {
    await page.goto('/book/pride-and-prejudice')
    const icon = page.getByRole('link', { name, exact: true })
    await (name === 'Profile' ? icon : navLink(page, name)).click()
    await expect(page).toHaveURL('/')
    expected.push(TEXT)
    await expect.poll(() => alerts).toEqual(expected)
    await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/book/pride-and-prejudice')
  }
})

test('after the login the toast leads on to the page that the guard kept', async ({ page }) => {
  const reader = await registerReader(page.request)
  await page.context().clearCookies()
  await page.goto('/favorites')
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused()
  await logIn(page, reader)
  await expect(page).toHaveURL('/recommendations')
  await page.getByRole('button', { name: 'Continue to Favorites' }).click()
  await expect(page).toHaveURL('/favorites')
  // The reason goes with the landing page.
  await page.goBack()
  await expect(page.getByText('Log in to see your')).toHaveCount(0)
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
  await open(page, '/')
  await expect(page.getByText('Welcome to Catchword', { exact: true })).toBeVisible()
  expect(alerts).toHaveLength(1)
})

test('a wrong password and a taken email are said in words', async ({ page, complaints }) => {
  complaints.expect(/401 \(Unauthorized\)/)
  complaints.expect(/409 \(Conflict\)/)
  const reader = await registerReader(page.request)
  await page.context().clearCookies()
  await open(page, '/login')
  await logIn(page, { ...reader, password: `${newcomer().password}!` })
  await expect(page.getByRole('alert')).toHaveText('Error: Invalid email or password.')
  await page.getByRole('button', { name: 'Register instead' }).click()
  await expect(page).toHaveURL('/register')
  // What was typed stays in the field that both modes have.
  await expect(page.getByLabel('Email')).toHaveValue(reader.email)
  await register(page, reader)
  await expect(
    page.getByRole('alert').filter({ hasText: 'An account with this email already exists.' }),
  ).toBeVisible()
})

test('a server without Google says so at /login', async ({ page }) => {
  await open(page, '/login')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('alert')).toHaveText('Google sign-in is not set up on this server.')
  await expect(page).toHaveURL('/login')
})
