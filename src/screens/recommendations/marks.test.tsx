import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { getRecommendedBooks, getSimilarBooks, type Book } from '../../../contract/books.ts'
import { getForYou } from '../../../contract/favorites.ts'
import { setMark } from '../../../contract/marks.ts'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'

const PLACES = 12

/** `Poem 1` and so on. */
const addPoems = (count: number): Book[] =>
  Array.from({ length: count }, (_, index) =>
    backend.addBook({ volumeInfo: { title: `Poem ${index + 1}`, categories: ['Poetry'] } }),
  )

/** A reader with one shelf of so many books, in their order. */
async function openShelf(count = PLACES + 2) {
  const books = addPoems(count)
  backend.responds(getRecommendedBooks, books)
  const account = signIn({ preferences: ['Poetry'] })
  const { user } = renderApp('/recommendations')
  await screen.findByRole('button', { name: 'More about Poem 1' })
  await quiet()
  return { user, books, account }
}

const titles = () => screen.getAllByRole('heading', { level: 3 }).map((node) => node.textContent)
const more = (title: string) => screen.getByRole('button', { name: `More about ${title}` })

/** The heart of the first card. */
function heart(): HTMLElement {
  const [first] = screen.getAllByRole('button', { name: /favorites$/ })
  if (!first) throw new Error('No heart.')
  return first
}

async function choose(user: UserEvent, title: string, item: string): Promise<void> {
  await user.click(more(title))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('the menu of a card', () => {
  test.each([
    ['I have read it', 'read', 'You have read Poem 2.'],
    ['Not for me', 'notForMe', 'Poem 2 is not for you.'],
  ] as const)('%s: the next card takes its place, until Undo', async (item, mark, said) => {
    const { user, books, account } = await openShelf()
    const before = titles()
    expect(before).toHaveLength(PLACES)
    await choose(user, 'Poem 2', item)
    expect(titles()).toEqual([...before.filter((title) => title !== 'Poem 2'), 'Poem 13'])
    expect(more('Poem 3')).toHaveFocus()
    await waitFor(() => expect(backend.account(account.id).marks[mark]).toEqual([books[1]?.id]))
    expect(await screen.findByText(said)).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(titles()).toEqual(before)
    expect(more('Poem 2')).toHaveFocus()
    await waitFor(() => expect(backend.account(account.id).marks[mark]).toEqual([]))
    await quiet()
  })

  test('Want to read: the card stays and says so, and its menu has the way back', async () => {
    const { user, books, account } = await openShelf()
    const before = titles()
    await choose(user, 'Poem 1', 'Want to read')
    expect(more('Poem 1')).toHaveFocus()
    expect(screen.getByText('You want to read this')).toBeVisible()
    expect(titles()).toEqual(before)
    await waitFor(() =>
      expect(backend.account(account.id).marks.wantToRead).toEqual([books[0]?.id]),
    )
    await choose(user, 'Poem 1', 'No longer want to read')
    expect(screen.queryByText('You want to read this')).not.toBeInTheDocument()
    await waitFor(() => expect(backend.account(account.id).marks.wantToRead).toEqual([]))
    await quiet()
  })

  test('ends a heart, and a heart ends a mark; Undo brings back what was', async () => {
    const { user, books, account } = await openShelf(2)
    const [book] = books
    await user.click(heart())
    await quiet()
    await choose(user, 'Poem 1', 'Want to read')
    expect(heart()).toHaveAccessibleName('Add to favorites')
    expect(
      await screen.findByText('Poem 1 is on your list. It is no longer a favorite.'),
    ).toBeInTheDocument()
    await quiet()
    expect(backend.account(account.id)).toMatchObject({ favorites: [] })
    await user.click(heart())
    expect(screen.queryByText('You want to read this')).not.toBeInTheDocument()
    const said = 'Poem 1 is a favorite now. It is no longer on your list.'
    const toast = (await screen.findByText(said)).closest('[role=alert]')
    if (!(toast instanceof HTMLElement)) throw new Error('It is said in no toast.')
    await quiet()
    expect(backend.account(account.id).marks.wantToRead).toEqual([])
    await user.click(within(toast).getByRole('button', { name: 'Undo' }))
    expect(screen.getByText('You want to read this')).toBeVisible()
    await quiet()
    expect(backend.account(account.id)).toMatchObject({ favorites: [] })
    expect(backend.account(account.id).marks.wantToRead).toEqual([book?.id])
  })

  test.each([
    ['I have read it', 'You have read Poem 1. It is no longer a favorite.'],
    ['Not for me', 'Poem 1 is not for you. It is no longer a favorite.'],
  ])('%s: says that the heart is gone, which Undo brings back', async (item, said) => {
    const { user, books, account } = await openShelf(2)
    await user.click(heart())
    await quiet()
    await choose(user, 'Poem 1', item)
    expect(await screen.findByText(said)).toBeInTheDocument()
    await quiet()
    expect(backend.account(account.id).favorites).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await quiet()
    expect(backend.account(account.id).favorites).toEqual([books[0]?.id])
    expect(heart()).toHaveAccessibleName('Remove from favorites')
  })

  test('is closed by Escape, with the focus on its button, and worked by the keyboard', async () => {
    const { user } = await openShelf()
    more('Poem 1').focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('menu', { name: 'More about Poem 1' })).toBeVisible()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('menu')).not.toBeInTheDocument()
    expect(more('Poem 1')).toHaveFocus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menu')
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(titles()).not.toContain('Poem 1')
    expect(more('Poem 2')).toHaveFocus()
    await quiet()
  })

  test('brings a card back where it cannot be saved, and says why', async () => {
    const { user } = await openShelf()
    const before = titles()
    backend.fails(setMark)
    await choose(user, 'Poem 2', 'Not for me')
    expect(await screen.findByText('Failed to save this mark.')).toBeInTheDocument()
    await waitFor(() => expect(titles()).toEqual(before))
    backend.refuses(setMark, 409, 'No room.')
    await choose(user, 'Poem 2', 'Not for me')
    expect(await screen.findByText('There is no room for more than 5,000.')).toBeInTheDocument()
    await quiet()
  })

  test('of the last card leaves the focus on the one before, of the only one on the page', async () => {
    const { user } = await openShelf(2)
    await choose(user, 'Poem 2', 'Not for me')
    expect(more('Poem 1')).toHaveFocus()
    await choose(user, 'Poem 1', 'Not for me')
    expect(screen.getByRole('main')).toHaveFocus()
    expect(screen.getByText('No books available for this preference.')).toBeVisible()
    await quiet()
  })
})

