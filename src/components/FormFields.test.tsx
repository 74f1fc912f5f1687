import { screen } from '@testing-library/react'
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
