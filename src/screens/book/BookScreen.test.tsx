import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getBook, getSimilarBooks } from '../../../contract/books.ts'
import { addFavoriteBookFromDetail } from '../../../contract/favorites.ts'
import { booksApi } from '../../api/booksApi.ts'
import { setLanguage } from '../../languages/language.ts'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'
import { loggedOut } from '../../store/authSlice.ts'

// While the book is loading, the page is called 'Book'.
const title = () => screen.findByRole('heading', { level: 1, name: (name) => name !== 'Book' })
const description = () => screen.findByRole('region', { name: 'Description' })

async function facts(): Promise<Record<string, string>> {
  await title()
  const terms = screen.getAllByRole('term')
  const values = screen.getAllByRole('definition')
  return Object.fromEntries(
    terms.map((term, index) => [term.textContent, values[index]?.textContent ?? '']),
  )
}

const READ = 'https://www.gutenberg.org/ebooks/145'
const PDF = 'https://books.example/145.pdf'
const BUY = 'http://shop.example/145'

const linkNames = () =>
  within(screen.getByRole('article'))
    .queryAllByRole('link')
    .map((link) => link.textContent)

describe('a book', () => {
  test('shows its cover, title and facts', async () => {
    const book = backend.addBook({
      volumeInfo: {
        title: 'Good Omens',
        authors: ['Terry Pratchett', 'Neil Gaiman'],
        categories: ['Fantasy', 'Fiction'],
        publishedDate: '1990-05-01',
        description: 'The end of the world.',
      },
    })
    renderApp(`/book/${book.id}`)
    expect(await title()).toHaveTextContent('Good Omens')
    expect(await facts()).toEqual({
      Author: 'by Terry Pratchett, Neil Gaiman',
      Category: 'Fantasy',
      'Published Year': '1990-05-01',
    })
    expect(within(await description()).getByText('The end of the world.')).toBeVisible()
    const covers = [...screen.getByRole('article').querySelectorAll('img')]
    expect(covers.map((cover) => cover.getAttribute('src'))).toContain(`/covers/${book.id}`)
    const [requested] = sentRequests('GET', `/api/book/detail/${book.id}`)
    expect(requested?.authorization).toBeNull()
  })

  test('shows its subjects in the language of the app; the search looks for the English ones', async () => {
    onTestFinished(() => setLanguage('en', {}))
    const subjects = ['dragons', 'zeppelins of Ohio']
    const book = backend.addBook({ volumeInfo: { title: 'Temeraire', subjects } })
    signIn()
    setLanguage('de', {})
    const { user } = renderApp(`/book/${book.id}`)
    await title()
    const dragons = await screen.findByRole('button', { name: 'Drachen' })
    expect(screen.getByRole('button', { name: 'zeppelins of Ohio' })).toBeVisible()
    await user.click(dragons)
    await waitFor(() => expect(sentRequests('GET', /search\?query=dragons$/)).toHaveLength(1))
  })

  test('shows its subtitle, its place in a series, and an original title that is another', async () => {
    const info = { title: 'Tehanu', subtitle: 'The Last Book of Earthsea' }
    const whole = backend.addBook({
      volumeInfo: { ...info, originalTitle: 'Il', series: { name: 'Earthsea', number: 4, of: 6 } },
    })
    const bare = backend.addBook({
      volumeInfo: { ...info, originalTitle: 'Tehanu', series: { name: 'Earthsea' } },
    })
    backend.responds(getSimilarBooks, [{ book: bare, reason: 'Next in Earthsea' }])
    const { user } = renderApp(`/book/${whole.id}`)
    expect(await facts()).toMatchObject({
      Series: 'Book 4 of 6 in Earthsea',
      'Also known as': 'Il',
    })
    expect(screen.getByText('The Last Book of Earthsea')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Earthsea' })).toBeVisible()
    await user.click(await screen.findByRole('link', { name: 'Tehanu' }))
    await waitFor(async () => expect(await facts()).toMatchObject({ Series: 'Earthsea' }))
    expect(await facts()).not.toHaveProperty('Also known as')
  })

  test('of which nothing is known but its id shows every fallback', async () => {
    backend.responds(getBook, { id: 'bare' })
    backend.responds(getSimilarBooks, [])
    renderApp('/book/bare')
    expect(await facts()).toEqual({
      Author: 'Unknown',
      Category: 'N/A',
      'Published Year': 'N/A',
    })
    expect(screen.getByText('No detailed description available.')).toBeVisible()
    const covers = [...screen.getByRole('article').querySelectorAll('img')]
    expect(covers.map((cover) => cover.getAttribute('src'))).toEqual(['/default-image.jpg'])
    for (const name of [/View PDF/, /Buy Link/, /Read Now/]) {
      expect(screen.queryByRole('link', { name })).not.toBeInTheDocument()
    }
  })

  test('whose cover does not load shows the default', async () => {
    const book = backend.addBook()
    renderApp(`/book/${book.id}`)
    await title()
    const main = screen.getByRole('article')
    for (const cover of main.querySelectorAll('img:not([aria-hidden])')) fireEvent.error(cover)
    expect(main.querySelector('img:not([aria-hidden])')).toHaveAttribute(
      'src',
      '/default-image.jpg',
    )
  })
})

test('of many authors the first are named; the button for the others leads to them', async () => {
  const authors = Array.from({ length: 28 }, (_, index) => `Author ${index + 1}`)
  const book = backend.addBook({ volumeInfo: { authors } })
  const { user } = renderApp(`/book/${book.id}`)
  expect(await facts()).toMatchObject({ Author: 'by Author 1, Author 2, Author 3, and 25 more' })
  await user.click(screen.getByRole('button', { name: 'and 25 more' }))
  expect(screen.getByRole('button', { name: 'Author 4' })).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Author 28' })).toBeVisible()
})

test('the description can be scrolled by keyboard', async () => {
  const book = backend.addBook({ volumeInfo: { description: 'Text.' } })
  renderApp(`/book/${book.id}`)
  expect(await description()).toHaveAttribute('tabindex', '0')
})

describe('the links out', () => {
  test('open in a new tab, without a referrer', async () => {
    const book = backend.addBook({
      accessInfo: { webReaderLink: READ, pdf: { isAvailable: true, acsTokenLink: PDF } },
      saleInfo: { buyLink: BUY },
    })
    renderApp(`/book/${book.id}`)
    await title()
    const links = [
      ['View PDF', PDF],
      ['Buy Link', BUY],
      ['Read Now', READ],
    ] as const
    for (const [name, href] of links) {
      const link = screen.getByRole('link', { name })
      expect(link).toHaveAttribute('href', href)
      expect(link).toHaveAttribute('target', '_blank')
      expect(link).toHaveAttribute('rel', 'noopener noreferrer')
      expect(link).toHaveAttribute('referrerpolicy', 'no-referrer')
    }
  })

  test('are those alone that the book has, and http(s) addresses', async () => {
    const book = backend.addBook({
      accessInfo: { webReaderLink: READ, pdf: { isAvailable: false, acsTokenLink: PDF } },
      saleInfo: { buyLink: 'javascript:alert(1)' },
    })
    renderApp(`/book/${book.id}`)
    await title()
    expect(linkNames()).toEqual(['Read Now'])
  })
})

const labelledHeart = async (name: string) =>
  within(await screen.findByRole('article')).findByRole('button', { name })

describe('the labelled heart', () => {
  test('adds by the plural path with the bearer, then saves the first author', async () => {
    const book = backend.addBook({ volumeInfo: { authors: ['Sappho', 'A Translator'] } })
    const reader = signIn()
    const { user } = renderApp(`/book/${book.id}`)
    const heart = await labelledHeart('Add to favorites')
    expect(heart).toHaveTextContent('Add to favorites')
    await user.click(heart)
    expect(heart).toHaveAccessibleName('Remove from favorites')
    expect(heart).toHaveTextContent('Remove from favorites')
    await waitFor(() => expect(backend.account(reader.id).favoriteAuthors).toEqual(['Sappho']))
    const [added] = sentRequests('POST', `/api/users/${reader.id}/favoriteBook`)
    expect(added?.authorization).toBe(`Bearer ${reader.token}`)
    expect(JSON.parse((await added?.text()) ?? '')).toEqual({ bookId: book.id })
    expect(backend.account(reader.id).favorites).toEqual([book.id])
    // The entry of the detail page holds the whole volumeInfo (docs/product.md 3.1).
    expect(localStorage.getItem('favorites')).toContain(book.id)
  })

  test('removes without a bearer', async () => {
    const book = backend.addBook()
    const reader = signIn({ favorites: [book.id] })
    const { user } = renderApp(`/book/${book.id}`)
    await user.click(await labelledHeart('Remove from favorites'))
    await waitFor(() => expect(backend.account(reader.id).favorites).toEqual([]))
    const [removed] = sentRequests('DELETE', `/api/user/${reader.id}/favoriteBook/${book.id}`)
    expect(removed?.authorization).toBeNull()
  })

  test('that the server rejects is rolled back and says so', async () => {
    const book = backend.addBook()
    signIn()
    backend.fails(addFavoriteBookFromDetail)
    const { user } = renderApp(`/book/${book.id}`)
    await user.click(await labelledHeart('Add to favorites'))
    expect(await screen.findByText('Failed to save favorite book.')).toBeVisible()
    expect(await labelledHeart('Add to favorites')).toBeVisible()
  })

  test("a visitor's stores nothing and says why", async () => {
    const book = backend.addBook()
    const { user } = renderApp(`/book/${book.id}`)
    await user.click(await labelledHeart('Add to favorites'))
    expect(await screen.findByText('User not authenticated. Please log in.')).toBeVisible()
    expect(await labelledHeart('Add to favorites')).toBeVisible()
    await quiet()
    expect(sentRequests().map(({ method }) => method)).toEqual(['GET', 'GET'])
    expect(localStorage.getItem('favorites')).toBeNull()
    expect(window.location.pathname).toBe(`/book/${book.id}`)
  })
})

describe('loading', () => {
  test('says Loading... as a status, then the book', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
    const release = backend.holds(getBook)
    renderApp(`/book/${book.id}`)
    await screen.findByRole('button', { name: 'Back' })
    expect(within(screen.getByRole('main')).getByRole('status')).toHaveTextContent(
      /^Loading\.\.\.$/,
    )
    expect(document.querySelectorAll('[aria-hidden] .MuiSkeleton-root')).not.toHaveLength(0)
    release()
    expect(await screen.findByRole('heading', { name: 'Emma' })).toBeVisible()
    // What comes next loads on its own.
    await waitFor(() => {
      expect(document.querySelectorAll('.MuiSkeleton-root')).toHaveLength(0)
    })
    expect(within(screen.getByRole('main')).queryByRole('status')).not.toBeInTheDocument()
  })

  test('a book that is shown stays below the failure of its next request', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Good Omens' } })
    const { store } = renderApp(`/book/${book.id}`)
    await title()
    backend.fails(getBook)
    const anew = { subscribe: false, forceRefetch: true }
    await act(() => store.dispatch(booksApi.endpoints.getBook.initiate(book.id, anew)))
    expect(await screen.findByRole('alert')).toHaveTextContent('Error loading the book details.')
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(await title()).toHaveTextContent('Good Omens')
  })

  test('that fails says so; Try again works', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
    backend.fails(getBook)
    const { user } = renderApp(`/book/${book.id}`)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Error loading the book details.')
    backend.recovers()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Emma' })).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('of a book that is not there says that alone, and leads on instead of trying again', async () => {
    const { user } = renderApp('/book/no-such-book')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Book not foundGo back to Home$/)
    expect(screen.getByRole('heading', { level: 1, name: 'Book not found' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Go back to Home' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
  })
})

