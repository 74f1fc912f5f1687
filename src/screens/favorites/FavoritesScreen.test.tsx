import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { getFavoriteBooks, removeFavoriteBook } from '../../../contract/favorites.ts'
import { backend, quiet } from '../../test/backend.ts'
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

  test('without a cover, or with one that does not load, show the default image', async () => {
    const bare = backend.addBook({ volumeInfo: { title: 'Bare', imageLinks: undefined } })
    const broken = backend.addBook({ volumeInfo: { title: 'Broken' } })
    signIn({ favorites: [bare.id, broken.id] })
    renderApp('/favorites')
    expect(await cover('Bare')).toHaveAttribute('src', '/default-image.jpg')
    // Once as the link, once in type on the placeholder.
    expect(within(await card('Bare')).getAllByText('Bare')).toHaveLength(2)
    const failing = await cover('Broken')
    expect(failing).toHaveAttribute('src', `/covers/${broken.id}`)
    if (failing) fireEvent.error(failing)
    expect(await cover('Broken')).toHaveAttribute('src', '/default-image.jpg')
  })

  test('say Loading favorite books... as a status while they come', async () => {
    readerWith('Emma')
    const release = backend.holds(getFavoriteBooks)
    renderApp('/favorites')
    await screen.findByRole('heading', { name: 'Your Favorite Books' })
    const page = within(screen.getByRole('main'))
    expect(page.getByRole('status')).toHaveTextContent(/^Loading favorite books\.\.\.$/)
    release()
    await card('Emma')
    expect(page.queryByRole('status')).not.toBeInTheDocument()
  })

  test('of a reader who has none say so, to the code point', async () => {
    signIn()
    renderApp('/favorites')
    const words = await screen.findByText(/^No favorite books yet/)
    expect(words.textContent).toBe(EMPTY)
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
    backend.recovers()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await card('Emma')).toBeVisible()
  })
})

describe('a heart', () => {
  test('removes its book, which keeps its place (36b) until the next visit', async () => {
    const { books, reader } = readerWith('Emma', 'Persuasion')
    const { user } = renderApp('/favorites')
    const button = await heart('Emma')
    await user.click(button)
    expect(button).toHaveAccessibleName('Add to favorites')
    await waitFor(() => expect(backend.account(reader.id).favorites).toEqual([books[1]?.id]))
    await quiet()
    expect(titles()).toEqual(['Emma', 'Persuasion'])
    expect(screen.getByText('1 book')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await screen.findByRole('heading', { level: 1, name: 'Catchword' })
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    await card('Persuasion')
    expect(titles()).toEqual(['Persuasion'])
  })

  test('pressed again adds the book and its author again', async () => {
    const { reader } = readerWith('Emma', 'Persuasion')
    backend.account(reader.id).favoriteAuthors = ['An Author']
    const { user } = renderApp('/favorites')
    const button = await heart('Emma')
    await user.click(button)
    await waitFor(() => expect(backend.account(reader.id).favorites).toHaveLength(1))
    await quiet()
    await user.click(button)
    expect(button).toHaveAccessibleName('Remove from favorites')
    await waitFor(() =>
      expect(backend.account(reader.id)).toMatchObject({ favoriteAuthors: ['An Author'] }),
    )
    expect(backend.account(reader.id).favorites).toHaveLength(2)
    expect(titles()).toEqual(['Emma', 'Persuasion'])
  })

  test('that the server rejects is rolled back, with an alert box', async () => {
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
    expect(screen.queryByText('Failed to save favorite book.')).not.toBeInTheDocument()
    await user.click(within(alert).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    // The box took the button with it: the focus is not lost.
    expect(screen.getByRole('main')).toHaveFocus()
  })
})
