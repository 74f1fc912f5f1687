import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getMarkedBooks, getMarks, removeMark } from '../../../contract/marks.ts'
import { booksApi } from '../../api/booksApi.ts'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'

/** A reader who wants these books, at their page. */
async function open(titles: readonly string[]) {
  const books = titles.map((title) =>
    backend.addBook({ volumeInfo: { title, authors: ['An Author'] } }),
  )
  const ids = books.map(({ id }) => id)
  const reader = signIn({ marks: { wantToRead: ids, read: [], notForMe: [] } })
  const app = renderApp('/want-to-read')
  await screen.findByRole('heading', { level: 1, name: 'Books You Want to Read' })
  return { ids, reader, ...app }
}

const main = () => within(screen.getByRole('main'))
/** The titles that are seen, in their order. */
const shown = () =>
  main()
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('link').textContent)

async function card(title: string) {
  const item = (await main().findByRole('link', { name: title })).closest('li')
  if (!item) throw new Error(`${title} stands in no list.`)
  return within(item)
}

async function choose(user: UserEvent, title: string, item: string): Promise<void> {
  await user.click((await card(title)).getByRole('button', { name: `More about ${title}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('wanted books are a list beside the favorites, requested once with the bearer', async () => {
  const { user, reader, ids } = await open(['Emma', 'Persuasion'])
  expect((await card('Emma')).getByRole('link')).toHaveAttribute('href', `/book/${ids[0]}`)
  expect(shown()).toEqual(['Emma', 'Persuasion'])
  expect(screen.getByText('2 books')).toBeVisible()
  expect(document.title).toBe('Want to read · Catchword')
  const lists = within(screen.getByRole('navigation', { name: 'Your lists' }))
  expect(lists.getByRole('link', { current: 'page' })).toHaveTextContent('Want to read')
  await quiet()
  const requests = sentRequests('GET', `/api/user/${reader.id}/marks/wantToRead`)
  expect(requests.map(({ authorization }) => authorization)).toEqual([`Bearer ${reader.token}`])
  await user.click(lists.getByRole('link', { name: 'Favorites' }))
  await screen.findByRole('heading', { level: 1, name: 'Your Favorite Books' })
  expect(main().getByRole('link', { current: 'page' })).toHaveTextContent('Favorites')
})

test.each([
  ['No longer want to read', 'No longer on this list', null],
  ['I have read it', 'You have read this', 'read'],
  ['Not for me', 'This is not for you', 'notForMe'],
] as const)('%s: the book says so in its place, until the next visit', async (item, note, mark) => {
  const { user, reader, ids } = await open(['Emma', 'Persuasion'])
  await choose(user, 'Emma', item)
  expect((await card('Emma')).getByText(note)).toBeVisible()
  const [emma, persuasion] = ids
  await waitFor(() =>
    expect(backend.account(reader.id).marks).toEqual({
      wantToRead: [persuasion],
      read: mark === 'read' ? [emma] : [],
      notForMe: mark === 'notForMe' ? [emma] : [],
    }),
  )
  expect(await screen.findByText('1 book')).toBeVisible()
  await quiet()
  expect(shown()).toEqual(['Emma', 'Persuasion'])
  await user.click(main().getByRole('link', { name: 'Favorites' }))
  await screen.findByRole('heading', { level: 1, name: 'Your Favorite Books' })
  await user.click(main().getByRole('link', { name: 'Want to read' }))
  await card('Persuasion')
  expect(shown()).toEqual(['Persuasion'])
})

test('a heart makes a wanted book a favorite, in its place; Undo brings it back', async () => {
  const { user, reader, ids } = await open(['Emma', 'Persuasion'])
  const heart = (await card('Emma')).getByRole('button', { name: 'Add to favorites' })
  expect(heart).toHaveAccessibleDescription('Emma')
  await user.click(heart)
  expect((await card('Emma')).getByText('A favorite now')).toBeVisible()
  await waitFor(() => expect(backend.account(reader.id).favorites).toEqual([ids[0]]))
  expect(backend.account(reader.id).marks.wantToRead).toEqual([ids[1]])
  expect(shown()).toEqual(['Emma', 'Persuasion'])
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(heart).toHaveFocus()
  await waitFor(() => expect(backend.account(reader.id).favorites).toEqual([]))
  expect(backend.account(reader.id).marks.wantToRead).toEqual(ids)
  expect((await card('Emma')).queryByText('A favorite now')).not.toBeInTheDocument()
  await quiet()
})

test('a change that fails is rolled back, with the alert of the page', async () => {
  const { user, reader, ids } = await open(['Emma'])
  backend.fails(removeMark)
  await choose(user, 'Emma', 'No longer want to read')
  expect(await main().findByText('Failed to update this list.')).toBeVisible()
  expect((await card('Emma')).queryByText('No longer on this list')).not.toBeInTheDocument()
  expect(backend.account(reader.id).marks.wantToRead).toEqual(ids)
})

test('an empty list has the ways on', async () => {
  await open([])
  expect(await screen.findByText(/^No books on this list yet\./)).toBeVisible()
  expect(main().getByRole('link', { name: 'Find your next book' })).toHaveAttribute(
    'href',
    '/recommendations',
  )
  expect(main().getByRole('link', { name: 'Import your library' })).toBeVisible()
})

test('a list that fails says so, not that it is empty, and comes by Try again', async () => {
  backend.fails(getMarkedBooks)
  const { user } = await open(['Emma'])
  const alert = await main().findByRole('alert')
  expect(alert).toHaveTextContent('Failed to load the books you want to read.')
  expect(screen.queryByText(/^No books on this list yet\./)).not.toBeInTheDocument()
  await quiet()
  backend.recovers()
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await card('Emma')
})

test('the list is whole where its ids are late or fail', async () => {
  backend.fails(getMarks)
  await open(['Emma'])
  await card('Emma')
  expect((await card('Emma')).queryByText('No longer on this list')).not.toBeInTheDocument()
})

test('what another tab wants comes when its ids do', async () => {
  const { reader, store } = await open(['Emma'])
  await card('Emma')
  await quiet()
  const { id } = backend.addBook({ volumeInfo: { title: 'Dune', authors: [] } })
  backend.account(reader.id).marks.wantToRead.unshift(id)
  act(() => void store.dispatch(booksApi.util.invalidateTags(['Marks'])))
  await card('Dune')
  expect(shown()).toEqual(['Dune', 'Emma'])
})

test('thirteen have a filter and an order', async () => {
  const { user } = await open(Array.from('NMLKJIHGFEDCB', (letter) => `${letter} Book`))
  await card('N Book')
  expect(shown()[0]).toBe('N Book')
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Title')
  expect(shown()[0]).toBe('B Book')
  await user.type(
    screen.getByRole('searchbox', { name: 'Filter by title, author or subject' }),
    'zzz',
  )
  expect(await screen.findByText('No books match this filter.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Show all books' }))
  await waitFor(() => expect(shown()).toHaveLength(13))
})
