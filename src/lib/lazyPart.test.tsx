import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazyPart.tsx'

const complaint = vi.spyOn(console, 'error')
afterEach(() => complaint.mockReset())

test('a part that does not load leaves the page', async () => {
  // React reports it on the console.
  complaint.mockReturnValue()
  const load = vi.fn().mockRejectedValue(new TypeError('Failed to fetch a-1.js'))
  const Part = lazyPart(load, <p>Waiting</p>, <p>Missing</p>)
  render(
    <>
      <p>The page</p>
      <Part />
    </>,
  )
  expect(screen.getByText('Waiting')).toBeVisible()
  expect(await screen.findByText('Missing')).toBeVisible()
  expect(screen.getByText('The page')).toBeVisible()
})

test('a part that loads takes its place', async () => {
  const Part = lazyPart(async () => () => <p>The search</p>)
  render(<Part />)
  expect(await screen.findByText('The search')).toBeVisible()
})
