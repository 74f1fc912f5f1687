import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { getMarkedBooks, getMarks, moveWanted, removeMark } from '../../../contract/marks.ts'
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

const LETTERS = 'BCDEFGHIJKLMN'
const thirteen = Array.from(LETTERS, (letter) => `${letter} Book`)
const canMove = () => main().queryAllByRole('button', { name: 'Move up' }).length > 0
/** The first letters of what is seen. */
const letters = () =>
  shown()
    .map((title) => title?.[0])
    .join('')

test('thirteen are moved up and down: at once, said, with the focus where it was', async () => {
  const { user, reader, ids, store } = await open(thirteen)
  const down = (await card('B Book')).getByRole('button', { name: 'Move down' })
  expect(down).toHaveAccessibleDescription('B Book')
  expect(canMove()).toBe(true)
  for (let press = 0; press < 3; press += 1) await user.click(down)
  expect(letters()).toBe('CDEBFGHIJKLMN')
  expect(down).toHaveFocus()
  expect(screen.getByText('B Book: place 4 of 13.')).toHaveAttribute('aria-live', 'polite')
  await user.click((await card('N Book')).getByRole('button', { name: 'Move up' }))
  await user.click((await card('C Book')).getByRole('button', { name: 'Move up' }))
  expect(letters()).toBe('CDEBFGHIJKLNM')
  await quiet()
  const wishes = `/api/user/${reader.id}/marks/wantToRead`
  expect(sentRequests('PUT', `${wishes}/${ids[0]}/place`)).toHaveLength(3)
  // The first has no place above it.
  expect(sentRequests('PUT', `${wishes}/${ids[1]}/place`)).toEqual([])
  const [b = '', c = '', d = '', e = '', ...others] = ids
  const [n = '', m = ''] = others.splice(-2).toReversed()
  expect(backend.account(reader.id).wishOrder).toEqual([c, d, e, b, ...others, n, m])
  act(() => void store.dispatch(booksApi.util.invalidateTags(['Marks', 'WantToRead'])))
  await quiet()
  expect(letters()).toBe('CDEBFGHIJKLNM')
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Newest')
  expect(letters()).toBe(LETTERS)
  expect(canMove()).toBe(false)
  await user.selectOptions(screen.getByLabelText('Sort by'), 'My order')
  await user.type(
    screen.getByRole('searchbox', { name: 'Filter by title, author or subject' }),
    'd',
  )
  await waitFor(() => expect(letters()).toBe('D'))
  expect(canMove()).toBe(false)
})

test.each([
  ['Failed to update this list.', () => backend.fails(moveWanted)],
  ['You are offline. This was not saved.', () => backend.goesOffline()],
] as const)('a move that fails goes back: %s', async (message, fail) => {
  const { user } = await open(thirteen)
  const up = (await card('E Book')).getByRole('button', { name: 'Move up' })
  fail()
  await user.click(up)
  await waitFor(() => expect(screen.getByText(message)).toBeVisible())
  expect(letters()).toBe(LETTERS)
  expect(screen.queryByText(/^E Book: place/)).not.toBeInTheDocument()
})

test.each([
  ['E Book', 'E Book'],
  // It would come behind the one that is gone.
  ['F Book', 'D Book'],
])(
  '%s cannot move, since another device no longer wants %s: the list says so',
  async (title, gone) => {
    const { user, reader, ids } = await open([...thirteen, 'O Book'])
    const up = (await card(title)).getByRole('button', { name: 'Move up' })
    await quiet()
    const { marks } = backend.account(reader.id)
    marks.wantToRead = marks.wantToRead.filter((id) => id !== ids[thirteen.indexOf(gone)])
    await user.click(up)
    expect(await main().findByText('Failed to update this list.')).toBeVisible()
    expect(await (await card(gone)).findByText('No longer on this list')).toBeVisible()
    expect(await screen.findByText('13 books')).toBeVisible()
    expect(letters()).toBe(`${LETTERS}O`)
  },
)

test('a book is dragged by its handle onto the place of another one', async () => {
  const { reader, ids } = await open(thirteen)
  const [from, , to] = (await main().findAllByRole('listitem')).values()
  const handle = from?.querySelector('[aria-hidden]:has(+ button)') ?? document.body
  handle.setPointerCapture = () => undefined
  handle.hasPointerCapture = () => true
  document.elementFromPoint = () => to ?? null
  for (const type of ['pointerDown', 'pointerMove'] as const)
    fireEvent[type](handle, { clientY: 100 })
  expect(to).toHaveAttribute('data-over')
  fireEvent.pointerUp(handle)
  expect(to).not.toHaveAttribute('data-over')
  expect(letters()).toBe('CDBEFGHIJKLMN')
  await quiet()
  expect(backend.account(reader.id).wishOrder.slice(0, 3)).toEqual([ids[1], ids[2], ids[0]])
})

test('what leaves keeps its place in the own order, and Undo gives it back there', async () => {
  const { user, reader, ids } = await open(thirteen)
  await user.click((await card('D Book')).getByRole('button', { name: 'Move up' }))
  await choose(user, 'D Book', 'Not for me')
  expect((await card('D Book')).queryByRole('button', { name: 'Move up' })).not.toBeInTheDocument()
  await quiet()
  expect(letters()).toBe('BDCEFGHIJKLMN')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(letters()).toBe('BDCEFGHIJKLMN')
  await quiet()
  expect(letters()).toBe('BDCEFGHIJKLMN')
  expect(backend.account(reader.id).marks.wantToRead).toEqual(ids)
})

test('twelve are in the own order, without the way to another', async () => {
  const books = thirteen.slice(1).map((title) => backend.addBook({ volumeInfo: { title } }).id)
  signIn({ marks: { wantToRead: books, read: [], notForMe: [] }, wishOrder: books.toReversed() })
  renderApp('/want-to-read')
  await screen.findByRole('link', { name: 'C Book' })
  expect(letters()).toBe('NMLKJIHGFEDC')
  expect(canMove()).toBe(false)
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
