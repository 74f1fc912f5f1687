import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { getRecommendedBooks, getSimilarBooks, type Book } from '../../../contract/books.ts'
import { getForYou } from '../../../contract/favorites.ts'
import { setMark } from '../../../contract/marks.ts'
import { backend, quiet } from '../../test/backend.ts'
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

describe('a shelf', () => {
  test('leaves out what was read, in any edition, or refused, and has what is wanted last', async () => {
    backend.clearBooks()
    for (const id of ['refused', 'read', 'other edition', 'wanted', 'new']) {
      const workId = id === 'read' || id === 'other edition' ? 'work-1' : id
      backend.addBook({ id, workId, volumeInfo: { title: id, categories: ['Poetry'] } })
    }
    const marks = { notForMe: ['refused'], read: ['read'], wantToRead: ['wanted'] }
    signIn({ preferences: ['Poetry'], marks })
    backend.responds(getForYou, [])
    renderApp('/recommendations')
    await screen.findByRole('button', { name: 'More about new' })
    expect(titles()).toEqual(['new', 'wanted'])
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
})
