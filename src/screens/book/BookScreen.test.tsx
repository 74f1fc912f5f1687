import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { getBook, getSimilarBooks } from '../../../contract/books.ts'
import { addFavoriteBookFromDetail } from '../../../contract/favorites.ts'
import { setLanguage } from '../../languages/language.ts'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'

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
  test('shows its cover, title and facts, and of many authors the first', async () => {
    const authors = Array.from({ length: 28 }, (_, index) => `Author ${index + 1}`)
    const book = backend.addBook({
      volumeInfo: {
        title: 'Good Omens',
        authors,
        categories: ['Fantasy', 'Fiction'],
        publishedDate: '1990-05-01',
        description: 'The end of the world.',
      },
    })
    const { user } = renderApp(`/book/${book.id}`)
    expect(await title()).toHaveTextContent('Good Omens')
    expect(await facts()).toEqual({
      Author: 'by Author 1, Author 2, Author 3, and 25 more',
      Category: 'Fantasy',
      'Published Year': '1990-05-01',
    })
    await user.click(screen.getByRole('button', { name: 'and 25 more' }))
    expect(screen.getByRole('button', { name: 'Author 4' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Author 28' })).toBeVisible()
    expect(within(await description()).getByText('The end of the world.')).toBeVisible()
    const article = screen.getByRole('article')
    expect(article.querySelector(`img[src="/covers/${book.id}"]`)).not.toBeNull()
    for (const cover of article.querySelectorAll('img:not([aria-hidden])')) fireEvent.error(cover)
    expect(article.querySelector('img:not([aria-hidden])')).toHaveAttribute(
      'src',
      '/default-image.jpg',
    )
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
    expect(linkNames()).toEqual([])
  })
})

describe('the links out', () => {
  test('open in a new tab, without a referrer', async () => {
    const book = backend.addBook({
      accessInfo: { webReaderLink: READ, pdf: { isAvailable: true, acsTokenLink: PDF } },
      saleInfo: { buyLink: BUY },
    })
    renderApp(`/book/${book.id}`)
    await title()
    for (const [name, href] of Object.entries({
      'View PDF': PDF,
      'Buy Link': BUY,
      'Read Now': READ,
    })) {
      const link = screen.getByRole('link', { name })
      expect(link).toHaveAttribute('href', href)
      expect(link).toHaveAttribute('target', '_blank')
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
  test('adds its book by the plural path, then saves the first author', async () => {
    const book = backend.addBook({ volumeInfo: { authors: ['Sappho', 'A Translator'] } })
    const reader = signIn()
    const { user } = renderApp(`/book/${book.id}`)
    const heart = await labelledHeart('Add to favorites')
    await user.click(heart)
    expect(heart).toHaveTextContent('Remove from favorites')
    await waitFor(() => expect(backend.account(reader.id).favoriteAuthors).toEqual(['Sappho']))
    expect(sentRequests('POST', `/api/users/${reader.id}/favoriteBook`)).toHaveLength(1)
    expect(backend.account(reader.id).favorites).toEqual([book.id])
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
  })
})

describe('loading', () => {
  test('says Loading... as a status, then the book', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
    const release = backend.holds(getBook)
    renderApp(`/book/${book.id}`)
    await screen.findByRole('button', { name: 'Back' })
    const page = within(screen.getByRole('main'))
    expect(page.getByRole('status')).toHaveTextContent(/^Loading\.\.\.$/)
    release()
    expect(await screen.findByRole('heading', { name: 'Emma' })).toBeVisible()
    // What comes next loads on its own.
    await waitFor(() => expect(page.queryByRole('status')).not.toBeInTheDocument())
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
  })

  test('of a book that is not there says that alone, and leads on instead of trying again', async () => {
    renderApp('/book/no-such-book')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Book not foundGo back to Home$/)
    expect(screen.getByRole('link', { name: 'Go back to Home' })).toHaveAttribute('href', '/')
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
  })

  test('is scrolled on Back as it was left', async () => {
    signIn()
    const book = backend.addBook()
    const next = backend.addBook({ volumeInfo: { title: 'Emma' } })
    backend.responds(getSimilarBooks, [{ book: next, reason: '' }])
    const { user } = renderApp(`/book/${book.id}`)
    fireEvent.scroll(Object.assign(await list(), { scrollLeft: 120 }))
    await user.click(screen.getByRole('link', { name: 'Emma' }))
    await screen.findByRole('heading', { level: 1, name: 'Emma' })
    expect((await list()).scrollLeft).toBe(0)
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(async () => expect((await list()).scrollLeft).toBe(120))
  })
})
