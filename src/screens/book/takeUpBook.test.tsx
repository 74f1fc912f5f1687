import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { coverWithin, standDrawn } from '../../test/drawnPage.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'
import { takeUpBook } from './takeUpBook.ts'

test('the book that came within the page is shown with its cover from there, and not asked for', async () => {
  const book = backend.addBook({ volumeInfo: { title: 'Emma', description: '<p>Handsome.</p>' } })
  const link = book.volumeInfo.imageLinks?.thumbnail
  expect(link).toBeDefined()
  standDrawn(`<article><img src="${coverWithin(link)}"></article>`)
  signIn()
  const { store } = renderApp('/login')
  await takeUpBook(store, JSON.stringify(book))
  window.history.pushState(null, '', `/book/${book.id}`)
  window.dispatchEvent(new PopStateEvent('popstate'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  expect(await screen.findByText('Handsome.')).toBeVisible()
  expect(screen.getAllByRole('article').at(-1)?.querySelector('img')).toHaveAttribute(
    'src',
    coverWithin(link),
  )
  await quiet()
  expect(sentRequests('GET', /book\/detail/)).toEqual([])
})

test('where none came with the page, nothing is taken up', async () => {
  const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
  const { store } = renderApp(`/book/${book.id}`)
  await takeUpBook(store)
  expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  expect(sentRequests('GET', /book\/detail/)).toHaveLength(1)
})

test.each([
  ['{', /JSON/],
  ['null', 'The answer is not a book.'],
  ['[]', 'The answer is not a book.'],
  ['{"volumeInfo":{}}', 'The answer is not a book.'],
])('what is no book is refused, and asked for as any other: %j', async (record, why) => {
  const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
  const { store } = renderApp(`/book/${book.id}`)
  await expect(takeUpBook(store, record)).rejects.toThrow(why)
  expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  expect(sentRequests('GET', /book\/detail/)).toHaveLength(1)
})
