import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import {
  addFavoriteAuthor,
  addFavoriteBook,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../../../contract/favorites.ts'
import { booksApi } from '../../api/booksApi.ts'
import { sessionChangedElsewhere } from '../../state/authSlice.ts'
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

async function heart(title: string): Promise<HTMLElement> {
  const button = within(await card(title)).getByRole('button')
  await waitFor(() => expect(button).toHaveAccessibleName('Remove from favorites'))
  return button
}

const tryAgain = () => screen.findByRole('button', { name: 'Try again' })

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
    expect(await screen.findByText(/^No favorite books yet/)).toBeVisible()
    expect(screen.queryByText(/^\d+ books?$/)).not.toBeInTheDocument()
  })

  test('without a cover, or with one that does not load, show the default image', async () => {
    const bare = backend.addBook({ volumeInfo: { title: 'Bare', imageLinks: undefined } })
    const broken = backend.addBook({ volumeInfo: { title: 'Broken' } })
    signIn({ favorites: [bare.id, broken.id] })
    renderApp('/favorites')
    expect(await cover('Bare')).toHaveAttribute('src', '/default-image.jpg')
    // In type over it, as on the shelves; the link beside it is the title for those who listen.
    expect(within(await card('Bare')).getAllByText('Bare')).toHaveLength(2)
    expect(within(await card('Broken')).getAllByText('Broken')).toHaveLength(1)
    const failing = await cover('Broken')
    expect(failing).toHaveAttribute('src', `/covers/${broken.id}`)
    if (failing) fireEvent.error(failing)
    expect(await cover('Broken')).toHaveAttribute('src', '/default-image.jpg')
  })

  test('are asked for without the bearer, once', async () => {
    const { reader } = readerWith('Emma')
    renderApp('/favorites')
    await card('Emma')
    await quiet()
    const calls = sentRequests('GET', `/api/user/${reader.id}/favoriteBooks`)
    expect(calls.map(({ authorization }) => authorization)).toEqual([null])
  })

  test('say Loading favorite books... as a status while they come', async () => {
    readerWith('Emma')
    const release = backend.holds(getFavoriteBooks)
    renderApp('/favorites')
    await screen.findByRole('heading', { name: 'Your Favorite Books' })
    expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent(
      /^Loading favorite books\.\.\.$/,
    )
    expect(document.querySelectorAll('[aria-hidden] [data-skeleton]')).not.toHaveLength(0)
    release()
    await card('Emma')
    expect(document.querySelectorAll('[data-skeleton]')).toHaveLength(0)
    expect(within(screen.getByRole('main')).queryByRole('status')).not.toBeInTheDocument()
  })

  test('of a reader who has none say so, to the code point', async () => {
    signIn()
    renderApp('/favorites')
    const words = await screen.findByText(/^No favorite books yet/)
    expect(words.textContent).toBe(EMPTY)
  })

  test('that do not come again are not said to be none', async () => {
    signIn()
    const { store } = renderApp('/favorites')
    await screen.findByText(/^No favorite books yet/)
    backend.fails(getFavoriteBooks)
    act(() => void store.dispatch(booksApi.util.invalidateTags(['Favorites'])))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load favorite books.')
    expect(screen.queryByText(/^No favorite books yet/)).not.toBeInTheDocument()
  })

  test('that answer 404 with a page of HTML are none', async () => {
    readerWith('Emma')
    backend.answersHtml(getFavoriteBooks, 404)
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

  test('may come in the shapes of local entries (decision 31)', async () => {
    signIn()
    backend.answers(getFavoriteBooks, [
      { id: 'a', title: 'From a list', imageLinks: { thumbnail: '/covers/a' } },
      { id: 'b', volumeInfo: { title: 'From detail', authors: ['B'] } },
    ])
    renderApp('/favorites')
    expect(await card('From a list')).toBeVisible()
    expect(await card('From detail')).toBeVisible()
  })
})

describe('a heart', () => {
  test('takes its book out of the grid, by a call without the bearer', async () => {
    const { books, reader } = readerWith('Emma', 'Persuasion')
    const { user } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Emma' })).not.toBeInTheDocument(),
    )
    expect(await card('Persuasion')).toBeVisible()
    const path = `/api/user/${reader.id}/favoriteBook/${books[0]?.id}`
    expect(sentRequests('DELETE', path).map(({ authorization }) => authorization)).toEqual([null])
    expect(backend.account(reader.id).favorites).toEqual([books[1]?.id])
    await waitFor(() => expect(localStorage.getItem('favorites')).not.toContain(books[0]?.id))
  })

  test('of the last book leaves the empty shelf', async () => {
    readerWith('Emma')
    const { user } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    expect((await screen.findByText(/^No favorite books yet/)).textContent).toBe(EMPTY)
  })

  test('that the server refuses goes back, with an alert box and no dialog', async () => {
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
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    dialog.mockRestore()
  })
})

