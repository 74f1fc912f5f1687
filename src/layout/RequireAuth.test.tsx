import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { backend, quiet, scrolledIntoView, sentRequests } from '../test/backend.ts'
import { writeSession } from '../store/storage.ts'
import { stored } from '../test/readerStore.ts'
import { closePage, fill, reloadApp, renderApp, signIn } from '../test/renderApp.tsx'

// A toast of two seconds may be gone before a busy machine looks for it.
vi.mock('../constants.ts', async (load) => ({ ...(await load<object>()), TOAST_MS: 600_000 }))

const PROTECTED = ['categories', 'recommendations', 'favorites', 'profile']
const TOAST = 'User not found. Please log in.'

type User = ReturnType<typeof renderApp>['user']

async function logInAs(user: User): Promise<void> {
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Login' })).toHaveFocus())
  await logIn(user)
}

async function logIn(user: User): Promise<void> {
  const reader = backend.addUser({ name: 'Ada' })
  await fill(user, { Email: reader.email, Password: reader.password })
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

describe('the guard', () => {
  test.each(PROTECTED)(
    'leads a visitor at /%s to the landing page with one toast and the reason above the form',
    async (name) => {
      const before = window.history.length
      renderApp(`/${name}`)
      expect(await screen.findByText(TOAST)).toBeVisible()
      expect(screen.getByText(`Log in to see your ${name}.`)).toBeVisible()
      await waitFor(() =>
        expect(scrolledIntoView()).toEqual([{ id: 'auth-form', behavior: 'smooth' }]),
      )
      expect(screen.getByRole('heading', { name: 'Login' })).toHaveFocus()
      expect(screen.getAllByText(TOAST)).toHaveLength(1)
      expect(window.location.pathname).toBe('/')
      expect(window.history).toHaveLength(before)
      await quiet()
      // The settings of the form.
      expect(sentRequests().map(({ path }) => path)).toEqual(['/api/settings'])
    },
  )

  test('says so where the storage is full, and the session of before was lost with its page', async () => {
    const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError')
    })
    onTestFinished(() => spy.mockRestore())
    renderApp('/favorites')
    expect(await screen.findByText(/^This browser's storage is full or turned off: /)).toBeVisible()
    expect(screen.queryByText(TOAST)).not.toBeInTheDocument()
  })

  test('scrolls 100 ms after the landing page has mounted, not before', async () => {
    // Only these: jsdom's own clock for animation frames must go on.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    renderApp('/favorites')
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(screen.getByRole('heading', { level: 1, name: 'Catchword' })).toBeVisible()
    await act(() => vi.advanceTimersByTimeAsync(99))
    expect(scrolledIntoView()).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(scrolledIntoView()).toEqual([{ id: 'auth-form', behavior: 'smooth' }])
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(scrolledIntoView()).toHaveLength(1)
  })
})

test('a logout in another tab leads home, and the line above the form says why', async () => {
  signIn({ name: 'Ada' })
  renderApp('/favorites')
  await screen.findByRole('heading', { name: 'Your Favorite Books' })
  writeSession(null)
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }))
  const form = await screen.findByRole('region', { name: 'Login' })
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Login' })).toHaveFocus())
  expect(
    within(form).getByText('You logged out in another tab. Log in to see your favorites.'),
  ).toBeVisible()
  expect(screen.queryByText(TOAST)).not.toBeInTheDocument()
})

describe('after the login', () => {
  test('the welcome offers the page that the guard had sent the reader away from', async () => {
    const { user } = renderApp('/favorites#books')
    await screen.findByText(TOAST)
    await logInAs(user)
    expect(await screen.findByText('Welcome back, Ada!')).toBeVisible()
    expect(window.location.pathname).toBe('/recommendations')
    await user.click(screen.getByRole('button', { name: 'Continue to Favorites' }))
    expect(await screen.findByRole('heading', { name: 'Your Favorite Books' })).toBeVisible()
    expect(window.location.pathname + window.location.hash).toBe('/favorites#books')
  })

  test('it offers nothing where that page is the one the login leads to', async () => {
    const { user } = renderApp('/recommendations/')
    await screen.findByText(TOAST)
    await logInAs(user)
    expect(await screen.findByText('Welcome back, Ada!')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Continue to/ })).not.toBeInTheDocument()
  })

  test.each(['after a reload', 'on the page of the form'])('it is offered too %s', async (how) => {
    let { user } = renderApp('/favorites')
    await screen.findByText(TOAST)
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Login' })).toHaveFocus())
    if (how === 'after a reload') {
      closePage()
      user = reloadApp().user
      await screen.findByText('Log in to see your favorites.')
    } else {
      await user.click(screen.getByRole('link', { name: 'Login / Register' }))
      await screen.findByRole('heading', { level: 1, name: 'Login' })
    }
    await logIn(user)
    expect(await screen.findByRole('button', { name: 'Continue to Favorites' })).toBeVisible()
    // One that stays when the toast has gone.
    expect(screen.getByRole('link', { name: 'Continue to Favorites' })).toBeVisible()
  })
})

describe('a 401 in mid-session', () => {
  const ENDED = 'User not authenticated. Please log in.'

  test('ends it with one toast, at /, without the toast of the guard, and leaves nothing', async () => {
    signIn({ name: 'Ada', picture: 'ada.webp' })
    const { user, store } = renderApp('/')
    await screen.findByRole('button', { name: 'Profile menu' })
    await quiet()
    backend.endSessions()
    await user.click(screen.getByRole('link', { name: 'Recommendations' }))
    expect(await screen.findByText(ENDED)).toBeVisible()
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    await waitFor(() => expect(stored()).toEqual({}))
    expect(screen.getAllByText(ENDED)).toHaveLength(1)
    expect(screen.queryByText(TOAST)).not.toBeInTheDocument()
    expect(JSON.stringify(store.getState())).not.toContain('ada.webp')
  })
})
