import type { BaseQueryApi } from '@reduxjs/toolkit/query/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { getBook } from '../../contract/books.ts'
import { getFavoriteBooks, removeFavoriteBook } from '../../contract/favorites.ts'
import { getPreferences } from '../../contract/preferences.ts'
import { getProfile } from '../../contract/profile.ts'
import { login } from '../../contract/session.ts'
import { backend, sentRequests } from '../test/backend.ts'
import { addReader, loseCookie } from '../test/readerStore.ts'
import { baseQuery, sessionRejected, type RequestOptions } from './baseQuery.ts'
import { errorStatus } from './errorMessage.ts'

/** What RTK Query hands to a base query, over a state whose token a test can change. */
function createApi(token: string | null) {
  const auth = { token }
  const dispatch = vi.fn()
  const api = {
    signal: new AbortController().signal,
    abort: () => undefined,
    dispatch,
    getState: () => ({ auth }),
    extra: undefined,
    endpoint: 'test',
    type: 'query',
  } satisfies BaseQueryApi
  return { api, auth, dispatch }
}

type Scene = ReturnType<typeof createApi>

async function status(url: string, options: RequestOptions, { api }: Scene) {
  return errorStatus((await baseQuery({ url }, api, options)).error)
}

/** The requests so far: path, and whether a bearer went with it. */
const sent = () => sentRequests().map(({ path, authorization }) => [path, authorization !== null])

const OLD = 'o'.repeat(43)

describe('a 401', () => {
  test.each([
    ['JSON', () => undefined],
    ['a page of HTML', () => backend.respondsHtml(getProfile, 401)],
  ])('of a bearer request ends the session whose token was sent: %s', async (_what, respond) => {
    const scene = createApi(OLD)
    respond()
    expect(await status('/api/profile', { bearer: true }, scene)).toBe(401)
    expect(scene.dispatch.mock.calls).toEqual([[sessionRejected()]])
    expect(sent()).toEqual([['/api/profile', true]])
  })

  test('ends nothing where somebody else has signed in meanwhile', async () => {
    const scene = createApi(OLD)
    const release = backend.holds(getProfile)
    const result = status('/api/profile', { bearer: true }, scene)
    await vi.waitFor(() => expect(sent()).toHaveLength(1))
    scene.auth.token = 'n'.repeat(43)
    release()
    expect(await result).toBe(401)
    expect(scene.dispatch).not.toHaveBeenCalled()
  })

  test('of a public request ends nothing, and no token was sent', async () => {
    const scene = createApi(OLD)
    backend.refuses(login, 401, 'Invalid email or password.')
    const request = { url: '/api/user/login', method: 'POST', body: {} }
    expect(errorStatus((await baseQuery(request, scene.api, {})).error)).toBe(401)
    expect(scene.dispatch).not.toHaveBeenCalled()
    expect(sent()).toEqual([['/api/user/login', false]])
  })

  test('ends a session whose damaged token no header can hold', async () => {
    const scene = createApi('a b')
    expect(await status('/api/profile', { bearer: true }, scene)).toBe(401)
    expect(sent()).toEqual([['/api/profile', false]])
    expect(scene.dispatch.mock.calls).toEqual([[sessionRejected()]])
  })
})

test('a 403 of a bearer request ends nothing', async () => {
  const { id, token } = addReader()
  const scene = createApi(token)
  backend.refuses(getPreferences, 403, 'No.')
  expect(await status(`/api/user/${id}/preferences`, { bearer: true }, scene)).toBe(403)
  expect(scene.dispatch).not.toHaveBeenCalled()
})

function openReader() {
  const reader = addReader()
  return {
    reader,
    scene: createApi(reader.token),
    list: `/api/user/${reader.id}/favoriteBooks`,
  }
}

