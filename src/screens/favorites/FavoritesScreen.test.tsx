import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  addFavoriteAuthor,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../../../contract/favorites.ts'
import { booksApi } from '../../api/booksApi.ts'
import { sessionChangedInOtherTab } from '../../store/authSlice.ts'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'

const EMPTY = 'No favorite books yet \u{1F937}\u{2640}\u{FE0F} !'
const FAILED = 'Failed to update favorite books.'

function readerWith(...titles: string[]) {
  const books = titles.map((title) =>
    backend.addBook({ volumeInfo: { title, authors: ['An Author'] } }),
  )
  const reader = signIn({ favorites: books.map(({ id }) => id) })
  return { books, reader }
}

async function card(title: string): Promise<HTMLElement> {
  const item = (await screen.findByRole('link', { name: title })).closest('li')
  if (!item) throw new Error(`${title} stands in no list.`)
  return item
}

async function cover(title: string): Promise<HTMLImageElement | null> {
  return (await card(title)).querySelector('img')
}

/** The titles in their order. */
const titles = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('link').textContent)

async function heart(title: string): Promise<HTMLElement> {
  const button = within(await card(title)).getByRole('button')
  await waitFor(() => expect(button).toHaveAccessibleName('Remove from favorites'))
  return button
}

describe('favorites', () => {
  test('have a heading, and a cover, a title link and a heart each', async () => {
    const { books } = readerWith('Emma', 'Persuasion')
    renderApp('/favorites')
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Your Favorite Books' }),
    ).toBeVisible()
    for (const [index, title] of ['Emma', 'Persuasion'].entries()) {
      const item = await card(title)
      const id = books[index]?.id
      expect(within(item).getByRole('link')).toHaveAttribute('href', `/book/${id}`)
      expect(item.querySelector('img')).toHaveAttribute('src', `/covers/${id}`)
      expect(await heart(title)).toHaveAccessibleDescription(title)
    }
    expect(within(screen.getByRole('main')).getAllByRole('listitem')).toHaveLength(2)
  })

  test('are counted beside the heading', async () => {
    readerWith('Emma', 'Persuasion')
    const { user } = renderApp('/favorites')
    expect(await screen.findByText('2 books')).toBeVisible()
    await user.click(await heart('Emma'))
    expect(await screen.findByText('1 book')).toBeVisible()
    await user.click(await heart('Persuasion'))
    await waitFor(() => expect(screen.queryByText(/^\d+ books?$/)).not.toBeInTheDocument())
  })

  test('without a cover, or with one that does not load, show the default image', async () => {
    const bare = backend.addBook({ volumeInfo: { title: 'Bare', imageLinks: undefined } })
    const broken = backend.addBook({ volumeInfo: { title: 'Broken' } })
    signIn({ favorites: [bare.id, broken.id] })
    renderApp('/favorites')
    expect(await cover('Bare')).toHaveAttribute('src', '/default-image.jpg')
    // Once as the link, once in type on the placeholder.
    expect(within(await card('Bare')).getAllByText('Bare')).toHaveLength(2)
    expect(within(await card('Broken')).getAllByText('Broken')).toHaveLength(1)
    const failing = await cover('Broken')
    expect(failing).toHaveAttribute('src', `/covers/${broken.id}`)
    if (failing) fireEvent.error(failing)
    const standIn = await cover('Broken')
    expect(standIn).toHaveAttribute('src', '/default-image.jpg')
    if (standIn) fireEvent.error(standIn)
    expect(standIn).not.toBeVisible()
  })

  test('are requested without the bearer, once', async () => {
    const { reader } = readerWith('Emma')
    renderApp('/favorites')
    await card('Emma')
    await quiet()
    const requests = sentRequests('GET', `/api/user/${reader.id}/favoriteBooks`)
    expect(requests.map(({ authorization }) => authorization)).toEqual([null])
  })

  test('say Loading favorite books... as a status while they come', async () => {
    readerWith('Emma')
    const release = backend.holds(getFavoriteBooks)
    renderApp('/favorites')
    await screen.findByRole('heading', { name: 'Your Favorite Books' })
    expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent(
      /^Loading favorite books\.\.\.$/,
    )
    expect(document.querySelectorAll('[aria-hidden] .MuiSkeleton-root')).not.toHaveLength(0)
    release()
    await card('Emma')
    expect(document.querySelectorAll('.MuiSkeleton-root')).toHaveLength(0)
    expect(within(screen.getByRole('main')).queryByRole('status')).not.toBeInTheDocument()
  })

  test('of a reader who has none say so, to the code point', async () => {
    signIn()
    renderApp('/favorites')
    const words = await screen.findByText(/^No favorite books yet/)
    expect(words.textContent).toBe(EMPTY)
  })

  test('whose next request fails are not shown as none', async () => {
    signIn()
    const { store } = renderApp('/favorites')
    await screen.findByText(/^No favorite books yet/)
    backend.fails(getFavoriteBooks)
    act(() => void store.dispatch(booksApi.util.invalidateTags(['Favorites'])))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load favorite books.')
    expect(screen.queryByText(/^No favorite books yet/)).not.toBeInTheDocument()
  })

  test('answered with 404 and a page of HTML are none', async () => {
    readerWith('Emma')
    backend.respondsHtml(getFavoriteBooks, 404)
    renderApp('/favorites')
    expect((await screen.findByText(/^No favorite books yet/)).textContent).toBe(EMPTY)
    await quiet()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('that cannot be loaded say so; Try again works', async () => {
    readerWith('Emma')
    backend.fails(getFavoriteBooks)
    const { user } = renderApp('/favorites')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Failed to load favorite books.')
    expect(screen.queryByText(/^No favorite books yet/)).not.toBeInTheDocument()
    await quiet()
    backend.recovers()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await card('Emma')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('may come in the shapes of local entries', async () => {
    signIn()
    backend.responds(getFavoriteBooks, [
      { id: 'a', title: 'From a list', imageLinks: { thumbnail: '/covers/a' } },
      { id: 'b', volumeInfo: { title: 'From detail', authors: ['B'] } },
    ])
    renderApp('/favorites')
    expect(await card('From a list')).toBeVisible()
    expect(await card('From detail')).toBeVisible()
  })
})

describe('a heart', () => {
  test('removes its book, by a request without the bearer; the book keeps its place (36b)', async () => {
    const { books, reader } = readerWith('Emma', 'Persuasion')
    const { user } = renderApp('/favorites')
    const button = await heart('Emma')
    await user.click(button)
    expect(button).toHaveAccessibleName('Add to favorites')
    await waitFor(() => expect(backend.account(reader.id).favorites).toEqual([books[1]?.id]))
    const path = `/api/user/${reader.id}/favoriteBook/${books[0]?.id}`
    expect(sentRequests('DELETE', path).map(({ authorization }) => authorization)).toEqual([null])
    await quiet()
    expect(titles()).toEqual(['Emma', 'Persuasion'])
    expect(button).toHaveAccessibleName('Add to favorites')
    await waitFor(() => expect(localStorage.getItem('favorites')).not.toContain(books[0]?.id))
  })

  test('pressed again adds the book again, by the add request without the bearer', async () => {
    const { books, reader } = readerWith('Emma', 'Persuasion')
    const [author = ''] = books[0]?.volumeInfo.authors ?? []
    backend.account(reader.id).favoriteAuthors = [author]
    const { user } = renderApp('/favorites')
    const button = await heart('Emma')
    await user.click(button)
    await waitFor(() => expect(backend.account(reader.id).favorites).toHaveLength(1))
    await quiet()
    await user.click(button)
    expect(button).toHaveAccessibleName('Remove from favorites')
    await waitFor(() => expect(backend.account(reader.id).favoriteAuthors).toEqual([author]))
    const [added, ...more] = sentRequests('POST')
    expect(more).toEqual([])
    expect([added?.path, added?.authorization]).toEqual([
      `/api/user/${reader.id}/favoriteBook`,
      null,
    ])
    expect(JSON.parse((await added?.text()) ?? '')).toEqual({ bookId: books[0]?.id })
    await quiet()
    expect(titles()).toEqual(['Emma', 'Persuasion'])
  })

  test('that was removed is gone when the page is opened again, without an Undo before', async () => {
    readerWith('Emma', 'Persuasion')
    const { user } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    await quiet()
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await screen.findByRole('heading', { level: 1, name: 'Catchword' })
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    await card('Persuasion')
    expect(titles()).toEqual(['Persuasion'])
  })

  test('of the last book leaves the empty shelf to the next visit', async () => {
    readerWith('Emma')
    const { user } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    await quiet()
    expect(titles()).toEqual(['Emma'])
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await screen.findByRole('heading', { level: 1, name: 'Catchword' })
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    expect((await screen.findByText(/^No favorite books yet/)).textContent).toBe(EMPTY)
  })

  test('whose author cannot be saved is added, and says so', async () => {
    readerWith('Emma')
    backend.fails(addFavoriteAuthor)
    const { user } = renderApp('/favorites')
    const button = await heart('Emma')
    await user.click(button)
    await quiet()
    await user.click(button)
    expect(await screen.findByText('Failed to save author.')).toBeVisible()
    expect(button).toHaveAccessibleName('Remove from favorites')
  })

  test('that the server rejects is rolled back, with an alert box and no dialog', async () => {
    const dialog = vi.spyOn(window, 'alert').mockReturnValue()
    const { books, reader } = readerWith('Emma')
    backend.fails(removeFavoriteBook)
    const { user } = renderApp('/favorites')
    const button = await heart('Emma')
    await user.click(button)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(FAILED)
    await waitFor(() => expect(button).toHaveAccessibleName('Remove from favorites'))
    expect(await card('Emma')).toBeVisible()
    expect(backend.account(reader.id).favorites).toEqual([books[0]?.id])
    expect(dialog).not.toHaveBeenCalled()
    expect(screen.queryByText('Failed to save favorite book.')).not.toBeInTheDocument()
    await user.click(within(alert).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    // The box took the button with it: the focus is not lost.
    expect(screen.getByRole('main')).toHaveFocus()
    dialog.mockRestore()
  })
})

describe('another reader, signed in from another tab', () => {
  test('finds their own books, and none of the other user’s', async () => {
    readerWith('Emma', 'Persuasion')
    const { store } = renderApp('/favorites')
    await card('Emma')
    const release = backend.holds(getFavoriteBooks)
    const { reader } = readerWith('Dune')
    const { token, id, name } = reader
    act(() => void store.dispatch(sessionChangedInOtherTab({ token, user: { id, name } })))
    // Before their list has loaded, too.
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Emma' })).toBeNull())
    release()
    await card('Dune')
    await quiet()
    expect(titles()).toEqual(['Dune'])
    expect(screen.getByText('1 book')).toBeVisible()
  })
})

describe('Back', () => {
  test('goes one step back', async () => {
    signIn()
    const { user } = renderApp('/')
    await user.click(await screen.findByRole('link', { name: 'Favorites' }))
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })

  test('on a deep link leads home', async () => {
    signIn()
    const { user } = renderApp('/favorites', true)
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })
})
