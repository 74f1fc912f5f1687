import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteAccount, exportAccount } from '../contract/account.ts'
import { getBook, getRecommendedBooks, searchBooks } from '../contract/books.ts'
import {
  addFavoriteBook,
  addFavoriteBookFromDetail,
  getFavoriteBooks,
  removeFavoriteBook,
} from '../contract/favorites.ts'
import { getPreferences, savePreferences } from '../contract/preferences.ts'
import { backend, quiet } from './test/backend.ts'
import { renderApp, signIn } from './test/renderApp.tsx'

/**
 * A browser's page translator replaces every text of the page by a <font> with the translation. React still holds
 * the text it made: removing it then fails, and changing it is not seen. Every screen must survive that.
 */

// A toast of two seconds may be gone before a busy machine looks for it.
vi.mock('./constants.ts', async (load) => ({ ...(await load<object>()), TOAST_MS: 600_000 }))

// Searches by role take longer in a page of twice as many elements.
vi.setConfig({ testTimeout: 90_000 })

function translate(root: Node): void {
  if (root.nodeType === Node.ELEMENT_NODE || root === document) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    texts.forEach(translate)
    return
  }
  const { parentElement } = root
  if (!(root instanceof Text) || !parentElement || root.data.trim() === '') return
  if (parentElement.matches('font, style, script, title, textarea')) return
  const font = document.createElement('font')
  font.append(root.data)
  root.replaceWith(font)
}

const translator = new MutationObserver((records) => {
  for (const { target, addedNodes } of records) {
    if (target instanceof Text) translate(target)
    addedNodes.forEach(translate)
  }
})

beforeEach(() => {
  translator.observe(document.body, { childList: true, subtree: true, characterData: true })
})
afterEach(() => translator.disconnect())

const crash = () => screen.queryByText('This page could not be shown')

const button = (name: string) => screen.findByRole('button', { name })

/** Waits until the whole page is translated, and every text stands there once. */
async function expectText(text: string | RegExp): Promise<void> {
  const shown = await screen.findByText(text)
  await waitFor(() => expect(shown.isConnected && shown.tagName).toBe('FONT'))
}

async function expectNoText(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument())
}

test('the translator of this test goes stale and crashes as a real one does', () => {
  const text = document.createTextNode('One')
  const paragraph = document.createElement('p')
  paragraph.append(text)
  translate(paragraph)
  text.data = 'Two'
  expect(paragraph).toHaveTextContent('One')
  expect(() => paragraph.removeChild(text)).toThrow('not a child')
})

describe('the form', () => {
  test('changes its mode, its problems and its check, and signs in', async () => {
    const reader = backend.addUser({ name: 'Ada' })
    const { user } = renderApp('/login')
    await expectText('New to Catchword?')
    await user.click(await button('Register instead'))
    await screen.findByRole('heading', { name: 'Register' })
    await expectText('Already have an account?')
    await expectNoText('New to Catchword?')
    await user.click(await button('Register'))
    await expectText('Name is required.')
    await user.type(screen.getByLabelText('Email'), 'ada')
    await user.click(await button('Register'))
    await expectText('Enter a valid email address.')
    await expectNoText('Email is required.')
    await user.type(screen.getByLabelText('Password'), 'wrong horse')
    await user.type(screen.getByLabelText('Confirm Password'), 'wrong horse')
    expect(screen.getAllByRole('img', { name: 'Passwords match' })).toHaveLength(2)
    await user.click(await button('Login instead'))
    await screen.findByRole('heading', { name: 'Login' })
    await expectNoText('Name is required.')

    await user.clear(screen.getByLabelText('Email'))
    await user.type(screen.getByLabelText('Email'), reader.email)
    await user.click(await button('Login'))
    await expectText('Error: Invalid email or password.')
    await user.clear(screen.getByLabelText('Password'))
    await expectNoText('Invalid email or password.')
    await user.type(screen.getByLabelText('Password'), reader.password)
    await user.click(await button('Login'))
    await expectText('Welcome back, Ada!')
    await expectText('Hello, Ada')
    await expectText('You have not picked any interests yet.')
  })

  test('on the landing page says why the guard led there, and signs in', async () => {
    const reader = backend.addUser({ name: 'Ada' })
    const { user } = renderApp('/favorites')
    await expectText('User not found. Please log in.')
    await expectText('Log in to see your favorites.')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Login' })).toHaveFocus())
    await user.type(screen.getByLabelText('Email'), reader.email)
    await user.type(screen.getByLabelText('Password'), reader.password)
    await user.click(await button('Login'))
    await user.click(await button('Continue to Favorites'))
    await screen.findByRole('heading', { name: 'Your Favorite Books' })
    await expectNoText('Log in to see your favorites.')
  })
})

