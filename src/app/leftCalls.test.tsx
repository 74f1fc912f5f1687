import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getBook } from '../../contract/books.ts'
import { getFavoriteBooks } from '../../contract/favorites.ts'
import { getPreferences } from '../../contract/preferences.ts'
import { selectIsFavorite } from '../state/localFavoritesSlice.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

type Store = ReturnType<typeof renderApp>['store']

const asked = (store: Store) => Object.keys(store.getState().booksApi?.queries ?? {})

test('a call whose page was left is ended, and made anew for whoever comes back', async () => {
  const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
  const release = backend.holds(getBook)
  const { store, user } = renderApp(`/book/${book.id}`)
  await waitFor(() => expect(sentRequests('GET', /detail/)).toHaveLength(1))
  expect(asked(store)).toEqual([`getBook("${book.id}")`])
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await waitFor(() => expect(asked(store)).toEqual([]))
  release()
  window.history.back()
  expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  expect(sentRequests('GET', /detail/)).toHaveLength(2)
})

test('a call that the next page makes too goes on', async () => {
  signIn({ preferences: ['Poetry'] })
  const release = backend.holds(getPreferences)
  // That page is at hand, as after a visit.
  await import('../screens/recommendations/RecommendationsScreen.tsx')
  const { user } = renderApp('/categories')
  await waitFor(() => expect(sentRequests('GET', /\/user\/.*preferences/)).toHaveLength(1))
  await user.click(screen.getByRole('link', { name: 'Recommendations' }))
  await waitFor(() => expect(window.location.pathname).toBe('/recommendations'))
  // Longer than a call goes on that nobody wants.
  await new Promise((resolve) => setTimeout(resolve, 500))
  release()
  expect(await screen.findByRole('heading', { name: 'Best Poetry Books' })).toBeVisible()
  expect(sentRequests('GET', /\/user\/.*preferences/)).toHaveLength(1)
})

test('the list of favorites goes on, for the hearts of every page', async () => {
  const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
  signIn({ favorites: [book.id] })
  const release = backend.holds(getFavoriteBooks)
  const { store, user } = renderApp('/favorites')
  await screen.findByText('Loading favorite books...')
  await user.click(screen.getByRole('link', { name: 'Home' }))
  // Longer than a call goes on that nobody wants.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(selectIsFavorite(store.getState(), book.id)).toBe(false)
  release()
  await waitFor(() => expect(selectIsFavorite(store.getState(), book.id)).toBe(true))
  expect(sentRequests('GET', /favoriteBooks/)).toHaveLength(1)
})

test('an answer that has come stays for whoever comes back', async () => {
  const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
  const { user } = renderApp(`/book/${book.id}`)
  await screen.findByRole('heading', { level: 1, name: 'Emma' })
  await user.click(screen.getByRole('link', { name: 'Home' }))
  await quiet()
  window.history.back()
  expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  expect(sentRequests('GET', /detail/)).toHaveLength(1)
})