const edition = (title: string, workId: string) =>
  backend.addBook({ workId, volumeInfo: { title, categories: ['Poetry'] } })

describe('a shelf', () => {
  test('leaves out what was read or refused before, and has what is wanted behind the others', async () => {
    backend.clearBooks()
    const ids = ['refused', 'read', 'wanted'].map(
      (id) => backend.addBook({ id, volumeInfo: { title: id, categories: ['Poetry'] } }).id,
    )
    backend.addBook({ id: 'new', volumeInfo: { title: 'new', categories: ['Poetry'] } })
    const [notForMe = '', read = '', wantToRead = ''] = ids
    signIn({
      preferences: ['Poetry'],
      marks: { notForMe: [notForMe], read: [read], wantToRead: [wantToRead] },
    })
    backend.responds(getForYou, [])
    renderApp('/recommendations')
    await screen.findByRole('button', { name: 'More about new' })
    expect(titles()).toEqual(['new', 'wanted'])
    await quiet()
  })

  test('leaves out the other editions of what was read or refused', async () => {
    const { id: read } = edition('marked', 'work-1')
    backend.responds(getRecommendedBooks, [
      edition('shown', 'work-1'),
      edition('other', 'work-2'),
      edition('new', 'work-3'),
    ])
    signIn({ preferences: ['Poetry'], marks: { wantToRead: [], read: [read], notForMe: [] } })
    renderApp('/recommendations')
    await screen.findByRole('button', { name: 'More about new' })
    expect(titles()).toEqual(['other', 'new'])
    await quiet()
  })

  test('shows more behind what took the place of a card', async () => {
    const { user } = await openShelf(2 * PLACES + 1)
    const all = Array.from({ length: 2 * PLACES + 1 }, (_, index) => `Poem ${index + 1}`)
    await choose(user, 'Poem 2', 'Not for me')
    await user.click(screen.getByRole('button', { name: /^Show more/ }))
    expect(titles()).toEqual(all.filter((title) => title !== 'Poem 2'))
    expect(screen.getByRole('link', { name: 'Poem 14' })).toHaveFocus()
    await quiet()
  })

  test("and Picked for You do not both take a book for a card's place", async () => {
    const poems = addPoems(2 * PLACES + 3)
    const rest = poems.slice(-2)
    // The first leads the page.
    const picked = [...poems.slice(0, PLACES + 1), ...rest]
    backend.responds(
      getForYou,
      picked.map((book) => ({ book, reason: 'Why' })),
    )
    backend.responds(getRecommendedBooks, [...poems.slice(PLACES + 1, -2), ...rest])
    signIn({ preferences: ['Poetry'], marks: { wantToRead: ['any'], read: [], notForMe: [] } })
    const { user } = renderApp('/recommendations')
    await screen.findByRole('heading', { level: 2, name: 'Picked for You' })
    await screen.findByRole('heading', { level: 2, name: 'Best Poetry Books' })
    await quiet()
    await choose(user, 'Poem 1', 'Not for me')
    await choose(user, `Poem ${PLACES + 2}`, 'Not for me')
    expect(titles()).toHaveLength(2 * PLACES)
    expect(new Set(titles()).size).toBe(2 * PLACES)
    await quiet()
  })
})

