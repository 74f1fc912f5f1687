import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { fakeBackend } from '../../mocks/node.ts'
import { backend, quiet, sentRequests } from '../test/backend.ts'
import { renderApp, signIn } from '../test/renderApp.tsx'

function stored(): Record<string, string | null> {
  return Object.fromEntries(
    ['token', 'user', 'username', 'isLoggedIn'].map((key) => [key, localStorage.getItem(key)]),
  )
}

describe('an arrival with token, userId and isNewUser', () => {
  test.each([
    ['/', 'false', '/recommendations', 'Recommendations'],
    ['/favorites', 'false', '/recommendations', 'Recommendations'],
    ['/anything', 'true', '/categories', 'Discover Your Interests'],
    ['/', 'true', '/categories', 'Discover Your Interests'],
  ])('on %s with isNewUser=%s leads to %s', async (path, isNewUser, destination, heading) => {
    const reader = backend.addUser({ name: 'Ada' })
    const { token } = fakeBackend.db.signIn(reader, 'url')
    renderApp(`${path}?token=${token}&userId=${reader.id}&isNewUser=${isNewUser}`)
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
    expect(window.location.pathname + window.location.search).toBe(destination)
    // The name comes from the profile call.
    expect(await screen.findByText('Hello, Ada')).toBeVisible()
    await waitFor(() =>
      expect(stored()).toEqual({
        token,
        user: JSON.stringify({ id: reader.id, name: 'Ada' }),
        username: 'Ada',
        isLoggedIn: 'true',
      }),
    )
    expect(screen.queryByText('User not found. Please log in.')).not.toBeInTheDocument()
    expect(sentRequests().filter(({ path }) => path.includes(token))).toEqual([])
  })

  test('keeps other parameters, and takes a name', async () => {
    const reader = backend.addUser({ name: 'Ada' })
    const { token } = fakeBackend.db.signIn(reader, 'url')
    renderApp(`/?a=1&token=${token}&userId=${reader.id}&isNewUser=false&name=Ada%20L`)
    expect(await screen.findByText(/^Hello, Ada/)).toBeVisible()
    expect(window.location.pathname + window.location.search).toBe('/recommendations?a=1')
  })

  test('half of one is none, but its token leaves the address', async () => {
    renderApp('/?token=abc')
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    expect(window.location.href).toBe(`${window.location.origin}/`)
    expect(localStorage.getItem('token')).toBeNull()
  })

  test('a 401 afterwards gives back the session that was there before', async () => {
    // The profile call is the one that is refused, which is only logged.
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const reader = signIn({ name: 'Grace' })
    renderApp('/?token=forged&userId=somebody&isNewUser=false')
    expect(await screen.findByText('Hello, Grace')).toBeVisible()
    await waitFor(() =>
      expect(stored()).toEqual({
        token: reader.token,
        user: JSON.stringify({ id: reader.id, name: 'Grace' }),
        username: 'Grace',
        isLoggedIn: 'true',
      }),
    )
    expect(screen.queryByText('User not authenticated. Please log in.')).not.toBeInTheDocument()
    expect(window.location.pathname).toBe('/recommendations')
    warn.mockRestore()
  })

  test('a forged link that names the reader themselves takes nothing off the page', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const reader = signIn({ name: 'Grace', preferences: ['Poetry'] })
    renderApp(`/?token=forged&userId=${reader.id}&isNewUser=false`)
    expect(await screen.findByRole('region', { name: 'Best Poetry Books' })).toBeVisible()
    await quiet()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByText('Hello, Grace')).toBeVisible()
    warn.mockRestore()
  })

  test('a forged link signs a visitor in to nothing', async () => {
    renderApp('/?token=forged&userId=somebody&isNewUser=false')
    expect(await screen.findByText('User not authenticated. Please log in.')).toBeVisible()
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    await waitFor(() => expect(localStorage.getItem('token')).toBeNull())
    expect(window.location.pathname).toBe('/')
  })
})
