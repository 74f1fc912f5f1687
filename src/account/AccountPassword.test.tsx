import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ERROR_TEXTS } from '../../contract/errorTexts.ts'
import { changePassword } from '../../contract/password.ts'
import type { FakeUser } from '../../mocks/builders.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { fill, renderApp, signIn } from '../test/renderApp.tsx'

/** Opens the account dialog of a reader. */
async function open(overrides: Partial<FakeUser> = {}) {
  const reader = signIn({ name: 'Ada', password: 'correct horse', ...overrides })
  const { user } = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Profile menu' }))
  await quiet()
  await user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your account' }))
  const change = async (current: string, next: string): Promise<void> => {
    await user.click(await dialog.findByRole('button', { name: 'Change your password' }))
    await fill(user, {
      'Current password': current,
      'New password': next,
      'Confirm new password': next,
    })
    await user.click(dialog.getByRole('button', { name: 'Save new password' }))
  }
  return { reader, dialog, change }
}

test('the password is changed, this device stays signed in, and the focus is on what says so', async () => {
  const { reader, dialog, change } = await open()
  await change('correct horse', 'battery staple')
  const status = await dialog.findByText(
    'Your password has been changed. Other devices have been logged out.',
  )
  expect(status).toHaveFocus()
  expect(backend.account(reader.id).password).toBe('battery staple')
  const [request] = sentRequests('PUT', `/api/user/${reader.id}/password`)
  expect(request?.authorization).toBe(`Bearer ${reader.token}`)
  expect(dialog.queryByLabelText('New password')).not.toBeInTheDocument()
})

test('a wrong present password is told beside its field', async () => {
  const { dialog, change } = await open()
  await change('wrong horse', 'battery staple')
  const field = dialog.getByLabelText('Current password')
  await waitFor(() => expect(field).toHaveAccessibleDescription(ERROR_TEXTS.notYourPassword))
  expect(field).toHaveFocus()
})

test('another failure is told in an alert, and nothing that was typed is lost', async () => {
  const { dialog, change } = await open()
  backend.fails(changePassword)
  await change('correct horse', 'battery staple')
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    `Your password could not be changed. ${ERROR_TEXTS.internal}`,
  )
  expect(dialog.getByLabelText('New password')).toHaveValue('battery staple')
})

test('an account without a password has none to change', async () => {
  const { dialog } = await open({ password: '' })
  await waitFor(() =>
    expect(dialog.queryByRole('button', { name: 'Change your password' })).not.toBeInTheDocument(),
  )
})
