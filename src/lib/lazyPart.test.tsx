import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SnackbarProvider } from 'notistack'
import { expect, test, vi } from 'vitest'
import { lazyPart } from './lazyPart.tsx'

test('a part that does not load leaves the page; a press tries again, and says where that failed', async () => {
  const load = vi.fn().mockRejectedValue(new TypeError('Failed to fetch a-1.js'))
  const Part = lazyPart(load, ({ onPress }) => <button onClick={onPress}>Search</button>)
  const user = userEvent.setup({ delay: null })
  render(
    <SnackbarProvider>
      <p>The page</p>
      <Part />
    </SnackbarProvider>,
  )
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(
    await screen.findByText('A part of this page could not be loaded. Please reload it.'),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(screen.getByText('The page')).toBeVisible()
  load.mockResolvedValue(() => <p>The search</p>)
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByText('The search')).toBeVisible()
})
