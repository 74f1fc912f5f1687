import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary.tsx'

function Page({ broken }: { broken: boolean }) {
  if (broken) throw new Error('This page is broken.')
  return <p>All is well</p>
}

test('a page that fails to draw says so; the next page is drawn', () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue()
  const { rerender } = render(
    <ErrorBoundary page="/broken">
      <Page broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be shown')
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign out and start over' })).toBeVisible()

  rerender(
    <ErrorBoundary page="/well">
      <Page broken={false} />
    </ErrorBoundary>,
  )
  expect(screen.getByText('All is well')).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  // React tells the console; that is what this test is about.
  complaint.mockClear()
})