describe('the interests', () => {
  test('load, fail, are chosen, counted and saved', async () => {
    signIn({ preferences: ['Poetry'] })
    const release = backend.holds(getPreferences)
    backend.fails(getPreferences)
    const { user } = renderApp('/categories')
    await expectText('Failed to fetch user preferences.')
    backend.recovers()
    release()
    await user.click(await button('Try again'))
    await expectText('1 of 20 chosen')
    await expectNoText('Failed to fetch user preferences.')
    await user.click(await button('Poetry'))
    await expectText('Nothing chosen yet')
    await user.click(await button('Travel'))
    await user.click(await button('Horror'))
    await expectText('2 of 20 chosen')
    backend.fails(savePreferences)
    await user.click(await button('Confirm'))
    await expectText('An error occurred. Please try again.')
    backend.recovers()
    await user.click(await button('Confirm'))
    await expectText('Preferences saved successfully!')
    await expectText('Best Travel Books')
    await expectNoText('2 of 20 chosen')
    expect(crash()).not.toBeInTheDocument()
  })
})

describe('the recommendations', () => {
  test('load, fail, are tried again, and their hearts toggle', async () => {
    backend.clearBooks()
    backend.addBook({ volumeInfo: { title: 'Fragments', categories: ['Poetry'] } })
    signIn({ preferences: ['Poetry', 'Travel'] })
    const release = backend.holds(getRecommendedBooks)
    const { user } = renderApp('/recommendations')
    await waitFor(() => expect(screen.getAllByText('Loading...')).toHaveLength(2))
    backend.failsWhere('/api/recommendedBooks', 'preference', 'Poetry')
    release()
    await expectText('No books available for this preference.')
    await expectNoText('Loading...')
    await user.click(screen.getByRole('link', { name: 'Change your interests' }))
    await screen.findByRole('heading', { name: 'Discover Your Interests' })
    await user.click(screen.getByRole('link', { name: 'Recommendations' }))
    const [poetry] = await screen.findAllByRole('region', { name: 'Best Poetry Books' })
    if (!poetry) throw new Error('There is no section.')
    if (within(poetry).queryByText('Error fetching books.')) {
      backend.recovers()
      await user.click(within(poetry).getByRole('button', { name: 'Try again' }))
    }
    await user.click(await within(poetry).findByRole('button', { name: 'Add to favorites' }))
    await within(poetry).findByRole('button', { name: 'Remove from favorites' })
    await quiet()
    backend.fails(removeFavoriteBook)
    await user.click(within(poetry).getByRole('button', { name: 'Remove from favorites' }))
    await expectText('Failed to save favorite book.')
    await within(poetry).findByRole('button', { name: 'Remove from favorites' })
  })
})

describe('a book', () => {
  test('loads, fails, is tried again, and its labelled heart changes its text', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Emma', description: 'A <b>match</b>.' } })
    signIn()
    const release = backend.holds(getBook)
    const { user } = renderApp(`/book/${book.id}`)
    await expectText('Loading...')
    release()
    await screen.findByRole('heading', { name: 'Emma' })
    await expectNoText('Loading...')
    await user.click(await button('Add to favorites'))
    await expectText('Remove from favorites')
    await expectNoText('Add to favorites')
    await quiet()
    await user.click(await button('Remove from favorites'))
    await expectText('Add to favorites')
    await quiet()
    backend.fails(addFavoriteBookFromDetail)
    await user.click(await button('Add to favorites'))
    await expectText('Failed to save favorite book.')
    await expectText('Add to favorites')
    expect(crash()).not.toBeInTheDocument()
  })

  test('that fails is tried again, and one that is missing leads home', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
    backend.fails(getBook)
    const { user } = renderApp(`/book/${book.id}`)
    await expectText('Error loading the book details.')
    backend.recovers()
    await user.click(await button('Try again'))
    await screen.findByRole('heading', { name: 'Emma' })
    await expectNoText('Error loading the book details.')
    window.history.pushState(null, '', '/book/nothing')
    window.dispatchEvent(new PopStateEvent('popstate'))
    await expectText('Book not found')
    await user.click(screen.getByRole('link', { name: 'Go back to Home' }))
    await expectText('Twelve to begin with')
    expect(crash()).not.toBeInTheDocument()
  })
})