describe('another reader, signed in from another tab', () => {
  test('finds their own books, and none of the other reader’s as removed', async () => {
    readerWith('Emma', 'Persuasion')
    const { store } = renderApp('/favorites')
    await card('Emma')
    const release = backend.holds(getFavoriteBooks)
    const { reader } = readerWith('Dune')
    const { token, id, name } = reader
    act(() => void store.dispatch(sessionChangedElsewhere({ token, user: { id, name } })))
    // Before their list is there, too.
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Emma' })).toBeNull())
    release()
    await card('Dune')
    await quiet()
    expect(screen.queryByText(/^Removed/)).not.toBeInTheDocument()
    expect(screen.getByText('1 book')).toBeVisible()
  })
})

describe('Undo', () => {
  test("is the page's own add call, without the bearer", async () => {
    const { books, reader } = readerWith('Emma', 'Persuasion')
    const { user } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await card('Emma')).toBeVisible()
    expect(await heart('Emma')).toBeVisible()
    const [added, ...more] = sentRequests('POST')
    expect(more).toEqual([])
    expect([added?.path, added?.authorization]).toEqual([
      `/api/user/${reader.id}/favoriteBook`,
      null,
    ])
    expect(JSON.parse((await added?.text()) ?? '')).toEqual({ bookId: books[0]?.id })
    expect(backend.account(reader.id).favorites).toContain(books[0]?.id)
  })

  test('brings back the author who left with the book', async () => {
    const { books, reader } = readerWith('Emma')
    const [author = ''] = books[0]?.volumeInfo.authors ?? []
    backend.account(reader.id).favoriteAuthors = [author]
    const { user } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(backend.account(reader.id).favoriteAuthors).toEqual([])
    await user.click(undo)
    await waitFor(() => expect(backend.account(reader.id).favoriteAuthors).toEqual([author]))
    expect(sentRequests('PUT')).toHaveLength(1)
  })

  test('whose author cannot be saved puts the book back, and says so', async () => {
    readerWith('Emma')
    backend.fails(addFavoriteAuthor)
    const { user } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Failed to save author.')).toBeVisible()
    expect(await card('Emma')).toBeVisible()
  })

  test('that the server refuses shows the alert box', async () => {
    readerWith('Emma')
    backend.fails(addFavoriteBook)
    const { user } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText(FAILED)).toBeVisible()
    expect((await screen.findByText(/^No favorite books yet/)).textContent).toBe(EMPTY)
  })

  test('that the server refuses can be tried again', async () => {
    const { books, reader } = readerWith('Emma', 'Persuasion')
    backend.fails(addFavoriteBook)
    const { user } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await user.click(await tryAgain())
    // Refused once more.
    expect(await tryAgain()).toBeVisible()
    backend.recovers()
    await user.click(await tryAgain())
    expect(await heart('Emma')).toBeVisible()
    expect(screen.queryByText(FAILED)).not.toBeInTheDocument()
    expect(backend.account(reader.id).favorites).toContain(books[0]?.id)
  })
})

describe('Undo once another reader has signed in', () => {
  test('gives them nothing', async () => {
    readerWith('Emma')
    const { user, store } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    // As long as it is hovered it stays.
    await user.hover(undo)
    const { token, id, name } = readerWith('Dune').reader
    act(() => void store.dispatch(sessionChangedElsewhere({ token, user: { id, name } })))
    await card('Dune')
    await user.click(undo)
    await quiet()
    expect(sentRequests('POST')).toEqual([])
    expect(screen.queryByRole('link', { name: 'Emma' })).not.toBeInTheDocument()
  })
})

describe('Undo on another page', () => {
  test('says in a toast that the server refused', async () => {
    readerWith('Emma')
    backend.fails(addFavoriteBook)
    const { user } = renderApp('/favorites')
    await user.click(await heart('Emma'))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    // As long as it is hovered it stays.
    await user.hover(undo)
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await user.click(undo)
    expect(await screen.findByText(FAILED)).toBeVisible()
    expect(window.location.pathname).toBe('/')
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
    const { user } = renderApp('/favorites')
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })
})
