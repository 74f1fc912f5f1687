import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../test/renderApp.tsx'

const password = () => screen.getByLabelText<HTMLInputElement>('Password')

test('what is typed is shown and hidden by a button, and the focus stays', async () => {
  const { user } = renderApp('/login')
  await user.type(await screen.findByLabelText('Password'), 'correct horse')
  const button = screen.getByRole('button', { name: 'Show password' })
  expect(button).toHaveAccessibleDescription('Password')
  await user.click(button)
  expect(password()).toHaveAttribute('type', 'text')
  expect(password()).toHaveValue('correct horse')
  expect(password()).toHaveFocus()
  expect(password()).toHaveAttribute('autocomplete', 'current-password')
  await user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password()).toHaveAttribute('type', 'password')
})

test('each field of a registration has its own, beside the green check', async () => {
  const { user } = renderApp('/register')
  await user.type(await screen.findByLabelText('Password'), 'correct horse')
  await user.type(screen.getByLabelText('Confirm Password'), 'correct horse')
  const form = within(screen.getByRole('region', { name: 'Register' }))
  expect(form.getAllByRole('img', { name: 'Passwords match' })).toHaveLength(2)
  const buttons = form.getAllByRole('button', { name: 'Show password' })
  expect(buttons).toHaveLength(2)
  for (const button of buttons.slice(1)) await user.click(button)
  expect(password()).toHaveAttribute('type', 'password')
  expect(screen.getByLabelText('Confirm Password')).toHaveAttribute('type', 'text')
})
