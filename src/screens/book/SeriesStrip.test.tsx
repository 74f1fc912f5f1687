import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'

const volumes = (...numbers: (number | undefined)[]) =>
  numbers.map((number) =>
    backend.addBook({
      volumeInfo: {
        title: `Part ${number}`,
        authors: ['Saga'],
        series: { name: 'The Saga', number },
      },
    }),
  )

test('a series is a row of its volumes, with what the reader loves, has read and wants', async () => {
  const [third, first, second] = volumes(3, 1, 2)
  if (!first || !second || !third) throw new Error('No volumes.')
  const marks = { wantToRead: [third.id], read: [second.id], notForMe: [] }
  signIn({ favorites: [first.id], marks })
  const { user } = renderApp(`/book/${second.id}`)
  const strip = await screen.findByRole('list', { name: 'The Saga' })
  await quiet()
  const links = within(strip).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual([
    'Book 1: Part 1. You love this',
    'Book 2: Part 2. You have read this',
    'Book 3: Part 3. You want to read this',
  ])
  expect(within(strip).getByRole('link', { current: 'page' })).toBe(links[1])
  await user.click(within(strip).getByRole('link', { name: /Part 3/ }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Part 3' })).toBeVisible()
})

test.each([
  ['one volume', 1, 1],
  ['no number', undefined, 0],
])('with %s there is none', async (_, number, requests) => {
  const [book] = volumes(number)
  renderApp(`/book/${book?.id}`)
  await screen.findByRole('heading', { level: 1 })
  await quiet()
  expect(screen.queryByRole('list', { name: 'The Saga' })).not.toBeInTheDocument()
  expect(sentRequests('GET', `/api/book/${book?.id}/series`)).toHaveLength(requests)
})
