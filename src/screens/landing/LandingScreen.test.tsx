import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { getSimilarBooks } from '../../../contract/books.ts'
import { getForYou } from '../../../contract/favorites.ts'
import { backend, scrolledIntoView } from '../../test/backend.ts'
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
  test('has its text, Explore Now and twelve covers, each with a name and the way to its book', async () => {
    renderApp('/')
    const hero = await screen.findByRole('region', { name: 'Catchword' })
    expect(within(hero).getByText(/^A catchword is the word at the foot of a page/)).toBeVisible()
    expect(within(hero).getByRole('button', { name: 'Explore Now' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Login' })).toHaveAttribute('id', 'auth-form')
    const showcase = screen.getByRole('region', { name: 'Twelve to begin with' })
    const covers = within(showcase).getAllByRole('link')
    expect(new Set(covers.map((cover) => cover.getAttribute('href'))).size).toBe(12)
    for (const cover of covers) {
      expect(cover).toHaveAttribute('href', expect.stringMatching(/^\/book\/[a-z-]+$/))
      expect(within(cover).getByRole('img')).toHaveAccessibleName(/^.+ by .+$/)
    }
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
    expect(region.getByRole('link', { name: 'All favorites' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Login' })).not.toBeInTheDocument()
    expect(window.location.pathname).toBe(url)
  })

  test('has the first three books that are wanted, and the way to all', async () => {
    const ids = Array.from('ABCD', (title) => {
      const { id } = backend.addBook({ volumeInfo: { title, authors: ['An Author'] } })
      return id
    })
    signIn({ marks: { wantToRead: ids, read: [], notForMe: [] } })
    renderApp('/')
    const region = within(await shelf())
    const covers = await region.findAllByRole('link', { name: / by An Author$/ })
    expect(covers.map((cover) => cover.getAttribute('href'))).toEqual(
      ids.slice(0, 3).map((id) => `/book/${id}`),
    )
    const all = region.getByRole('link', { name: 'Want to read' })
    expect(all).toHaveAttribute('href', '/want-to-read')
  })

  test('without favorites says how books get there', async () => {
    signIn()
    renderApp('/')
    const region = within(await shelf())
    expect(await region.findByText('Give a book a heart, and it will appear here.')).toBeVisible()
    expect(region.queryByRole('link', { name: 'All favorites' })).not.toBeInTheDocument()
  })

  test('begins with the next volume of a series', async () => {
    const [first, second, third] = [volume(1), volume(2), volume(3)]
    backend.responds(
      getSimilarBooks,
      [second, third].map((book) => ({ book, reason: 'Next in Earthsea' })),
    )
    signIn({ favorites: [second.id, first.id] })
    renderApp('/')
    const region = within(await shelf())
    expect(await region.findByRole('link', { name: 'Volume 3' })).toHaveAttribute(
      'href',
      `/book/${third.id}`,
    )
    expect(region.getByText('Next in Earthsea')).toBeVisible()
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
    await pass(300)
    // Pressed again, it begins again.
    fireEvent.click(screen.getByRole('button', { name: 'Explore Now' }))
    await pass(499)
    expect(window.scrollBy).not.toHaveBeenCalled()
    await pass(1)
    await pass(2000)
    expect(window.scrollBy).toHaveBeenCalledExactlyOnceWith({ top: 750, behavior: 'smooth' })
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