describe('a cookie-only request', () => {
  test('that is answered 401 has the cookie renewed by the bearer, and is sent again', async () => {
    const { scene, list } = openReader()
    loseCookie()
    expect(await status(list, { cookieOnly: true }, scene)).toBeUndefined()
    expect(sent()).toEqual([
      [list, false],
      ['/api/profile', true],
      [list, false],
    ])
    expect(scene.dispatch).not.toHaveBeenCalled()
  })

  test.each([
    [401, () => undefined],
    // Another reader has signed in here since.
    [403, () => void addReader()],
  ])('that is answered %i ends a session whose bearer is refused too', async (code, meanwhile) => {
    const { scene, list } = openReader()
    backend.endSessions()
    meanwhile()
    expect(await status(list, { cookieOnly: true }, scene)).toBe(code)
    expect(sent()).toEqual([
      [list, false],
      ['/api/profile', true],
    ])
    expect(scene.dispatch.mock.calls).toEqual([[sessionRejected()]])
  })

  test('is sent again once, and leaves a session whose bearer is valid', async () => {
    const { scene, list } = openReader()
    backend.refuses(getFavoriteBooks, 401, 'Please log in.')
    expect(await status(list, { cookieOnly: true }, scene)).toBe(401)
    expect(sent().map(([path]) => path)).toEqual([list, '/api/profile', list])
    expect(scene.dispatch).not.toHaveBeenCalled()
  })

  test("for another user's list (a forged link) leaves the session", async () => {
    const { scene } = openReader()
    const other = backend.addUser()
    const list = `/api/user/${other.id}/favoriteBooks`
    expect(await status(list, { cookieOnly: true }, scene)).toBe(403)
    expect(scene.dispatch).not.toHaveBeenCalled()
  })

  test('leaves the session where the bearer could not be tried', async () => {
    const { reader, scene } = openReader()
    backend.refuses(removeFavoriteBook, 401, 'Please log in.')
    backend.unreachable(getProfile)
    const request = { url: `/api/user/${reader.id}/favoriteBook/b`, method: 'DELETE' }
    const { error } = await baseQuery(request, scene.api, { cookieOnly: true })
    expect(errorStatus(error)).toBe(401)
    expect(scene.dispatch).not.toHaveBeenCalled()
  })
})

const BOOK = '/api/book/detail/b'
const networkError = () => HttpResponse.error()
const done = () => HttpResponse.json({ id: 'b' })
const failure = (code: number) => () => HttpResponse.json({}, { status: code })

/** The status it ends with, and how many requests were sent. */
async function send(
  method: string,
  ...responses: (() => Response)[]
): Promise<[end: unknown, requests: number]> {
  backend.respondsInOrder(BOOK, ...responses)
  const before = sentRequests().length
  const ended = vi.fn<(end: unknown) => void>()
  const request = async () => {
    const { error } = await baseQuery({ url: BOOK, method }, createApi(null).api, {})
    ended(error?.status ?? 'done')
  }
  void request()
  while (ended.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(10)
  return [ended.mock.lastCall?.[0], sentRequests().length - before]
}

describe('a request is repeated', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))

  test.each(['GET', 'PUT', 'DELETE'])('once after a network error or a 503: %s', async (method) => {
    expect(await send(method, networkError, done)).toEqual(['done', 2])
    expect(await send(method, failure(503), done)).toEqual(['done', 2])
  })

  test('no second time, never for a POST, as a login is, and not after another error', async () => {
    expect(await send('GET', networkError, failure(503), done)).toEqual([503, 2])
    expect(await send('POST', networkError, done)).toEqual(['FETCH_ERROR', 1])
    expect(await send('POST', failure(503), done)).toEqual([503, 1])
    for (const code of [404, 429, 500])
      expect(await send('GET', failure(code), done)).toEqual([code, 1])
  })
})

test('a request is given up after 20 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  backend.holds(getBook)
  const ended = vi.fn()
  const send = async () => {
    ended(await baseQuery({ url: '/api/book/detail/b' }, createApi(null).api, {}))
  }
  void send()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2000)
  await vi.waitFor(() =>
    expect(ended.mock.calls).toMatchObject([[{ error: { status: 'TIMEOUT_ERROR' } }]]),
  )
  expect(sentRequests()).toHaveLength(1)
})