describe('Back', () => {
  test('goes one step back', async () => {
    signIn({ favorites: [backend.addBook({ volumeInfo: { title: 'Emma' } }).id] })
    const { user } = renderApp('/favorites')
    await user.click(await screen.findByRole('link', { name: 'Emma' }))
    await screen.findByRole('heading', { level: 1, name: 'Emma' })
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { name: 'Your Favorite Books' })).toBeVisible()
    expect(window.location.pathname).toBe('/favorites')
  })

  test('on a deep link leads home', async () => {
    const book = backend.addBook()
    const { user } = renderApp(`/book/${book.id}`, true)
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })
})

const author = () => screen.findByRole('button', { name: 'Neil Gaiman' })

describe('an author and a category', () => {
  test('are searched for when pressed: the box shows them and what was found', async () => {
    backend.clearBooks()
    const book = backend.addBook({
      volumeInfo: {
        title: 'Good Omens',
        authors: ['Terry Pratchett', 'Neil Gaiman'],
        categories: ['Sci-Fi'],
      },
    })
    backend.addBook({ volumeInfo: { title: 'Stardust', authors: ['Neil Gaiman'] } })
    backend.addBook({ volumeInfo: { title: 'Dune', categories: ['Sci-Fi'] } })
    signIn()
    const { user } = renderApp(`/book/${book.id}`)
    const box = await screen.findByRole('combobox', { name: 'Search books' })
    await user.click(await author())
    expect(box).toHaveValue('Neil Gaiman')
    expect(box).toHaveFocus()
    expect(await screen.findByRole('option', { name: /^Stardust/ })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Sci-Fi' }))
    expect(box).toHaveValue('Sci-Fi')
    expect(await screen.findByRole('option', { name: /^Dune/ })).toBeVisible()
    expect(sentRequests('GET', /search/).map(({ path }) => path)).toEqual([
      '/api/books/search?query=Neil%20Gaiman',
      '/api/books/search?query=Sci-Fi',
    ])
  })

  test("lead a visitor to the form, as the visitor's own search does", async () => {
    const book = backend.addBook({ volumeInfo: { authors: ['Neil Gaiman'] } })
    const { user } = renderApp(`/book/${book.id}`)
    await user.click(await author())
    expect(await screen.findByText('Please log in to search for books.')).toBeVisible()
    expect(window.location.pathname).toBe('/')
    expect(sentRequests('GET', /search/)).toEqual([])
  })
})

const row = () => screen.findByRole('region', { name: 'What comes next' })
const rowHeading = () => screen.queryByRole('heading', { name: 'What comes next' })

const list = async () => within(await row()).findByRole('list')

describe('What comes next', () => {
  test('shows each book with its author and the reason', async () => {
    const book = backend.addBook()
    const next = backend.addBook({ volumeInfo: { title: 'Emma', authors: ['Jane Austen'] } })
    backend.responds(getSimilarBooks, [
      { book: next, reason: 'Also by Jane Austen' },
      { reason: 'x' },
    ])
    const release = backend.holds(getSimilarBooks)
    renderApp(`/book/${book.id}`)
    expect((await row()).querySelectorAll('[aria-hidden] .MuiSkeleton-root')).not.toHaveLength(0)
    release()
    const [item, ...others] = await within(await row()).findAllByRole('listitem')
    expect(others).toEqual([])
    expect(item).toHaveTextContent('EmmaJane AustenAlso by Jane Austen')
    expect(screen.getByRole('link', { name: 'Emma' })).toHaveAttribute('href', `/book/${next.id}`)
    expect(sentRequests('GET', /similar/)[0]?.authorization).toBeNull()
  })

  test('has hearts that name their book', async () => {
    const book = backend.addBook()
    const next = backend.addBook({ volumeInfo: { title: 'Emma', authors: [] } })
    backend.responds(getSimilarBooks, [{ book: next, reason: 'Also by Jane Austen' }])
    const reader = signIn()
    const { user } = renderApp(`/book/${book.id}`)
    const heart = await within(await row()).findByRole('button', { name: 'Add to favorites' })
    expect(heart).toHaveAccessibleDescription('Emma')
    await user.click(heart)
    expect(heart).toHaveAccessibleName('Remove from favorites')
    await waitFor(() => expect(backend.account(reader.id).favorites).toEqual([next.id]))
  })

  test('is not there where it is empty, nor meanwhile of a book without an interest', async () => {
    const book = backend.addBook({ volumeInfo: { categories: [] } })
    backend.responds(getSimilarBooks, [])
    const release = backend.holds(getSimilarBooks)
    renderApp(`/book/${book.id}`)
    await title()
    await waitFor(() => expect(sentRequests('GET', /similar/)).toHaveLength(1))
    expect(rowHeading()).not.toBeInTheDocument()
    release()
    await quiet()
    expect(rowHeading()).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  })

  test('says in one quiet line that it failed, and Try again works', async () => {
    const book = backend.addBook()
    backend.fails(getSimilarBooks)
    const { user } = renderApp(`/book/${book.id}`)
    const line = await screen.findByText('What comes next could not be loaded.')
    expect(line.closest('[role=status]')).toBeVisible()
    expect(rowHeading()).not.toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    backend.recovers()
    backend.responds(getSimilarBooks, [{ book: backend.addBook(), reason: '' }])
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(screen.getByRole('main')).toHaveFocus()
    expect(await within(await row()).findAllByRole('listitem')).toHaveLength(1)
    expect(line).not.toBeInTheDocument()
  })

  test('is scrolled on Back as it was left, until the session ends', async () => {
    signIn()
    const book = backend.addBook()
    const next = backend.addBook({ volumeInfo: { title: 'Emma' } })
    backend.responds(getSimilarBooks, [{ book: next, reason: '' }])
    const { user, store } = renderApp(`/book/${book.id}`)
    fireEvent.scroll(Object.assign(await list(), { scrollLeft: 120 }))
    await user.click(screen.getByRole('link', { name: 'Emma' }))
    await screen.findByRole('heading', { level: 1, name: 'Emma' })
    expect((await list()).scrollLeft).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(async () => expect((await list()).scrollLeft).toBe(120))
    expect(JSON.stringify(store.getState().shelves)).toContain('120')
    await act(async () => void store.dispatch(loggedOut()))
    expect(store.getState().shelves).toEqual({})
    await quiet()
  })

  test('leads from book to book, and Back each time to the link that was followed', async () => {
    backend.clearBooks()
    const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    for (const name of names) backend.addBook({ volumeInfo: { title: name } })
    const { user } = renderApp(`/book/${backend.addBook({ volumeInfo: { title: 'Start' } }).id}`)
    await title()
    for (const name of names) {
      await user.click(await screen.findByRole('link', { name }))
      await screen.findByRole('heading', { level: 1, name })
    }
    await quiet()
    const requests = sentRequests().length
    for (const name of names.toReversed()) {
      await user.click(screen.getByRole('button', { name: 'Back' }))
      expect(await screen.findByRole('link', { name })).toHaveFocus()
    }
    expect(sentRequests()).toHaveLength(requests)
  })
})
