import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { backend, quiet, sentRequests } from '../../test/backend.ts'
import { renderApp, signIn } from '../../test/renderApp.tsx'

const button = (name: string) => within(screen.getByRole('article')).getByRole('button', { name })

async function openBook(isReader = true) {
  const book = backend.addBook({ volumeInfo: { title: 'Emma' } })
  const reader = isReader ? signIn() : undefined
  const { user } = renderApp(`/book/${book.id}`)
  await screen.findByRole('heading', { level: 1, name: 'Emma' })
  await quiet()
  const marks = () => backend.account(reader?.id ?? '').marks
  return { user, book, marks, reader }
}

test.each([
  ['I have read it', 'You have read this', 'I have not read it', 'read'],
  ['Not for me', 'This is not for you', 'It is for me', 'notForMe'],
] as const)('%s is in the menu, said in words and taken back', async (item, is, back, mark) => {
  const { user, book, marks } = await openBook()
  await user.click(button('Want to read'))
  await quiet()
  await user.click(button('More about Emma'))
  expect(await screen.findAllByRole('menuitem')).toHaveLength(2)
  await user.click(screen.getByRole('menuitem', { name: item }))
  expect(button('More about Emma')).toHaveFocus()
  await quiet()
  expect(marks()).toMatchObject({ wantToRead: [], [mark]: [book.id] })
  // What is set takes the place of 'Want to read', which is in the menu then.
  expect(button(is)).toHaveAccessibleDescription(back)
  await user.click(button('More about Emma'))
  expect(await screen.findAllByRole('menuitem')).toHaveLength(3)
  await user.keyboard('{Escape}')
  await user.click(button(is))
  expect(button('Want to read')).toHaveFocus()
  await quiet()
  expect(marks()[mark]).toEqual([])
})

test('a visitor is told to log in', async () => {
  const { user } = await openBook(false)
  await user.click(button('Want to read'))
  expect(await screen.findByText('User not authenticated. Please log in.')).toBeInTheDocument()
  expect(button('Want to read')).toBeVisible()
  expect(sentRequests('PUT')).toEqual([])
})
