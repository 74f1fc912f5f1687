import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getFavoriteAuthors } from '../../../contract/favorites.ts'
import { getRecommendedBooks } from '../../../contract/books.ts'
import { booksApi } from '../../api/booksApi.ts'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { coverWithin, standDrawn } from '../../test/drawnPage.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'
import { untilRestored, type AppStore } from '../../state/store.ts'
import { takeUpShelves } from './takeUpShelves.ts'

/** A reader with one shelf of one book, which the server drew, at a page of their own. */
function readerWithDrawn() {
  backend.clearBooks()
  const book = backend.addBook({ volumeInfo: { title: 'Fragments', categories: ['Poetry'] } })
  const reader = signIn({ preferences: ['Poetry'] })
  const link = book.volumeInfo.imageLinks?.thumbnail
  standDrawn(`<main id="main"><ul><li><img src="${coverWithin(link)}"></li></ul></main>`)
  const { store } = renderApp('/profile')
  return { store, reader, link }
}

/** As the product does it. */
async function takeUp(store: AppStore, record: string): Promise<void> {
  await untilRestored(store)
  await takeUpShelves(store, record)
}

function goToShelves(): void {
  window.history.pushState(null, '', '/recommendations')
  window.dispatchEvent(new PopStateEvent('popstate'))
}

const asked = () => sentRequests('GET', /\/user\/|recommendedBooks/).map(({ path }) => path)

const shelfCalls = () => sentRequests('GET', /recommendedBooks/).map(({ path }) => path)

test('all that was drawn is there when it resolves, from where it began, and is not asked for again', async () => {
  const { store, reader, link } = readerWithDrawn()
  await takeUp(store, '{"Poetry":7}')
  goToShelves()
  const shelf = await screen.findByRole('region', { name: 'Best Poetry Books' })
  expect(within(shelf).getByRole('link', { name: 'Fragments' })).toBeVisible()
  expect(shelf.querySelector('img')).toHaveAttribute('src', coverWithin(link))
  await quiet()
  expect(shelfCalls()).toEqual(['/api/recommendedBooks?preference=Poetry&startIndex=7'])
  for (const path of ['preferences', 'favoriteAuthors']) {
    expect(sentRequests('GET', `/api/user/${reader.id}/${path}`)).toHaveLength(1)
  }
})

test('nothing is asked for again where nobody looks at it', async () => {
  const { store } = readerWithDrawn()
  await takeUp(store, '{"Poetry":7}')
  await quiet()
  const before = asked()
  // What saving interests and a heart do.
  store.dispatch(booksApi.util.invalidateTags(['Preferences', 'Favorites']))
  await quiet()
  expect(asked()).toEqual(before)
})

test('what fails is not waited for longer than that', async () => {
  backend.fails(getFavoriteAuthors)
  const { store } = readerWithDrawn()
  await expect(takeUp(store, '{"Poetry":7}')).resolves.toBeUndefined()
})

test('what is long in coming is waited for two seconds', async () => {
  const release = backend.holds(getRecommendedBooks)
  const { store } = readerWithDrawn()
  const began = performance.now()
  await takeUp(store, '{"Poetry":7}')
  expect(performance.now() - began).toBeGreaterThan(1900)
  release()
  goToShelves()
  expect(await screen.findByRole('link', { name: 'Fragments' })).toBeVisible()
  expect(shelfCalls()).toHaveLength(1)
})

test.each(['', '{', '{"Nothing":3}'])('nothing of a shelf is asked for by %j', async (record) => {
  const { store } = readerWithDrawn()
  await takeUp(store, record)
  expect(shelfCalls()).toEqual([])
})

test('nothing is waited for where nobody is signed in', async () => {
  backend.holds(getRecommendedBooks)
  const { store } = renderApp('/')
  await takeUp(store, '{"Poetry":7}')
  expect(shelfCalls()).toEqual([])
})
