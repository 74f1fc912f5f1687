import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { provideCaches, storedIn } from '../test/cacheStorage.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

const BAR = 'You are offline. Favorites and books you opened are here.'
const NOT_HERE = 'This is not on your device. It comes by itself when you are online again.'
const REST = 'The rest of the description comes when you are online again.'
const NOT_SAVED = 'You are offline. This was not saved.'

const main = () => within(screen.getByRole('main'))
const heart = (name: string) => main().findByRole('button', { name })

/** The books of a list on the device, by id. */
const ids = async (name: string, url: string): Promise<unknown> =>
  JSON.parse((await storedIn(name, url)) ?? '[]').map((book: { id: string }) => book.id)

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

test.each([
  ['favorite', '/favorites', 'Your Favorite Books'],
  ['book to read', '/want-to-read', 'Books You Want to Read'],
] as const)('a %s that was never opened has its record', async (kind, url, heading) => {
  const volumeInfo = { title: 'Emma', authors: ['Jane Austen'], description: 'A matchmaker.' }
  const { id } = backend.addBook({ volumeInfo })
  const wantToRead = kind === 'favorite' ? [] : [id]
  signIn({
    favorites: kind === 'favorite' ? [id] : [],
    marks: { wantToRead, read: [], notForMe: [] },
  })
  const { user } = await open(url, heading)
  backend.goesOffline()
  await user.click(await main().findByRole('link', { name: 'Emma' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Emma' })).toBeVisible()
  const page = within(screen.getByRole('article'))
  expect(page.getByText('A matchmaker.')).toBeVisible()
  expect(page.queryByText(REST)).not.toBeInTheDocument()
  expect(page.getByRole('button', { name: 'Jane Austen' })).toBeVisible()
  await quiet()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
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

test('a search without network says so in its box alone', async () => {
  signIn()
  const { user } = await open('/favorites', 'Your Favorite Books')
  backend.goesOffline()
  await user.type(await screen.findByRole('combobox', { name: 'Search books' }), 'dune{Enter}')
  const search = within(screen.getByRole('search'))
  expect(await search.findByRole('button', { name: 'Try again' })).toBeVisible()
  expect(screen.queryByText(/^Error fetching data/)).not.toBeInTheDocument()
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

test('a heart or mark is taken back, and says so', async () => {
  const { id } = backend.addBook({ volumeInfo: { title: 'Emma' } })
  const reader = signIn({ favorites: [id] })
  const { user } = await open('/favorites', 'Your Favorite Books')
  backend.goesOffline()
  await user.click(await heart('Remove from favorites'))
  const said = await screen.findByText(NOT_SAVED)
  // No error of the app, and not in its red.
  expect(said.closest('.notistack-MuiContent-info')).toBeVisible()
  expect(await heart('Remove from favorites')).toBeVisible()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  // The same words are shown once at a time.
  await waitFor(() => expect(screen.queryByText(NOT_SAVED)).not.toBeInTheDocument())
  await user.click(main().getByRole('link', { name: 'Emma' }))
  await user.click(await screen.findByRole('button', { name: 'Want to read' }))
  await waitFor(() => expect(screen.queryByText(/^Emma is on your list/)).not.toBeInTheDocument())
  expect(await screen.findByText(NOT_SAVED)).toBeVisible()
  expect(await heart('Remove from favorites')).toBeVisible()
  expect(backend.account(reader.id).favorites).toEqual([id])
})

test('lists and covers are kept on the device, opened or not, as they are after a heart', async () => {
  provideCaches()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const [loved, wanted] = [backend.addBook(), backend.addBook()]
  const reader = signIn({
    favorites: [loved.id],
    marks: { wantToRead: [wanted.id], read: [], notForMe: [] },
  })
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  backend.respondsInOrder(`/covers/${loved.id}`, () => new HttpResponse('drawn', { headers }))
  // Another one may come later.
  backend.respondsInOrder(`/covers/${wanted.id}`, () => new HttpResponse('for now'))
  const { user } = await open('/favorites', 'Your Favorite Books')
  const path = `/api/user/${reader.id}`
  expect(sentRequests('GET', `${path}/marks/wantToRead`)).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(4000))
  await waitFor(async () => {
    expect(await ids('favorites', `${path}/favoriteBooks`)).toEqual([loved.id])
    expect(await ids('marks', `${path}/marks/wantToRead`)).toEqual([wanted.id])
    expect(await storedIn('covers', `/covers/${loved.id}`)).toBe('drawn')
    expect(sentRequests('GET', `/covers/${wanted.id}`)).toHaveLength(1)
  })
  await quiet()
  expect(await storedIn('covers', `/covers/${wanted.id}`)).toBeUndefined()
  await user.click(await heart('Remove from favorites'))
  await waitFor(async () => expect(await ids('favorites', `${path}/favoriteBooks`)).toEqual([]))
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
  expect(warn).not.toHaveBeenCalled()
})
