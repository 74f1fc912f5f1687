import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { atOrigin } from './address.ts'
import { buildBook } from './builders.ts'
import { fakeBackend } from './node.ts'

beforeAll(() => fakeBackend.listen())
afterEach(() => fakeBackend.reset())
afterAll(() => fakeBackend.close())

function favoriteBooks(id: string): Promise<Response> {
  return fetch(atOrigin(`/api/user/${id}/favoriteBooks`))
}

async function logIn(email: string, password: string): Promise<Response> {
  return fetch(atOrigin('/api/user/login'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
}

describe('the simulated browser', () => {
  test('has a cookie after a login, and none after the logout', async () => {
    const user = fakeBackend.db.addUser()
    expect((await favoriteBooks(user.id)).status).toBe(401)
    const reply = await logIn(user.email, user.password)
    expect(reply.headers.getSetCookie()).toStrictEqual([])
    expect((await favoriteBooks(user.id)).status).toBe(200)
    await fetch(atOrigin('/api/user/logout'), { method: 'POST' })
    expect((await favoriteBooks(user.id)).status).toBe(401)
    expect(fakeBackend.db.sessions).toStrictEqual([])
  })

  test('gets its cookie back from a call with the bearer', async () => {
    const user = fakeBackend.db.addUser()
    const { token } = fakeBackend.db.signIn(user)
    fakeBackend.db.browserCookie = null
    expect((await favoriteBooks(user.id)).status).toBe(401)
    await fetch(atOrigin('/api/profile'), { headers: { Authorization: `Bearer ${token}` } })
    expect((await favoriteBooks(user.id)).status).toBe(200)
  })

  test('cannot use a token from a URL without the cookie that belongs to it', async () => {
    const { token } = fakeBackend.db.signIn(fakeBackend.db.addUser(), 'url')
    const headers = { Authorization: `Bearer ${token}` }
    expect((await fetch(atOrigin('/api/profile'), { headers })).status).toBe(200)
    fakeBackend.db.browserCookie = null
    const reply = await fetch(atOrigin('/api/profile'), { headers })
    expect(await reply.json()).toMatchObject({ status: 401, code: 'session_not_bound' })
  })
})

test('a cover is the generated one of the server', async () => {
  const response = await fetch(atOrigin('/covers/emma'))
  expect(response.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
  expect(await response.text()).toContain('aria-label="Emma, Jane Austen"')
})

test('a misspelt path fails, and is reported', async () => {
  const report = vi.spyOn(console, 'error').mockReturnValue()
  await expect(fetch(atOrigin('/api/user/1/favouriteBooks'))).rejects.toThrow(/fetch/i)
  expect(report).toHaveBeenCalledWith(expect.stringContaining('/favouriteBooks'))
  report.mockRestore()
})

test('books have ids of their own, and a deep override leaves the rest', () => {
  const book = buildBook({ volumeInfo: { title: 'Dune' }, accessInfo: { pdf: {} } })
  expect(book.id).not.toBe(buildBook().id)
  expect(book.volumeInfo).toMatchObject({ title: 'Dune', categories: ['Fiction'] })
  expect(book.accessInfo).toStrictEqual({ pdf: { isAvailable: false } })
})