describe('what comes next', () => {
  test('leaves out what was read, and a card that is refused makes room', async () => {
    const book = backend.addBook()
    const next = ['One', 'Two', 'Three'].map((title) =>
      backend.addBook({ id: title, volumeInfo: { title } }),
    )
    backend.responds(
      getSimilarBooks,
      next.map((one) => ({ book: one, reason: 'Why' })),
    )
    signIn({ marks: { wantToRead: [], read: ['One'], notForMe: [] } })
    const { user } = renderApp(`/book/${book.id}`)
    await screen.findByRole('button', { name: 'More about Two' })
    expect(titles()).toEqual(['Two', 'Three'])
    await choose(user, 'Two', 'Not for me')
    expect(titles()).toEqual(['Three'])
    expect(more('Three')).toHaveFocus()
    await quiet()
  })

  test('has the next one in the place of a card that goes', async () => {
    const book = backend.addBook()
    const next = addPoems(PLACES + 2)
    backend.responds(
      getSimilarBooks,
      next.map((one) => ({ book: one, reason: 'Why' })),
    )
    signIn()
    const { user } = renderApp(`/book/${book.id}`)
    await screen.findByRole('button', { name: 'More about Poem 1' })
    expect(titles()).toHaveLength(PLACES)
    await choose(user, 'Poem 2', 'I have read it')
    expect(titles()).toHaveLength(PLACES)
    expect(titles().at(-1)).toBe(`Poem ${PLACES + 1}`)
    await quiet()
  })

  test('has menus that send a visitor to the form', async () => {
    const book = backend.addBook()
    const next = backend.addBook({ volumeInfo: { title: 'Emma' } })
    backend.responds(getSimilarBooks, [{ book: next, reason: 'Why' }])
    const { user } = renderApp(`/book/${book.id}`)
    await screen.findByRole('button', { name: 'More about Emma' })
    await choose(user, 'Emma', 'Not for me')
    expect(await screen.findByText('User not authenticated. Please log in.')).toBeInTheDocument()
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Emma' })).toBeVisible()
    expect(sentRequests('PUT')).toEqual([])
  })
})
