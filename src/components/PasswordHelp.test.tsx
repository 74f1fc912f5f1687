import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { requestPasswordReset, resetPassword } from '../../contract/password.ts'
import { getSettings } from '../../contract/settings.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { stored } from '../test/readerStore.ts'
import { fill, renderApp, signIn } from '../test/renderApp.tsx'

type User = ReturnType<typeof renderApp>['user']

const FORGOT = 'Forgot your password?'
const SENT = 'If there is an account with this email, a link is on its way.'

const region = (name: string) => screen.findByRole('region', { name })

/** An account and the token of a link that was mailed to it. */
function mailed(): { id: string; email: string; token: string } {
  const { id, email } = backend.addUser({ email: 'ada@example.org', password: 'forgotten horse' })
  fakeBackend.db.resetTokens.set('reset-token', id)
  return { id, email, token: 'reset-token' }
}

async function save(user: User, password: string): Promise<void> {
  await region('New password')
  await fill(user, { Email: 'ada@example.org', Password: password, 'Confirm Password': password })
  await user.click(screen.getByRole('button', { name: 'Save new password' }))
}

/** Another fragment in the address bar of the same page. */
const paste = (hash: string): void => act(() => void (window.location.hash = hash))

async function requestLink(user: User): Promise<void> {
  await user.click(await screen.findByRole('button', { name: FORGOT }))
  await user.click(await screen.findByRole('button', { name: 'Send me a link' }))
}

test('a link is asked for with the email that was typed', async () => {
  const { user } = renderApp('/')
  await fill(user, { Email: 'ada@example.org' })
  await user.click(await screen.findByRole('button', { name: FORGOT }))
  expect(screen.getByRole('heading', { name: FORGOT })).toHaveFocus()
  const form = within(await region(FORGOT))
  expect(await form.findByLabelText('Email')).toHaveValue('ada@example.org')
  await user.click(form.getByRole('button', { name: 'Send me a link' }))
  await waitFor(() => expect(form.getByRole('status')).toHaveTextContent(SENT))
  const [request] = sentRequests('POST', '/api/user/passwordReset')
  expect(JSON.parse((await request?.text()) ?? '')).toEqual({ email: 'ada@example.org' })
  await user.click(form.getByRole('button', { name: 'Back to login' }))
  expect(await region('Login')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org')
})

test.each([
  ['mails no links', () => backend.responds(getSettings, { passwordReset: false })],
  ['does not say', () => backend.respondsHtml(getSettings, 404)],
])('a server that %s has no such button', async (_why, prepare) => {
  prepare()
  renderApp('/login')
  await region('Login')
  await quiet()
  expect(screen.queryByRole('button', { name: FORGOT })).not.toBeInTheDocument()
})

test('a failure is said in a toast and beside the form', async () => {
  backend.refuses(requestPasswordReset, 503, ERROR_TEXTS.mailOff)
  const { user } = renderApp('/login')
  await fill(user, { Email: 'ada@example.org' })
  await requestLink(user)
  expect(await screen.findByText(`Error: ${ERROR_TEXTS.mailOff}`)).toBeVisible()
  expect(screen.getByText(ERROR_TEXTS.mailOff)).toBeVisible()
})

test('a mailed link leaves the address at once, sets a new password, and the login follows', async () => {
  const { id, email, token } = mailed()
  const before = window.history.length
  const { user, store } = renderApp(`/login#reset=${token}`)
  await save(user, 'battery staple')
  expect(window.location.href).toBe(`${window.location.origin}/login`)
  expect(await screen.findByText('Your password has been changed. Please log in.')).toBeVisible()
  expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toHaveFocus()
  expect(backend.account(id).password).toBe('battery staple')
  expect(JSON.stringify(store.getState()) + JSON.stringify(localStorage)).not.toContain(token)
  expect(window.history).toHaveLength(before)
  // The form that sets a password says whose it is, and the login goes on with it.
  expect(screen.getByLabelText('Email')).toHaveValue(email)
  await fill(user, { Password: 'battery staple' })
  await user.click(screen.getByRole('button', { name: 'Login' }))
  expect(await screen.findByText(/^Welcome back/)).toBeVisible()
})

test('a link that is pasted into the open tab begins anew, also behind a used one', async () => {
  const { id, token } = mailed()
  const { user } = renderApp('/login')
  await user.click(await screen.findByRole('button', { name: FORGOT }))
  await region(FORGOT)
  paste('#reset=used')
  await save(user, 'battery staple')
  expect(await screen.findByText(ERROR_TEXTS.resetLinkInvalid)).toBeVisible()
  expect(screen.getByRole('button', { name: FORGOT })).toBeVisible()
  paste(`#reset=${token}`)
  await save(user, 'battery staple')
  expect(await screen.findByText('Your password has been changed. Please log in.')).toBeVisible()
  expect(backend.account(id).password).toBe('battery staple')
  expect(window.location.href).toBe(`${window.location.origin}/login`)
})

test('whoever is signed in is not sent on, and is signed out by it', async () => {
  signIn({ name: 'Grace' })
  const { token } = mailed()
  const { user } = renderApp(`/login#reset=${token}`)
  await save(user, 'battery staple')
  expect(await screen.findByText('Your password has been changed. Please log in.')).toBeVisible()
  expect(window.location.pathname).toBe('/login')
  expect(await screen.findByLabelText('Email')).toBeVisible()
  await waitFor(() => expect(stored()).toEqual({}))
  expect(screen.queryByText('User not found. Please log in.')).not.toBeInTheDocument()
})

test('where only the response was lost, the new password is not sent twice', async () => {
  const { token } = mailed()
  backend.unreachable(resetPassword)
  const { user } = renderApp(`/login#reset=${token}`)
  await save(user, 'battery staple')
  expect(await screen.findByText(/^Error: /)).toBeVisible()
  await quiet()
  expect(sentRequests('PUT', '/api/user/passwordReset')).toHaveLength(1)
  expect(screen.getByLabelText('Password')).toHaveValue('battery staple')
})
