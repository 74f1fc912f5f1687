import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { backend } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

/** Says that the end of the list is near, to whom it concerns now. */
let comeNear: () => void = () => undefined
class Observer {
  constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
    comeNear = () => act(() => onChange([{ isIntersecting: true }]))
  }
  observe = () => undefined
  disconnect = () => (comeNear = () => undefined)
}

const cards = () => within(screen.getByRole('main')).queryAllByRole('heading', { level: 2 })

test('a long list has a piece of its cards, and more where its end comes near; what counts, counts all', async () => {
  vi.stubGlobal('IntersectionObserver', Observer)
  const books = Array.from({ length: 60 }, (_, index) => `Book ${index + 10}`)
  signIn({ favorites: books.map((title) => backend.addBook({ volumeInfo: { title } }).id) })
  const { user } = renderApp('/favorites')
  await screen.findByRole('link', { name: 'Book 10' })
  expect(screen.getByText('60 books')).toBeVisible()
  expect(cards()).toHaveLength(24)
  comeNear()
  expect(cards()).toHaveLength(48)
  await user.click(screen.getByRole('link', { name: 'Book 50' }))
  await user.click(await screen.findByRole('button', { name: 'Back' }))
  expect(await screen.findByRole('link', { name: 'Book 50' })).toHaveFocus()
  comeNear()
  comeNear()
  expect(cards()).toHaveLength(60)
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Title')
  expect(cards()).toHaveLength(24)
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(screen.getByRole('button', { name: 'Choose all' }))
  expect(screen.getByRole('button', { name: 'Remove 60 books' })).toBeVisible()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(cards()).toHaveLength(60)
})
