import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { logout } from '../../contract/session.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

const GUARD = 'User not found. Please log in.'
const ENDED = 'User not authenticated. Please log in.'
const KEYS = ['token', 'user', 'username', 'isLoggedIn', 'favorites']

function storedKeys(): string[] {
  return KEYS.filter((key) => localStorage.getItem(key) !== null)
}

const keptInTab = () => Object.keys(sessionStorage).join()

const portrait = () => screen.getByRole('button', { name: 'Profile menu' }).querySelector('img')

async function logOut(user: ReturnType<typeof renderApp>['user']): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Profile menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
}

async function logIn(
  user: ReturnType<typeof renderApp>['user'],
  reader: { email: string; password: string },
): Promise<void> {
  await user.type(await screen.findByLabelText('Email'), reader.email)
  await user.type(screen.getByLabelText('Password'), reader.password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
}

describe('a logout of which the server could not hear', () => {
  test('is told as soon as there is a network', async () => {
    signIn()
    const { user } = renderApp('/')
    backend.unreachable(logout)
    await logOut(user)
    await waitFor(() => expect(sentRequests('POST', '/api/user/logout')).toHaveLength(1))
    await quiet()
    expect(localStorage.getItem('logoutPending')).toBe('true')
    backend.recovers()
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(localStorage.getItem('logoutPending')).toBeNull())
    expect(sentRequests('POST', '/api/user/logout')).toHaveLength(2)
  })

  test('is told before somebody else signs in', async () => {
    signIn()
    const other = backend.addUser()
    const { user } = renderApp('/')
    backend.unreachable(logout)
    await logOut(user)
    await waitFor(() => expect(sentRequests('POST', '/api/user/logout')).toHaveLength(1))
    await quiet()
    backend.recovers()
    await logIn(user, other)
    await screen.findByRole('heading', { name: 'Recommendations' })
    const calls = sentRequests('POST').map(({ path }) => path)
    expect(calls.slice(1)).toEqual(['/api/user/logout', '/api/user/login'])
    expect(localStorage.getItem('logoutPending')).toBeNull()
  })
})

describe('a stored session', () => {
  test.each(['token', 'user', 'isLoggedIn'])('is none without %s', async (key) => {
    signIn({ name: 'Ada' })
    localStorage.removeItem(key)
    renderApp('/')
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    expect(sentRequests()).toEqual([])
  })

  test.each([
    ['an object with id', (id: string) => JSON.stringify({ id })],
    ['a JSON text', (id: string) => JSON.stringify(id)],
    ['a bare id', (id: string) => id],
  ])('may hold the user as %s', async (_form, write) => {
    const reader = signIn({ name: 'Ada' })
    localStorage.setItem('user', write(reader.id))
    renderApp('/favorites')
    expect(await screen.findByText('Hello, Ada')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Your Favorite Books' })).toBeVisible()
  })
})

describe('the end of a session, while the shelves stand, leaves nothing in the tab of what the reader likes', () => {
  test.each([
    [
      'a 401',
      async ({ click }: ReturnType<typeof renderApp>['user'], heart: HTMLElement) => {
        backend.endSessions()
        await click(heart)
      },
    ],
    [
      'a logout in another tab',
      () => {
        for (const key of storedKeys()) localStorage.removeItem(key)
        window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }))
      },
    ],
    ['a logout', logOut],
  ])('%s', async (_how, end) => {
    signIn({ preferences: ['Poetry', 'Travel'] })
    const { user } = renderApp('/recommendations')
    const shelf = await screen.findByRole('region', { name: 'Best Poetry Books' })
    const [heart] = await within(shelf).findAllByRole('button', { name: /^Add / })
    if (!heart) throw new Error('The shelf has no heart.')
    // As when the page is left, which a reload is.
    window.dispatchEvent(new Event('pagehide'))
    expect(keptInTab()).toMatch(/Poetry.*Travel/)
    await end(user, heart)
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    await quiet()
    expect(keptInTab()).not.toMatch(/Poetry|Travel/)
  })
})

