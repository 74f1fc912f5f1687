import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { removeMark } from '../../../contract/marks.ts'
import { backend, quiet } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'

// Toasts that do not go by themselves while the test runs.
vi.mock('../../constants.ts', async (load) => ({ ...(await load<object>()), TOAST_MS: 60_000 }))

test('a mark that fails is not said to be set, and no toast lies over the menu', async () => {
  const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
  signIn()
  const { user } = renderApp(`/book/${book.id}`)
  await user.click(await screen.findByRole('button', { name: 'Want to read' }))
  const said = await screen.findByText('Emma is on your list.')
  await quiet()
  await user.click(screen.getByRole('button', { name: 'More about Emma' }))
  await screen.findByRole('menu')
  await waitFor(() => expect(said).not.toBeInTheDocument())
  await user.keyboard('{Escape}')
  backend.fails(removeMark)
  await user.click(await screen.findByRole('button', { name: 'You want to read this' }))
  const taken = await screen.findByText('Taken back: Emma.')
  expect(await screen.findByText('Failed to save this mark.')).toBeVisible()
  await waitFor(() => expect(taken).not.toBeInTheDocument())
})

test('Ctrl+Z takes the last mark back, but not in a field', async () => {
  const other = backend.addBook()
  const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
  const reader = signIn()
  const { user } = renderApp(`/book/${book.id}`)
  await user.click(await screen.findByRole('button', { name: 'Want to read' }))
  await screen.findByRole('button', { name: 'Undo' })
  await user.click(await screen.findByRole('combobox', { name: 'Search books' }))
  await user.keyboard('{Control>}z{/Control}')
  expect(screen.getByRole('button', { name: 'You want to read this' })).toBeVisible()
  backend.account(reader.id).marks.wantToRead = [other.id, book.id]
  await user.click(screen.getByRole('button', { name: 'You want to read this' }))
  await screen.findByText('Taken back: Emma.')
  await user.keyboard('{Control>}z{/Control}')
  const wanted = await screen.findByRole('button', { name: 'You want to read this' })
  expect(wanted).toHaveFocus()
  await quiet()
  expect(backend.account(reader.id).marks.wantToRead).toEqual([other.id, book.id])
})

test('Escape closes a toast, and the focus goes back to where it was', async () => {
  const book = backend.addBook()
  signIn()
  const { user } = renderApp(`/book/${book.id}`)
  await user.click(await screen.findByRole('button', { name: 'Want to read' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  const last = screen.getAllByRole('link').at(-1)
  act(() => last?.focus())
  await user.tab()
  expect(undo).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(last).toHaveFocus()
  await waitFor(() => expect(undo).not.toBeInTheDocument())
})
