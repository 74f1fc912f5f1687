import { passUntilVisible, pauseClock } from './clock.ts'
import { endSession, expect, registerReader, signIn, test } from './fixtures.ts'
import { logIn, open, recordAlerts, title, visitorGreeting } from './steps.ts'

test('a visitor is led to the form and told why; Back does not return to the guarded page', async ({
  page,
}) => {
  // Short enough that the form lies below the fold and has to be scrolled to.
  await page.setViewportSize({ width: 390, height: 500 })
  const alerts = await recordAlerts(page)
  await open(page, '/no/such/page')
  await page.goto('/favorites')
  await expect(page).toHaveURL('/')
  const form = page.getByRole('heading', { name: 'Login' })
  await expect(form).toBeFocused()
  await expect(form).toBeInViewport()
  await expect(page.getByText('Log in to see your favorites.')).toBeVisible()
  await expect.poll(() => alerts).toEqual(['User not found. Please log in.'])
  await page.goBack()
  await expect(page).toHaveURL('/no/such/page')
})

test('after the login the toast leads on to the page that was guarded', async ({
  page,
  request,
}) => {
  const reader = await registerReader(request)
  // The toast stays until it is pressed.
  await pauseClock(page)
  await page.goto('/favorites')
  await passUntilVisible(page, page.getByText('Log in to see your favorites.'))
  await logIn(page, reader)
  const toast = page.getByRole('button', { name: 'Continue to Favorites' })
  await passUntilVisible(page, toast)
  await expect(page).toHaveURL('/recommendations')
  await toast.click()
  await page.clock.resume()
  await expect(page).toHaveURL('/favorites')
  // The reason goes with the landing page.
  await page.goBack()
  await expect(title(page, 'Recommendations')).toBeVisible()
  await expect(page.getByText('Log in to see your')).toHaveCount(0)
})

test('a session that has ended on the server ends in the page with one toast', async ({
  page,
  complaints,
}) => {
  complaints.expect(/401 \(Unauthorized\)/)
  const reader = await signIn(page)
  const alerts = await recordAlerts(page)
  await endSession(page, reader)
  await page.goto('/favorites')
  await expect(page).toHaveURL('/')
  await expect(visitorGreeting(page)).toBeVisible()
  await expect.poll(() => alerts).toEqual(['User not authenticated. Please log in.'])
})