describe('the favorites', () => {
  test('load, are counted, fail to change, and are empty', async () => {
    const books = ['Emma', 'Persuasion'].map((title) => backend.addBook({ volumeInfo: { title } }))
    signIn({ favorites: books.map(({ id }) => id) })
    const release = backend.holds(getFavoriteBooks)
    const { user } = renderApp('/favorites')
    await expectText('Loading favorite books...')
    release()
    await expectText('2 books')
    await expectNoText('Loading favorite books...')
    const hearts = screen.getAllByRole('button', { name: 'Remove from favorites' })
    const [first, second] = hearts
    if (!first || !second) throw new Error('There are no two hearts.')
    await user.click(first)
    await expectText('1 book')
    await expectNoText('2 books')
    await quiet()
    backend.fails(addFavoriteBook)
    await user.click(first)
    await expectText('Failed to update favorite books.')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await expectNoText('Failed to update favorite books.')
    await user.click(second)
    await expectNoText('1 book')
    await quiet()
    await user.click(screen.getByRole('link', { name: 'Home' }))
    await expectText('Twelve to begin with')
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    await expectText(/^No favorite books yet/)
    expect(crash()).not.toBeInTheDocument()
  })

  test('that cannot be loaded are tried again', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
    signIn({ favorites: [book.id] })
    backend.fails(getFavoriteBooks)
    const { user } = renderApp('/favorites')
    await expectText('Failed to load favorite books.')
    await quiet()
    backend.recovers()
    await user.click(await button('Try again'))
    await expectText('1 book')
    await expectNoText('Failed to load favorite books.')
    expect(crash()).not.toBeInTheDocument()
  })
})

describe('the navbar', () => {
  test('searches, finds books and none, fails, and opens a book', async () => {
    signIn()
    backend.clearBooks()
    backend.addBook({ volumeInfo: { title: 'Dune', authors: ['Frank Herbert'] } })
    const { user } = renderApp('/')
    const box = await screen.findByRole('combobox', { name: 'Search books' })
    await user.type(box, 'qqqqqq{Enter}')
    await expectText('No books found.')
    await user.clear(box)
    await expectNoText('No books found.')
    backend.fails(searchBooks)
    await user.type(box, 'dune{Enter}')
    await expectText(/^Error fetching data: /)
    backend.recovers()
    await user.type(box, '{Enter}')
    await expectText('1 book found')
    await user.click(await screen.findByRole('option'))
    await screen.findByRole('heading', { level: 1, name: 'Dune' })
    await expectNoText('1 book found')
    expect(crash()).not.toBeInTheDocument()
  })

  test('opens its menu and the account dialog, whose parts work, and logs out', async () => {
    const { id } = signIn({ name: 'Ada', preferences: ['Poetry'] })
    const { user } = renderApp('/')
    await expectText('Hello, Ada')
    await user.click(await button('Profile menu'))
    await quiet()
    await expectText('Poetry')
    await user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Your account' }))
    await user.click(dialog.getByRole('button', { name: 'Dark' }))
    await user.click(dialog.getByRole('button', { name: 'System' }))
    backend.fails(exportAccount)
    await user.click(dialog.getByRole('button', { name: 'Download as JSON' }))
    await expectText(/^Your data could not be downloaded\./)
    await user.click(dialog.getByRole('button', { name: 'Delete my account' }))
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
    await expectText('Please type your password.')
    const password = dialog.getByLabelText('Your password')
    await user.type(password, 'wrong horse')
    await expectNoText('Please type your password.')
    const release = backend.holds(deleteAccount)
    await user.click(dialog.getByRole('button', { name: 'Delete for good' }))
    await expectText('Deleting…')
    release()
    await expectText('This is not your password. Nothing was deleted.')
    await expectText('Delete for good')
    await user.click(dialog.getByRole('button', { name: 'Keep my account' }))
    await expectText('Delete my account')
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(await button('Profile menu'))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await expectText('Welcome to Catchword')
    await expectNoText('Hello, Ada')
    await quiet()
    expect(backend.account(id).name).toBe('Ada')
  })
})

test('a page that does not exist leads home', async () => {
  const { user } = renderApp('/no/such/page')
  await expectText('You have found the last world')
  await user.click(screen.getByRole('link', { name: 'Go back to Home' }))
  await expectText('Twelve to begin with')
  await expectNoText('You have found the last world')
  expect(crash()).not.toBeInTheDocument()
})
