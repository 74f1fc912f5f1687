import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { getSimilarBooks } from '../../../contract/books.ts'
import { getForYou } from '../../../contract/favorites.ts'
import { getFavoriteBooks } from '../../../contract/favorites.ts'
import { backend, scrolledIntoView, sentRequests } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

async function explore(): Promise<void> {
  renderApp('/')
  const button = await screen.findByRole('button', { name: 'Explore Now' })
  // Only these: jsdom's own clock for animation frames must go on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(button)
}

describe('the landing page', () => {
  test.each(['/', '/profile'])(
    'at %s shows a reader the hero and the showcase, without the form',
    async (url) => {
      signIn()
      renderApp(url)
      expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
      expect(screen.getByRole('button', { name: 'Explore Now' })).toBeVisible()
      const showcase = screen.getByRole('region', { name: 'Twelve to begin with' })
      expect(within(showcase).getAllByRole('link')).toHaveLength(12)
      expect(screen.queryByRole('region', { name: 'Login' })).not.toBeInTheDocument()
      expect(window.location.pathname).toBe(url)
    },
  )

  test('welcomes with a text in its hero', async () => {
    renderApp('/')
    const hero = await screen.findByRole('region', { name: 'Catchword' })
    expect(within(hero).getByText(/^A catchword is the word at the foot of a page/)).toBeVisible()
    expect(within(hero).getByRole('button', { name: 'Explore Now' })).toBeVisible()
  })

  test('shows a visitor the form', async () => {
    renderApp('/')
    const form = await screen.findByRole('region', { name: 'Login' })
    expect(form).toHaveAttribute('id', 'auth-form')
  })

  test('has twelve covers, each with a name and the way to its book', async () => {
    renderApp('/')
    await screen.findByRole('heading', { level: 1 })
    const showcase = screen.getByRole('region', { name: 'Twelve to begin with' })
    const covers = within(showcase).getAllByRole('link')
    expect(covers).toHaveLength(12)
    const addresses = covers.map((cover) => cover.getAttribute('href') ?? '')
    expect(new Set(addresses).size).toBe(12)
    for (const cover of covers) {
      expect(cover).toHaveAttribute('href', expect.stringMatching(/^\/book\/[a-z-]+$/))
      expect(within(cover).getByRole('img')).toHaveAccessibleName(/^.+ by .+$/)
    }
  })

  test('every cover leads to a book that the catalogue has', async () => {
    renderApp('/')
    await screen.findByRole('heading', { level: 1 })
    const showcase = screen.getByRole('region', { name: 'Twelve to begin with' })
    const ids = within(showcase)
      .getAllByRole('link')
      .map((cover) => cover.getAttribute('href')?.replace('/book/', '') ?? '')
    expect(ids.filter((id) => !backend.hasBook(id))).toEqual([])
  })

  test('a cover opens its book', async () => {
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('link', { name: 'Frankenstein by Mary Shelley' }))
    expect(await screen.findByRole('heading', { level: 1, name: /Frankenstein/ })).toBeVisible()
  })
})

const shelf = () => screen.findByRole('region', { name: 'Your shelf' })

const volume = (number: number) =>
  backend.addBook({
    volumeInfo: { title: `Volume ${number}`, series: { name: 'Earthsea', number } },
  })

