import { expect, signIn, test } from './fixtures.ts'
import { open, openAccount } from './steps.ts'

/**
 * Of each form with a password in the page: whether a user name field comes before it, as Chromium advises in its
 * console (a headless one does not). Runs in the page.
 */
function passwordForms(): boolean[] {
  return [...document.forms].flatMap((form) => {
    const password = form.querySelector('input[type=password]')
    if (!password) return []
    const name = form.querySelector('input[autocomplete=username]')
    return [name?.compareDocumentPosition(password) === Node.DOCUMENT_POSITION_FOLLOWING]
  })
}

test('every form with a password has a user name field before it', async ({ page }) => {
  for (const path of ['/login', '/register', '/login#reset=a-token']) {
    await page.goto('about:blank')
    await open(page, path)
    if (path.includes('#'))
      await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible()
    expect({ path, forms: await page.evaluate(passwordForms) }).toEqual({ path, forms: [true] })
  }
  await signIn(page, { name: 'Ada Managed' })
  await open(page, '/')
  const dialog = await openAccount(page, 'Ada Managed')
  for (const button of ['Change your password', 'Delete your account']) {
    await dialog.getByRole('button', { name: button }).click()
    // One section is open at a time.
    await expect.poll(() => page.evaluate(passwordForms)).toEqual([true])
  }
})

test('the token of a reset link is in no request, no referrer and no history', async ({ page }) => {
  const token = 'a-token-of-a-mailed-link'
  const leaks: string[] = []
  page.on('request', (request) => {
    const sent = `${request.url()} ${JSON.stringify(request.headers())}`
    if (sent.includes(token)) leaks.push(request.url())
  })
  const form = page.getByRole('heading', { name: 'New password' })
  await open(page, `/login#reset=${token}`)
  await expect(form).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)

  // A link that is pasted into the same tab
  await page.getByRole('button', { name: 'Back to login' }).click()
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await page.evaluate((hash) => void (location.hash = hash), `reset=${token}`)
  await expect(form).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/login$/)
  expect(leaks).toEqual([])
})
