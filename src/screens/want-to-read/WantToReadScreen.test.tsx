import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, test } from 'vitest'
import { getMarkedBooks, moveWanted } from '../../../contract/marks.ts'
import { backend, quiet } from '../../test/backend.ts'
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

test('wanted books are a list beside the favorites', async () => {
  const { user, ids } = await open(['Emma', 'Persuasion'])
  expect((await card('Emma')).getByRole('link')).toHaveAttribute('href', `/book/${ids[0]}`)
  expect(shown()).toEqual(['Emma', 'Persuasion'])
  expect(screen.getByText('2 books')).toBeVisible()
  expect(document.title).toBe('Want to read · Catchword')
  const lists = within(screen.getByRole('navigation', { name: 'Your lists' }))
  expect(lists.getByRole('link', { current: 'page' })).toHaveTextContent('Want to read')
  await user.click(lists.getByRole('link', { name: 'Favorites' }))
  await screen.findByRole('heading', { level: 1, name: 'Your Favorite Books' })
  expect(main().getByRole('link', { current: 'page' })).toHaveTextContent('Favorites')
})

test.each([
  ['No longer want to read', 'No longer on this list', null],
  ['I have read it', 'You have read this', 'read'],
] as const)('%s: the book says so in its place, until the next visit', async (item, note, mark) => {
  const { user, reader, ids } = await open(['Emma', 'Persuasion'])
  await choose(user, 'Emma', item)
  expect((await card('Emma')).getByText(note)).toBeVisible()
  const [emma, persuasion] = ids
  await waitFor(() =>
    expect(backend.account(reader.id).marks).toEqual({
      wantToRead: [persuasion],
      read: mark === 'read' ? [emma] : [],
      notForMe: [],
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

const LETTERS = 'BCDEFGHIJKLMN'
const thirteen = Array.from(LETTERS, (letter) => `${letter} Book`)
const canMove = () => main().queryAllByRole('button', { name: 'Move up' }).length > 0
/** The first letters of what is seen. */
const letters = () =>
  shown()
    .map((title) => title?.[0])
    .join('')

test('thirteen are moved up and down: at once, said, with the focus where it was', async () => {
  const { user, reader, ids } = await open(thirteen)
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
  const [b = '', c = '', d = '', e = '', ...others] = ids
  const [n = '', m = ''] = others.splice(-2).toReversed()
  expect(backend.account(reader.id).wishOrder).toEqual([c, d, e, b, ...others, n, m])
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Newest')
  expect(letters()).toBe(LETTERS)
  expect(canMove()).toBe(false)
})

test('a move that fails goes back', async () => {
  const { user } = await open(thirteen)
  const up = (await card('E Book')).getByRole('button', { name: 'Move up' })
  backend.fails(moveWanted)
  await user.click(up)
  expect(await screen.findByText('Failed to update this list.')).toBeVisible()
  expect(letters()).toBe(LETTERS)
})

test('a book is dragged by its handle onto the place of another one', async () => {
  const { reader, ids } = await open(thirteen)
  const [from, , to] = (await main().findAllByRole('listitem')).values()
  const handle = from?.querySelector('[aria-hidden]:has(+ button)') ?? document.body
  handle.setPointerCapture = () => undefined
  handle.hasPointerCapture = () => true
  document.elementFromPoint = () => to ?? null
  onTestFinished(() => void Reflect.deleteProperty(document, 'elementFromPoint'))
  for (const type of ['pointerDown', 'pointerMove'] as const)
    fireEvent[type](handle, { clientY: 100 })
  expect(to).toHaveAttribute('data-over')
  fireEvent.pointerUp(handle)
  expect(to).not.toHaveAttribute('data-over')
  expect(letters()).toBe('CDBEFGHIJKLMN')
  await quiet()
  expect(backend.account(reader.id).wishOrder.slice(0, 3)).toEqual([ids[1], ids[2], ids[0]])
})

test('twelve are in the own order, without the way to another', async () => {
  const books = thirteen.slice(1).map((title) => backend.addBook({ volumeInfo: { title } }).id)
  signIn({ marks: { wantToRead: books, read: [], notForMe: [] }, wishOrder: books.toReversed() })
  renderApp('/want-to-read')
  await screen.findByRole('link', { name: 'C Book' })
  expect(letters()).toBe('NMLKJIHGFEDC')
  expect(canMove()).toBe(false)
})