describe('the home of a reader', () => {
  test.each(['/', '/profile'])('at %s shows the six latest favorites', async (url) => {
    const books = Array.from('ABCDEFG', (letter) =>
      backend.addBook({ volumeInfo: { title: letter, authors: ['An Author', 'Another'] } }),
    )
    signIn({ favorites: books.map(({ id }) => id) })
    renderApp(url)
    const region = within(await shelf())
    const covers = await region.findAllByRole('link', { name: / by An Author$/ })
    expect(covers.map((cover) => cover.getAttribute('href'))).toEqual(
      books.slice(0, 6).map(({ id }) => `/book/${id}`),
    )
    expect(region.getByRole('link', { name: 'All favorites' })).toHaveAttribute(
      'href',
      '/favorites',
    )
    expect(region.getByRole('link', { name: 'Your recommendations' })).toHaveAttribute(
      'href',
      '/recommendations',
    )
  })

  test('begins with the next volume and its cover, and explains no name', async () => {
    const [first, next] = [volume(1), volume(2)]
    signIn({ favorites: [first.id] })
    renderApp('/')
    const region = within(await shelf())
    const link = await region.findByRole('link', { name: 'Volume 2' })
    expect(link).toHaveAttribute('href', `/book/${next.id}`)
    const cover = link.closest('div')?.parentElement?.querySelector('img')
    expect(cover).toHaveAttribute(
      'src',
      next.volumeInfo.imageLinks?.thumbnail ?? '/default-image.jpg',
    )
    expect(screen.getByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    expect(screen.queryByText(/A catchword is the word/)).not.toBeInTheDocument()
  })

  test('has the first three books that are wanted, and the way to all', async () => {
    const ids = Array.from('ABCD', (title) => {
      const { id } = backend.addBook({ volumeInfo: { title, authors: ['An Author'] } })
      return id
    })
    const { id } = signIn({ marks: { wantToRead: ids, read: [], notForMe: [] } })
    const { user } = renderApp('/')
    const region = within(await shelf())
    const covers = await region.findAllByRole('link', { name: / by An Author$/ })
    expect(covers.map((cover) => cover.getAttribute('href'))).toEqual(
      ids.slice(0, 3).map((id) => `/book/${id}`),
    )
    // One request, which the service worker keeps.
    expect(sentRequests('GET', `/api/user/${id}/marks/wantToRead`)).toHaveLength(1)
    expect(sentRequests('GET', /detail/)).toEqual([])
    await user.click(region.getByRole('link', { name: 'Want to read' }))
    expect(window.location.pathname).toBe('/want-to-read')
  })

  test('without favorites says how books get there', async () => {
    signIn()
    renderApp('/')
    const region = within(await shelf())
    expect(await region.findByText('Give a book a heart, and it will appear here.')).toBeVisible()
    expect(region.queryByRole('link', { name: 'All favorites' })).not.toBeInTheDocument()
  })

  test('shows the links alone where the favorites cannot be loaded', async () => {
    signIn()
    backend.fails(getFavoriteBooks)
    renderApp('/')
    const region = within(await shelf())
    await waitFor(() => expect(document.querySelector('.MuiSkeleton-root')).toBeNull())
    expect(region.getByRole('link', { name: 'Your recommendations' })).toBeVisible()
    expect(region.getByRole('link', { name: 'All favorites' })).toBeVisible()
  })

  test('begins with the next volume of a series; else with the way to the picks', async () => {
    const [first, second, third] = [volume(1), volume(2), volume(3)]
    backend.responds(
      getSimilarBooks,
      [second, third].map((book) => ({ book, reason: 'Next in Earthsea' })),
    )
    signIn({ favorites: [second.id, first.id] })
    renderApp('/')
    const region = within(await shelf())
    expect(region.getAllByRole('link')[0]).toHaveAccessibleName('Books you may love next')
    expect(await region.findByRole('link', { name: 'Volume 3' })).toHaveAttribute(
      'href',
      `/book/${third.id}`,
    )
    expect(region.getByText('Next in Earthsea')).toBeVisible()
    // The reader's shelf comes before the hero, for eyes and keyboards.
    const name = screen.getByRole('heading', { level: 1 })
    const order = screen.getByText('Your shelf').compareDocumentPosition(name)
    expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
})

test('without a next volume a reader begins with the first that is picked for them', async () => {
  const [book, picked] = [volume(1), backend.addBook({ volumeInfo: { title: 'Middlemarch' } })]
  backend.responds(getSimilarBooks, [])
  backend.responds(getForYou, [{ book: picked, reason: 'Because you loved Emma' }])
  signIn({ favorites: [book.id] })
  renderApp('/')
  const region = within(await shelf())
  const link = await region.findByRole('link', { name: 'Middlemarch' })
  expect(link).toHaveAttribute('href', `/book/${picked.id}`)
  expect(region.getByText('Because you loved Emma')).toBeVisible()
})

describe('Explore Now', () => {
  test('scrolls smoothly to the showcase, and 750 px further after 500 ms', async () => {
    await explore()
    expect(scrolledIntoView()).toEqual([{ id: 'showcase', behavior: 'smooth' }])
    // Where the eye is led the next Tab goes on, and a screen reader reads.
    expect(screen.getByRole('region', { name: 'Twelve to begin with' })).toHaveFocus()
    await pass(499)
    expect(window.scrollBy).not.toHaveBeenCalled()
    await pass(1)
    expect(window.scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 750, behavior: 'smooth' })
  })

  test('pressed again, it begins again: the further step comes once', async () => {
    await explore()
    await pass(300)
    fireEvent.click(screen.getByRole('button', { name: 'Explore Now' }))
    await pass(499)
    expect(window.scrollBy).not.toHaveBeenCalled()
    await pass(2000)
    expect(window.scrollBy).toHaveBeenCalledOnce()
  })

  test('scrolls no further on another page', async () => {
    // There first, so that going there again does not wait for the page to load.
    const { user } = renderApp('/login')
    await user.click(await screen.findByRole('link', { name: 'Catchword' }))
    const button = await screen.findByRole('button', { name: 'Explore Now' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(button)
    await pass(100)
    fireEvent.click(screen.getByRole('link', { name: 'Login / Register' }))
    await pass(0)
    expect(screen.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    await pass(1000)
    expect(window.scrollBy).not.toHaveBeenCalled()
  })

  test('is instant for readers who asked for less motion', async () => {
    const calm = Object.assign(window.matchMedia(''), { matches: true })
    const requested = vi.spyOn(window, 'matchMedia').mockReturnValue(calm)
    await explore()
    await pass(2000)
    expect(scrolledIntoView()).toEqual([{ id: 'showcase', behavior: 'instant' }])
    expect(window.scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 750, behavior: 'instant' })
    requested.mockRestore()
  })
})
