import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
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
    ['/favorites', 'false', '/recommendations', 'Recommendations'],
    ['/anything', 'true', '/categories', 'Discover Your Interests'],
  ])('on %s with isNewUser=%s leads to %s', async (path, isNewUser, destination, heading) => {
    const reader = backend.addUser({ name: 'Ada' })
    const { token } = fakeBackend.db.signIn(reader)
    renderApp(`${path}?token=${token}&userId=${reader.id}&isNewUser=${isNewUser}`)
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
    expect(window.location.pathname + window.location.search).toBe(destination)
    // The name comes from the profile.
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

  test('takes a name, and is not kept in the history', async () => {
    const reader = backend.addUser({ name: 'Ada' })
    const { token } = fakeBackend.db.signIn(reader)
    const before = window.history.length
    renderApp(`/?token=${token}&userId=${reader.id}&isNewUser=false&name=Ada%20L`)
    expect(await screen.findByText(/^Hello, Ada/)).toBeVisible()
    expect(window.location.pathname + window.location.search).toBe('/recommendations')
    expect(window.history).toHaveLength(before)
  })

  test('half of one is none, but its token leaves the address, and nothing else does', async () => {
    renderApp('/?a=1&token=abc')
    expect(await screen.findByText('Welcome to Catchword')).toBeVisible()
    expect(window.location.href).toBe(`${window.location.origin}/?a=1`)
    expect(localStorage.getItem('token')).toBeNull()
    expect(sentRequests().map(({ path }) => path)).toEqual(['/api/settings'])
  })

  test('of a user whom the cookie does not open leaves the previous session as it was', async () => {
    const reader = signIn({ name: 'Grace' })
    const other = backend.addUser({ name: 'Mallory' })
    renderApp(`/?token=${backend.session(other).token}&userId=${reader.id}x&isNewUser=false`)
    expect(await screen.findByText('User not authenticated. Please log in.')).toBeVisible()
    expect(await screen.findByText('Hello, Grace')).toBeVisible()
    expect(stored()).toEqual({
      token: reader.token,
      user: JSON.stringify({ id: reader.id, name: 'Grace' }),
      username: 'Grace',
      isLoggedIn: 'true',
    })
    expect(window.location.pathname + window.location.search).toBe('/')
  })

  test('a forged link that names the readers themselves ends nothing', async () => {
    const reader = signIn({ name: 'Grace', preferences: ['Poetry'] })
    renderApp(`/?token=forged&userId=${reader.id}&isNewUser=false`)
    expect(await screen.findByText('Best Poetry Books')).toBeVisible()
    await quiet()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(screen.getByText('Hello, Grace')).toBeVisible()
    expect(localStorage.getItem('token')).toBe(reader.token)
  })
})
