import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toast } from './lib/toast.tsx'
import { sessionChangedInOtherTab } from './store/authSlice.ts'
import { backend, quiet } from './test/backend.ts'
import { cacheNames, provideCaches } from './test/cacheStorage.ts'
import { stored } from './test/readerStore.ts'
import { fill, renderApp, signIn } from './test/renderApp.tsx'

// A toast is gone after two seconds, which a busy machine may take: its calls are counted.
vi.mock(import('./lib/toast.tsx'), { spy: true })
beforeEach(() => void vi.mocked(toast).mockClear())

const navbar = () => screen.queryByRole('navigation', { name: 'Main' })

describe('routes of docs/product.md 2.1', () => {
  test('/ is the landing page with the form, whose toggle leaves the address alone', async () => {
    const { user } = renderApp('/')
    expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Login' })).toBeVisible()
    expect(navbar()).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Register instead' }))
    expect(await screen.findByRole('region', { name: 'Register' })).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })

  test.each([
    ['/register', 'Register'],
    ['/login/', 'Login'],
    ['/Login', 'Login'],
  ])('%s is the form alone, without navbar, with the footer', async (url, title) => {
    renderApp(url)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(navbar()).not.toBeInTheDocument()
    expect(screen.getByRole('contentinfo')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Explore Now' })).not.toBeInTheDocument()
  })

  test('the toggle keeps /login and /register in step, and what was typed', async () => {
    const { user } = renderApp('/login')
    const before = window.history.length
    await fill(user, { Email: 'ada@example.org', Password: 'half a word' })
    await user.click(screen.getByRole('button', { name: 'Register instead' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Register' })).toBeVisible()
    expect(window.location.pathname).toBe('/register')
    expect(screen.getByLabelText('Password')).toHaveValue('half a word')
    await user.click(screen.getByRole('button', { name: 'Log in instead' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    expect(window.location.pathname).toBe('/login')
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org')
    expect(window.history).toHaveLength(before)
  })

  test('/profile opens for a reader; a page opened from another begins at its top, with the focus', async () => {
    signIn()
    const { user } = renderApp('/profile')
    expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    expect(window.location.pathname).toBe('/profile')
    await user.click(screen.getByRole('link', { name: 'Categories' }))
    await screen.findByRole('heading', { level: 1, name: 'Discover Your Interests' })
    expect(screen.getByRole('main')).toHaveFocus()
    expect(window.scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'instant' })
  })

  test('any other path is the last world, with a way home', async () => {
    const { user } = renderApp('/no/such/place')
    expect(
      await screen.findByRole('heading', { name: 'You have found the last world' }),
    ).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Go back to Home' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    expect(window.location.pathname).toBe('/')
  })
})

test.each([
  ['/register', 'who is signed in'],
  ['/login', 'who signs in in another tab'],
])('%s leads a reader %s to the recommendations, replacing history', async (url, when) => {
  const before = window.history.length
  if (when === 'who is signed in') {
    signIn()
    renderApp(url)
  } else {
    const { store } = renderApp(url)
    await screen.findByRole('heading', { level: 1 })
    const { token, id, name } = signIn()
    act(() => void store.dispatch(sessionChangedInOtherTab({ token, user: { id, name } })))
  }
  expect(await screen.findByRole('heading', { name: 'Recommendations' })).toBeInTheDocument()
  expect(window.location.pathname).toBe('/recommendations')
  expect(window.history).toHaveLength(before)
})

test.each([
  ['on the way to Recommendations', '/'],
  ['where /favorites is opened', '/favorites'],
])('a 401 %s ends the session with one toast, without the one of the guard', async (_, url) => {
  signIn({ name: 'Ada', favorites: [backend.addBook().id] })
  provideCaches('books', 'favorites', 'covers')
  if (url === '/favorites') backend.endSessions()
  const { user } = renderApp(url)
  if (url === '/') {
    await screen.findByText('Hello, Ada')
    await quiet()
    backend.endSessions()
    await user.click(screen.getByRole('link', { name: 'Recommendations' }))
  }
  expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
  await quiet()
  expect(window.location.pathname).toBe('/')
  const message = 'User not authenticated. Please log in.'
  expect(vi.mocked(toast).mock.calls).toEqual([[{ message, kind: 'error' }]])
  await waitFor(() => expect(stored()).not.toHaveProperty('token'))
  expect(stored()).not.toHaveProperty('favorites')
  expect(cacheNames()).toEqual([])
})
