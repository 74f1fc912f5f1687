import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SnackbarProvider } from 'notistack'
import { expect, test, vi } from 'vitest'
import { lazyPart } from './lazyPart.tsx'

test('a part that does not load leaves the page; a press tries again, and says where that failed', async () => {
  const load = vi.fn().mockRejectedValue(new TypeError('Failed to fetch a-1.js'))
  const Part = lazyPart(load, ({ onRetry }) => <button onClick={onRetry}>Search</button>)
  const user = userEvent.setup({ delay: null })
  render(
    <SnackbarProvider>
      <p>The page</p>
      <Part />
    </SnackbarProvider>,
  )
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
  await vi.waitFor(async () => {
    await user.click(screen.getByRole('button', { name: 'Search' }))
    expect(screen.getByText('This could not be loaded. Please try again.')).toBeVisible()
  })
  expect(screen.getByText('The page')).toBeVisible()
  load.mockResolvedValue(() => <p>The search</p>)
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByText('The search')).toBeVisible()
})