describe('a 401 in mid-session', () => {
  test.each(['/recommendations', '/categories'])(
    'at %s ends it with one toast, at /, without the guard',
    async (url) => {
      signIn()
      const { user } = renderApp('/')
      await screen.findByRole('button', { name: 'Profile menu' })
      await quiet()
      backend.endSessions()
      const name = `${url.charAt(1).toUpperCase()}${url.slice(2)}`
      await user.click(screen.getByRole('link', { name }))
      expect(await screen.findByText(ENDED)).toBeVisible()
      expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
      await waitFor(() => expect(window.location.pathname).toBe('/'))
      await waitFor(() => expect(storedKeys()).toEqual([]))
      expect(screen.getAllByText(ENDED)).toHaveLength(1)
      expect(screen.queryByText(GUARD)).not.toBeInTheDocument()
    },
  )

  test.each(['/recommendations', '/favorites', '/'])('on %s opened anew likewise', async (url) => {
    signIn()
    backend.endSessions()
    renderApp(url)
    expect(await screen.findByText(ENDED)).toBeVisible()
    await quiet()
    expect(screen.getAllByText(ENDED)).toHaveLength(1)
    expect(screen.queryByText(GUARD)).not.toBeInTheDocument()
    expect(window.location.pathname).toBe('/')
  })

  test('leaves nothing of what was answered to whoever signs in next', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'The Secret Garden' } })
    signIn({ name: 'Ada', favorites: [book.id], picture: 'ada.webp' })
    const second = backend.addUser({ name: 'Grace' })
    const { user, store } = renderApp('/favorites')
    expect(await screen.findByRole('link', { name: 'The Secret Garden' })).toBeVisible()
    await waitFor(() => expect(portrait()).toHaveAttribute('src', '/media/ada.webp'))
    backend.endSessions()
    await user.click(screen.getByRole('link', { name: 'Recommendations' }))
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    await quiet()
    expect(JSON.stringify(store.getState())).not.toContain('The Secret Garden')
    expect(JSON.stringify(store.getState())).not.toContain('ada.webp')

    await waitFor(() => expect(screen.getByRole('heading', { name: 'Login' })).toHaveFocus())
    await logIn(user, second)
    expect(await screen.findByText('Hello, Grace')).toBeVisible()
    await quiet()
    expect(portrait()).toHaveAttribute('src', '/default-avatar.svg')
  })

  test('a heart that could not be sent waits for the next sign-in of its reader', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'Kim', categories: ['Poetry'] } })
    const reader = signIn({ name: 'Ada' })
    const { user } = renderApp(`/book/${book.id}`)
    const heart = await screen.findByRole('button', { name: 'Add to favorites' })
    await quiet()
    backend.endSessions()
    await user.click(heart)
    expect(await screen.findByText(ENDED)).toBeVisible()
    expect(screen.queryByText('Failed to save favorite book.')).not.toBeInTheDocument()
    await user.click(await screen.findByRole('link', { name: 'Sign In / Register' }))
    await logIn(user, reader)
    await waitFor(() => expect(backend.account(reader.id).favorites).toEqual([book.id]))
  })
})

describe('Logout', () => {
  test('leads to / without the guard, and leaves nothing behind', async () => {
    const book = backend.addBook({ volumeInfo: { title: 'The Secret Garden' } })
    const first = signIn({ name: 'Ada', favorites: [book.id], preferences: ['Poetry'] })
    const second = backend.addUser({ name: 'Grace' })
    const { user, store } = renderApp('/favorites')
    expect(await screen.findByRole('link', { name: 'The Secret Garden' })).toBeVisible()
    await waitFor(() => expect(localStorage.getItem('favorites')).toContain(book.id))
    await logOut(user)
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    expect(window.location.pathname).toBe('/')
    await quiet()
    // The menu that had the focus is gone: the page is read from its beginning.
    expect(screen.getByRole('main')).toHaveFocus()
    await waitFor(() => expect(storedKeys()).toEqual([]))
    expect(screen.queryByText(GUARD)).not.toBeInTheDocument()
    expect(screen.queryByText(ENDED)).not.toBeInTheDocument()
    const [ended] = sentRequests('POST', '/api/user/logout')
    expect(ended?.authorization).toBe(`Bearer ${first.token}`)
    // Every cached answer is forgotten.
    expect(JSON.stringify(store.getState())).not.toContain('The Secret Garden')

    await logIn(user, second)
    expect(await screen.findByText('Hello, Grace')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Favorites' }))
    expect(await screen.findByText(/^No favorite books yet/)).toBeVisible()
    expect(screen.queryByText('The Secret Garden')).not.toBeInTheDocument()
  })

  test('the server ends the session: its calls are refused from then on', async () => {
    const reader = signIn()
    const { user } = renderApp('/')
    await logOut(user)
    await screen.findByText('Welcome to Catchword')
    await quiet()
    const answer = await fetch(`${window.location.origin}/api/profile`, {
      headers: { Authorization: `Bearer ${reader.token}` },
    })
    expect(answer.status).toBe(401)
  })

  test('in another tab is followed, without the guard', async () => {
    signIn({ name: 'Ada' })
    renderApp('/favorites')
    expect(await screen.findByText('Hello, Ada')).toBeVisible()
    await screen.findByText(/^No favorite books yet/)
    // What was restored has been written back by then.
    await waitFor(() => expect(localStorage.getItem('favorites')).toBe('[]'))
    for (const key of KEYS) localStorage.removeItem(key)
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', storageArea: localStorage }))
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(screen.queryByText(GUARD)).not.toBeInTheDocument()
    expect(screen.queryByText(ENDED)).not.toBeInTheDocument()
  })
})
