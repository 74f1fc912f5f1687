import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getFavoriteBooks } from '../../../contract/favorites.ts'
import { booksApi } from '../../api/booksApi.ts'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { untilRestored, type AppStore } from '../../state/store.ts'
import { coverWithin, standDrawn } from '../../test/drawnPage.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'
import { takeUpFavorites } from './takeUpFavorites.ts'

const drawnCard = (link?: string): string => `<li><img src="${coverWithin(link)}"></li>`

const drawn = (...cards: string[]): void =>
  standDrawn(`<main id="main"><ul>${cards.join('')}</ul></main>`)

/** A reader with two favorites, of which the server drew the first, at a page of their own. */
function readerWithDrawn() {
  const emma = backend.addBook({ volumeInfo: { title: 'Emma' } })
  const persuasion = backend.addBook({ volumeInfo: { title: 'Persuasion' } })
  const reader = signIn({ favorites: [emma.id, persuasion.id] })
  const link = emma.volumeInfo.imageLinks?.thumbnail
  drawn(drawnCard(link))
  const { store } = renderApp('/profile')
  return { store, reader, link, persuasion }
}

/** As the product does it. */
async function takeUp(store: AppStore): Promise<void> {
  await untilRestored(store)
  await takeUpFavorites(store)
}

function goToFavorites(): void {
  window.history.pushState(null, '', '/favorites')
  window.dispatchEvent(new PopStateEvent('popstate'))
}

const coverOf = async (title: string): Promise<HTMLElement | null> => {
  const link = await screen.findByRole('link', { name: title })
  return link.closest('li')?.querySelector('img') ?? null
}

test('the list is there when it resolves, and covers that came within the page are shown from there', async () => {
  const { store, reader, link, persuasion } = readerWithDrawn()
  await takeUp(store)
  const calls = sentRequests('GET', `/api/user/${reader.id}/favoriteBooks`).length
  goToFavorites()
  expect(await coverOf('Emma')).toHaveAttribute('src', coverWithin(link))
  expect(await coverOf('Persuasion')).toHaveAttribute(
    'src',
    persuasion.volumeInfo.imageLinks?.thumbnail,
  )
  await quiet()
  expect(sentRequests('GET', `/api/user/${reader.id}/favoriteBooks`)).toHaveLength(calls)
})

test('the list is not asked for again where nobody looks at it', async () => {
  const { store } = readerWithDrawn()
  await takeUp(store)
  await quiet()
  const calls = sentRequests('GET', /favoriteBooks/).length
  // What a heart does.
  store.dispatch(booksApi.util.invalidateTags(['Favorites']))
  await quiet()
  expect(sentRequests('GET', /favoriteBooks/)).toHaveLength(calls)
})

test('a list that fails is not waited for longer than that', async () => {
  backend.fails(getFavoriteBooks)
  const { store } = readerWithDrawn()
  await expect(takeUp(store)).resolves.toBeUndefined()
})

test('one that is long in coming is waited for two seconds', async () => {
  const release = backend.holds(getFavoriteBooks)
  const { store } = readerWithDrawn()
  const began = performance.now()
  await takeUp(store)
  expect(performance.now() - began).toBeGreaterThan(1900)
  release()
  goToFavorites()
  expect(await screen.findByRole('link', { name: 'Persuasion' })).toBeVisible()
})

test('nothing is waited for where nobody is signed in', async () => {
  backend.holds(getFavoriteBooks)
  drawn()
  const { store } = renderApp('/')
  await takeUp(store)
  expect(sentRequests('GET', /favoriteBooks/)).toEqual([])
})

test('an empty shelf stands until it is known to be one', async () => {
  signIn()
  standDrawn('<main id="main"><p>No favorite books yet</p></main>')
  const release = backend.holds(getFavoriteBooks)
  const { store } = renderApp('/profile')
  setTimeout(release, 1000)
  await takeUp(store)
  let hasWaited = false
  const observer = new MutationObserver(() => {
    hasWaited ||= screen.queryByText('Loading favorite books...') !== null
  })
  observer.observe(document.body, { childList: true, subtree: true })
  goToFavorites()
  expect(await screen.findByText(/^No favorite books yet \S+ !$/u)).toBeVisible()
  observer.disconnect()
  expect(hasWaited).toBe(false)
})
