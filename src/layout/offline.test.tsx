import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

const BAR = 'You are offline. Favorites and books you opened are here.'
const NOT_HERE = 'This is not on your device. It comes by itself when you are online again.'
const REST = 'The rest of the description comes when you are online again.'

const main = () => within(screen.getByRole('main'))

/** The app at a page whose lists are there, before the line goes. */
async function open(url: string, heading: string | RegExp) {
  const app = renderApp(url)
  await screen.findByRole('heading', { level: 1, name: heading })
  await screen.findByRole('button', { name: 'Profile menu' })
  await quiet()
  return app
}

test('one quiet bar in place of alerts; what failed comes by itself when the line is back', async () => {
  backend.clearBooks()
  backend.addBook({ volumeInfo: { title: 'The Odyssey', categories: ['Poetry'] } })
  signIn({ preferences: ['Poetry'], favoriteAuthors: ['Sappho'] })
  const { user } = await open('/favorites', 'Your Favorite Books')
  expect(screen.queryByText(BAR)).not.toBeInTheDocument()
  backend.goesOffline()
  expect(await screen.findByText(BAR)).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Recommendations' }))
  expect(await main().findByText(NOT_HERE)).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  backend.comesOnline()
  expect(await main().findByRole('link', { name: 'The Odyssey' })).toBeVisible()
  expect(screen.queryByText(BAR)).not.toBeInTheDocument()
  expect(main().queryByText(NOT_HERE)).not.toBeInTheDocument()
})

test('a book of a shelf, never opened, has the record of the shelf; a cut description says so', async () => {
  backend.clearBooks()
  const description = 'A matchmaker is wrong about everybody. '.repeat(20)
  backend.addBook({ volumeInfo: { title: 'Emma', categories: ['Poetry'], description } })
  signIn({ preferences: ['Poetry'] })
  const { user } = await open('/recommendations', 'Recommendations')
  backend.goesOffline()
  await user.click(await main().findByRole('link', { name: 'Emma' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  expect(await main().findByText(REST)).toBeVisible()
  expect(main().queryByText(NOT_HERE)).not.toBeInTheDocument()
  backend.comesOnline()
  await waitFor(() => expect(main().queryByText(REST)).not.toBeInTheDocument())
  expect(await main().findByText(description.trim())).toBeVisible()
})

test('any other book says that it is not here', async () => {
  const { id } = backend.addBook()
  signIn()
  await open('/favorites', 'Your Favorite Books')
  backend.goesOffline()
  act(() => {
    window.history.pushState(null, '', `/book/${id}`)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(await main().findByText(NOT_HERE)).toBeVisible()
  expect(main().getByRole('heading', { level: 1, name: 'Book' })).toBeVisible()
  expect(main().getByRole('link', { name: 'See your favorites' })).toBeVisible()
  expect(main().queryByText('What comes next could not be loaded.')).not.toBeInTheDocument()
  backend.comesOnline()
  expect(await screen.findByRole('article')).toBeVisible()
})

test('a page that is opened without network logs nothing', async () => {
  signIn()
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  backend.goesOffline()
  renderApp('/')
  await screen.findByRole('button', { name: 'Profile menu' })
  // Sent twice.
  await waitFor(() => expect(sentRequests('GET', '/api/profile')).toHaveLength(2))
  await quiet()
  // Redux Toolkit warns of a busy machine.
  expect(warn).not.toHaveBeenCalledWith(expect.stringMatching(/failed/), expect.anything())
})
