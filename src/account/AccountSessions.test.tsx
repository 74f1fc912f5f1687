import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endSession, getSessions } from '../../contract/session.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { backend, quiet } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

/** Signs Ada in on three devices and opens the section that lists them. */
async function open() {
  const reader = signIn({ name: 'Ada' })
  const phone = fakeBackend.db.addSession(reader, { browser: 'Safari', system: 'iPhone' })
  fakeBackend.db.addSession(reader, { browser: null, system: 'Linux' })
  const { user } = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Profile menu' }))
  await quiet()
  await user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
  const dialog = await screen.findByRole('dialog', { name: 'Your account' })
  await user.click(within(dialog).getByRole('button', { name: 'Where you are logged in' }))
  return { reader, phone, user, dialog: within(dialog) }
}

const devices = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('readers see their devices, and log out one or all others', async () => {
  const { reader, phone, user, dialog } = await open()
  const end = await dialog.findByRole('button', { name: 'Log out Safari on iPhone' })
  expect(end).toHaveAccessibleDescription(/^Last used Jan 1, 2026, /)
  expect(devices()).toEqual([
    expect.stringMatching(/^Firefox on WindowsThis device\. Logged in since Jan 1, 2026, /),
    expect.stringMatching(/^Safari on iPhoneLast used /),
    expect.stringMatching(/^LinuxLast used /),
  ])

  await user.click(end)
  expect(await dialog.findByText('The device has been logged out.')).toBeVisible()
  // The next one can be ended at once.
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Log out Linux' })).toHaveFocus())
  await waitFor(() => expect(devices()).toHaveLength(2))
  expect(fakeBackend.db.sessions).not.toContain(phone)

  for (let number = 0; number < 3; number += 1) fakeBackend.db.addSession(reader)
  await user.click(dialog.getByRole('button', { name: 'Log out Linux' }))
  await user.click(await dialog.findByRole('button', { name: 'Log out all other devices' }))
  expect(await dialog.findByText('All other devices have been logged out.')).toHaveFocus()
  await waitFor(() => expect(devices()).toHaveLength(1))
  expect(dialog.queryByRole('button', { name: /^Log out/ })).not.toBeInTheDocument()
  await quiet()
})

test('a device that stays logged in says so in its row', async () => {
  const { user, dialog } = await open()
  backend.fails(endSession)
  await user.click(await dialog.findByRole('button', { name: 'Log out Safari on iPhone' }))
  const alert = await dialog.findByRole('alert')
  expect(alert).toHaveTextContent(/^The device could not be logged out\. Something went wrong/)
  expect(alert.closest('li')).toHaveTextContent(/^Safari on iPhone/)
})

test('a list that does not come can be requested again', async () => {
  backend.fails(getSessions)
  const { user, dialog } = await open()
  const alert = await dialog.findByRole('alert')
  expect(alert).toHaveTextContent(
    'Your devices could not be loaded. Something went wrong on our side. Please try again.',
  )
  backend.recovers()
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByText('Safari on iPhone')).toBeInTheDocument()
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
  await quiet()
})
