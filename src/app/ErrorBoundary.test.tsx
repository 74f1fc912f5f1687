import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { lazy, Suspense } from 'react'
import { atOrigin } from '../../mocks/address.ts'
import { fakeBackend } from '../../mocks/node.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'

/** Which part of the product fails to draw at the moment; its module is a stand-in below. */
const broken = vi.hoisted(() => ({ part: '' }))

function breaksAs(part: string): void {
  if (broken.part === part) throw new Error(`${part} is broken.`)
}

// What every screen calls as it draws: its title. The landing page names none.
vi.mock('../components/usePageTitle.ts', () => ({
  usePageTitle: (title = 'Landing') => breaksAs(title),
}))

const complaint = vi.spyOn(console, 'error')

beforeEach(() => {
  complaint.mockReturnValue()
})

afterEach(() => {
  broken.part = ''
  // React tells the console; that is what these tests are about.
  complaint.mockReset()
})

const alert = () => screen.findByText('This page could not be shown')

function Page({ broken }: { broken: boolean }) {
  if (broken) throw new Error('This page is broken.')
  return <p>All is well</p>
}

test('a page that fails to draw says so; the next page is drawn', () => {
  const { rerender } = render(
    <ErrorBoundary page="/broken">
      <Page broken />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('This page could not be shown')
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sign out and start over' })).toBeVisible()

  rerender(
    <ErrorBoundary page="/well">
      <Page broken={false} />
    </ErrorBoundary>,
  )
  expect(screen.getByText('All is well')).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

describe.each([
  ['/', 'Landing', false],
  ['/profile', 'Landing', true],
  ['/login', 'Login', false],
  ['/register', 'Register', false],
  ['/categories', 'Discover Your Interests', true],
  ['/recommendations', 'Recommendations', true],
  ['/favorites', 'Favorites', true],
  ['/book/a-book', 'Book', false],
  ['/no/such/page', 'Not found', false],
])('a crash of %s', (path, part, signedIn) => {
  test('leaves the frame, a way to reload, and every other page', { timeout: 60_000 }, async () => {
    backend.addBook({ id: 'a-book' })
    if (signedIn) signIn({ name: 'Ada' })
    broken.part = part
    const { user } = renderApp(path)
    expect(await alert()).toBeVisible()
    expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
    broken.part = ''
    if (path === '/login' || path === '/register') return
    const elsewhere = path === '/' || path === '/profile' ? 'Sign In / Register' : 'Home'
    const link = signedIn && path === '/profile' ? 'Favorites' : elsewhere
    await user.click(screen.getByRole('link', { name: link }))
    await waitFor(() => expect(screen.queryByText('This page could not be shown')).toBeNull())
    await quiet()
  })
})

/** Where the page is sent, instead of going there; until the end of the test. */
function watchLocation(): string[] {
  const sent: string[] = []
  const own = window.location
  vi.stubGlobal('location', {
    assign: (to: string) => void sent.push(`assign ${to}`),
    reload: () => void sent.push('reload'),
  })
  onTestFinished(() => void vi.stubGlobal('location', own))
  return sent
}

test('the two ways out: a reload, and a fresh start that the server hears of', async () => {
  signIn({ name: 'Ada' })
  for (const key of ['favorites', 'favorites.bad']) localStorage.setItem(key, '[{"id":"emma"}]')
  localStorage.setItem('unsentFavorites', '{"u-bea":[{"entry":{"id":"emma"},"wanted":true}]}')
  broken.part = 'Favorites'
  const { user, persistor } = renderApp('/favorites')
  await alert()
  await quiet()
  await persistor.flush()
  const here = window.location
  const sent = watchLocation()
  await user.click(screen.getByRole('button', { name: 'Reload the page' }))
  expect(sent).toEqual(['reload'])
  await user.click(screen.getByRole('button', { name: 'Sign out and start over' }))
  expect(sent).toEqual(['reload', 'assign /'])
  persistor.pause()
  expect(Object.keys(localStorage).toSorted()).toEqual(['logoutPending', 'unsentFavorites'])
  vi.stubGlobal('location', here)

  // What the next start then does: the server's session ends, cookie and all.
  fakeBackend.use(http.get(atOrigin('/api/profile'), () => HttpResponse.json({}, { status: 500 })))
  renderApp('/')
  await waitFor(() => expect(sentRequests('POST', '/api/user/logout')).toHaveLength(1))
  await waitFor(() => expect(localStorage.getItem('logoutPending')).toBeNull())
  expect(fakeBackend.db.browserCookie).toBeNull()
})

test('a part that cannot be fetched, as after a new version was put up, leaves a way to reload', async () => {
  const Missing = lazy(() => Promise.reject(new TypeError('Failed to fetch a part of the page.')))
  render(
    <ErrorBoundary page="/favorites">
      <Suspense fallback="Loading...">
        <Missing />
      </Suspense>
    </ErrorBoundary>,
  )
  await alert()
  const sent = watchLocation()
  fireEvent.click(screen.getByRole('button', { name: 'Reload the page' }))
  expect(sent).toEqual(['reload'])
  expect(complaint).toHaveBeenCalled()
})
