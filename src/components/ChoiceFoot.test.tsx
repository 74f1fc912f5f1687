import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

const LETTERS = 'BCDEFGHIJKLMNO'

const box = (letter: string) => screen.getByRole('checkbox', { name: `Select ${letter} Book` })

/** A reader of fourteen books at one of their lists, whose books can be chosen. */
async function open(list: 'favorites' | 'wantToRead') {
  const ids = Array.from(
    LETTERS,
    (letter) =>
      backend.addBook({ volumeInfo: { title: `${letter} Book`, authors: [`Zq${letter}`] } }).id,
  )
  const reader = signIn(
    list === 'favorites'
      ? { favorites: ids }
      : { marks: { wantToRead: ids, read: [], notForMe: [] } },
  )
  const app = renderApp(list === 'favorites' ? '/favorites' : '/want-to-read')
  await app.user.click(await screen.findByRole('button', { name: 'Select' }))
  const stored = () => {
    const { favorites, marks } = backend.account(reader.id)
    return list === 'favorites' ? favorites : marks.wantToRead
  }
  return { ...app, ids, reader, stored }
}

/** The first letters of what is seen. */
const shown = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((item) => within(item).getByRole('link').textContent?.[0])
    .join('')
const bulk = () => sentRequests(undefined, /\/books\//).map(({ method }) => method)

test.each(['favorites', 'wantToRead'] as const)(
  'several books of %s are removed by one request, and come back where they were by one',
  async (list) => {
    const { user, ids, stored } = await open(list)
    await user.click(box('C'))
    await user.keyboard('{Shift>}')
    await user.click(box('E'))
    await user.keyboard('{/Shift}')
    await user.click(box('D'))
    await user.click(box('N'))
    expect(screen.getByText('3 books chosen')).toHaveAttribute('role', 'status')
    await user.click(screen.getByRole('button', { name: 'Remove 3 books' }))
    expect(shown()).toBe('BDFGHIJKLMO')
    // The foot is gone with its button.
    expect(document.activeElement).toBe(screen.getByRole('main'))
    await quiet()
    expect(bulk()).toEqual(['DELETE'])
    expect(stored()).toEqual(ids.filter((_id, at) => ![1, 3, 12].includes(at)))
    expect(await screen.findByText('11 books')).toBeVisible()
    expect(screen.getByText('C Book and 2 more books removed.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(shown()).toBe(LETTERS))
    await quiet()
    expect(bulk()).toEqual(['DELETE', 'PUT'])
    expect(stored()).toEqual(ids)
    expect(shown()).toBe(LETTERS)
  },
)

test('all that the filter shows are chosen, and none; Cancel leaves them', async () => {
  const { user } = await open('favorites')
  await user.type(screen.getByRole('searchbox', { name: /^Filter/ }), 'zqb')
  await waitFor(() => expect(shown()).toBe('B'))
  await user.click(screen.getByRole('button', { name: 'Choose all' }))
  await user.click(screen.getByRole('button', { name: 'Clear filter' }))
  expect(box('B')).toBeChecked()
  expect(box('C')).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Choose all' }))
  expect(screen.getByRole('button', { name: 'Remove 14 books' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Choose none' }))
  expect(screen.getByText('0 books chosen')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Select', pressed: false })).toHaveFocus()
  expect(bulk()).toEqual([])
})

test('without network removal and Undo say so; Undo is offered again', async () => {
  const { user, ids, stored } = await open('favorites')
  const message = 'You are offline. This was not saved.'
  backend.goesOffline()
  await user.click(box('C'))
  await user.click(screen.getByRole('button', { name: 'Remove 1 book' }))
  await waitFor(() => expect(screen.getByText(message)).toBeVisible())
  await waitFor(() => expect(screen.queryByText('C Book removed.')).not.toBeInTheDocument())
  expect(shown()).toBe(LETTERS)
  expect(stored()).toEqual(ids)

  backend.comesOnline()
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(box('C'))
  await user.click(screen.getByRole('button', { name: 'Remove 1 book' }))
  await quiet()
  backend.goesOffline()
  const undo = await screen.findByRole('button', { name: 'Undo' })
  await user.click(undo)
  await waitFor(() => expect(undo).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByText(message)).toBeVisible())
  backend.comesOnline()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(stored()).toEqual(ids))
  expect(shown()).toBe(LETTERS)
})
