import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getMarkedBooks, removeMark } from '../../contract/marks.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

const SECTION = 'Books you have read, or not for you'

/** A reader who has read so many books, and refused one; at the account dialog. */
async function open(count: number, beforeIt: () => void = () => undefined) {
  const read = Array.from({ length: count }, (_, index) =>
    backend.addBook({ volumeInfo: { title: `Read ${index + 1}`, authors: ['An Author'] } }),
  )
  const refused = backend.addBook({ volumeInfo: { title: 'Refused' } })
  const reader = signIn({
    name: 'Ada',
    marks: { wantToRead: [], read: read.map(({ id }) => id), notForMe: [refused.id] },
  })
  const { user } = renderApp('/')
  await user.click(await screen.findByRole('button', { name: 'Profile menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ada' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your account' }))
  await dialog.findByRole('button', { name: SECTION })
  await quiet()
  const path = `/api/user/${reader.id}/marks`
  expect(sentRequests('GET', `${path}/read`)).toEqual([])
  act(beforeIt)
  await user.click(dialog.getByRole('button', { name: SECTION }))
  return { reader, read, refused, user, dialog }
}

test('books that were read or refused are taken back, in their place, and marked again', async () => {
  const { reader, read, refused, user, dialog } = await open(2)
  expect(await dialog.findByRole('heading', { name: 'Read: 2' })).toBeVisible()
  const back = await dialog.findByRole('button', { name: 'It is for me' })
  expect(back).toHaveAccessibleDescription('Refused')
  await user.click(back)
  await waitFor(() => expect(backend.account(reader.id).marks.notForMe).toEqual([]))
  await quiet()
  expect(back).toHaveTextContent('Not for me')
  expect(back).toHaveFocus()
  await user.click(back)
  await waitFor(() => expect(backend.account(reader.id).marks.notForMe).toEqual([refused.id]))

  const [first] = dialog.getAllByRole('button', { name: 'I have not read it' })
  if (first) await user.click(first)
  await waitFor(() => expect(backend.account(reader.id).marks.read).toEqual([read[1]?.id]))
  expect(dialog.getByRole('link', { name: 'Read 1' })).toBeVisible()
  await quiet()
})

test('a long list comes in pieces, the focus on the first new book', async () => {
  const { user, dialog } = await open(62)
  await dialog.findByRole('link', { name: 'Read 60' })
  expect(dialog.queryByRole('link', { name: 'Read 61' })).not.toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Show 2 more of 2' }))
  expect(dialog.getByRole('link', { name: 'Read 61' })).toHaveFocus()
  expect(dialog.queryByRole('button', { name: /^Show/ })).not.toBeInTheDocument()
})

test('a list that fails can be tried again; a way back that fails says so in its row', async () => {
  backend.fails(getMarkedBooks)
  const { user, dialog } = await open(1)
  const [alert] = await dialog.findAllByText(/^These books could not be loaded\./)
  expect(alert).toBeVisible()
  backend.recovers()
  const [again] = dialog.getAllByRole('button', { name: 'Try again' })
  if (again) await user.click(again)
  backend.fails(removeMark)
  await user.click(await dialog.findByRole('button', { name: 'I have not read it' }))
  expect(await dialog.findByText('Failed to save this mark.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'I have not read it' })).toHaveFocus()
})

test.each([
  [SECTION, 'Read: 2'],
  ['Where you are logged in', 'This device'],
])('without network, one quiet line is there until it is back: %s', async (section, came) => {
  const { user, dialog } = await open(2, () => backend.goesOffline())
  if (section !== SECTION) await user.click(dialog.getByRole('button', { name: section }))
  expect(await dialog.findByText(/^This is not on your device\./)).toBeVisible()
  await quiet()
  expect(dialog.queryByRole('alert')).not.toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  expect(dialog.getAllByText(/^This is not on your device\./)).toHaveLength(1)
  backend.comesOnline()
  expect(await dialog.findByText(new RegExp(`^${came}`))).toBeVisible()
})
