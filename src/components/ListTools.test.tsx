import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loggedOut } from '../store/authSlice.ts'
import { backend } from '../test/backend.ts'
import { closePage, renderApp, signIn } from '../test/renderApp.tsx'

const LETTERS = Array.from('BCDEFGHIJKLMN')

/** A reader of so many favorites, the titles from B on, by authors in the opposite order. */
function readerOf(count: number): void {
  const books = LETTERS.slice(0, count).map((letter, index) =>
    backend.addBook({
      volumeInfo: { title: `${letter} Book`, authors: [`Ann ${LETTERS[count - 1 - index]}ley`] },
    }),
  )
  signIn({ favorites: books.toReversed().map(({ id }) => id) })
}

/** The titles that are seen, in their order. */
const shown = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('link').textContent)

const list = () => within(screen.getByRole('main')).getAllByRole('list').at(-1)
const filter = () => screen.findByRole('searchbox', { name: 'Filter by title, author or subject' })
const status = () => within(screen.getByRole('main')).getByRole('status')

test('twelve favorites have neither filter nor order, whatever the address says', async () => {
  readerOf(12)
  renderApp('/favorites?filter=nothing&sort=title')
  await screen.findByRole('link', { name: 'B Book' })
  expect(shown()).toHaveLength(12)
  expect(screen.queryByRole('searchbox')).not.toBeInTheDocument()
})

test('thirteen are filtered by title and author; the address keeps it, by one history entry', async () => {
  readerOf(13)
  const { user } = renderApp('/favorites')
  const before = window.history.length
  await user.type(await filter(), 'nley')
  await waitFor(() => expect(shown()).toEqual(['B Book']))
  expect(status()).toHaveTextContent('1 of 13')
  expect(window.location.search).toBe('?filter=nley')
  expect(window.history).toHaveLength(before)
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(shown()).toHaveLength(13)
  expect(await filter()).toHaveFocus()
  expect(await filter()).toHaveValue('')
  expect(window.location.search).toBe('')
})

test('an order is chosen, and Back returns to it and to the filter', async () => {
  readerOf(13)
  const { user } = renderApp('/favorites')
  await screen.findByRole('link', { name: 'N Book' })
  expect(shown()[0]).toBe('N Book')
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Title')
  expect(shown()[0]).toBe('B Book')
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Author')
  await waitFor(() => expect(shown()[0]).toBe('N Book'))
  await user.type(await filter(), 'ley')
  await waitFor(() => expect(window.location.search).toBe('?sort=author&filter=ley'))
  await user.click(screen.getByRole('link', { name: 'D Book' }))
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await filter()).toHaveValue('ley')
  expect(screen.getByLabelText('Sort by')).toHaveValue('author')
})

test('order and form are remembered until the session ends, for each list; the address comes before', async () => {
  readerOf(13)
  const { user } = renderApp('/favorites')
  await user.selectOptions(await screen.findByLabelText('Sort by'), 'Title')
  await user.click(screen.getByRole('button', { name: 'Compact list' }))
  expect(list()).toHaveAttribute('data-compact')
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await screen.findByRole('heading', { level: 1, name: 'Catchword' })
  await user.click(screen.getByRole('link', { name: 'Favorites' }))
  await screen.findByRole('link', { name: 'B Book' })
  expect(window.location.search).toBe('')
  expect(shown()[0]).toBe('B Book')
  expect(list()).toHaveAttribute('data-compact')
  expect(screen.getByRole('button', { name: 'Compact list', pressed: true })).toBeVisible()
  closePage()
  const { store } = renderApp('/favorites?sort=newest')
  await screen.findByRole('link', { name: 'N Book' })
  expect(shown()[0]).toBe('N Book')
  act(() => void store.dispatch(loggedOut()))
  closePage()
  readerOf(13)
  renderApp('/favorites')
  await screen.findByRole('link', { name: 'N Book' })
  expect(shown()[0]).toBe('N Book')
  expect(list()).not.toHaveAttribute('data-compact')
})

test('a row of the compact list has year and series', async () => {
  const volumeInfo = { publishedDate: '1815-12-23', series: { name: 'Six', number: 4, of: 6 } }
  const { id } = backend.addBook({ volumeInfo: { title: 'Emma', authors: [], ...volumeInfo } })
  signIn({ favorites: [id] })
  renderApp('/favorites')
  expect(await screen.findByText('1815 · Book 4 of 6 in Six')).toBeInTheDocument()
})

test('where nothing matches it says so; its link shows the whole list', async () => {
  readerOf(13)
  const { user } = renderApp('/favorites?filter=zzz')
  expect(await screen.findByText('No favorites match this filter.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Show all favorites' }))
  await waitFor(() => expect(shown()).toHaveLength(13))
  expect(await filter()).toHaveValue('')
})
