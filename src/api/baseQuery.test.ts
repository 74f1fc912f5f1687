import type { BaseQueryApi } from '@reduxjs/toolkit/query/react'
import { HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { getFavoriteBooks, removeFavoriteBook } from '../../contract/favorites.ts'
import { getPreferences } from '../../contract/preferences.ts'
import { getProfile } from '../../contract/profile.ts'
import { login } from '../../contract/session.ts'
import { backend, sentRequests } from '../test/backend.ts'
import { addReader, loseCookie } from '../test/readerStore.ts'
import { baseQuery, type CallOptions } from './baseQuery.ts'
import { sessionRejected } from './sessionRejected.ts'
import { errorStatus } from './errorMessage.ts'

/** What RTK Query hands to a base query, over a state that holds this token and can change it. */
function createApi(token: string | null) {
  const auth = { token }
  const dispatch = vi.fn()
  const { signal } = new AbortController()
  const api = {
    signal,
    abort: () => undefined,
    dispatch,
    getState: () => ({ auth }),
    extra: undefined,
    endpoint: 'test',
    type: 'query',
  } satisfies BaseQueryApi
  return { api, auth, dispatch }
}

async function status(
  url: string,
  options: CallOptions,
  { api }: ReturnType<typeof createApi>,
): Promise<number | undefined> {
  const answer = await baseQuery({ url }, api, options)
  return errorStatus(answer.error)
}

/** The calls so far: path, and whether a bearer went with it. */
function calls(): [path: string, bearer: boolean][] {
  return sentRequests().map(({ path, authorization }) => [path, authorization !== null])
}

const OLD = 'o'.repeat(43)

describe('a 401 of a bearer call', () => {
  test('ends the session whose token was sent', async () => {
    const scene = createApi(OLD)
    expect(await status('/api/profile', { bearer: true }, scene)).toBe(401)
    expect(scene.dispatch.mock.calls).toEqual([[sessionRejected({ token: OLD })]])
    expect(calls()).toEqual([['/api/profile', true]])
  })

  test('ends it also where its body is a page of HTML', async () => {
    const scene = createApi(OLD)
    backend.answersHtml(getProfile, 401)
    expect(await status('/api/profile', { bearer: true }, scene)).toBe(401)
    expect(scene.dispatch).toHaveBeenCalledTimes(1)
  })

  test('ends nothing where somebody else has signed in meanwhile', async () => {
    const scene = createApi(OLD)
    const open = backend.holds(getProfile)
    const answer = status('/api/profile', { bearer: true }, scene)
    await vi.waitFor(() => expect(calls()).toHaveLength(1))
    scene.auth.token = 'n'.repeat(43)
    open()
    expect(await answer).toBe(401)
    expect(scene.dispatch).not.toHaveBeenCalled()
  })

  test('ends nothing where there is no session', async () => {
    const scene = createApi(null)
    expect(await status('/api/profile', { bearer: true }, scene)).toBe(401)
    expect(scene.dispatch).not.toHaveBeenCalled()
    expect(calls()).toEqual([['/api/profile', false]])
  })
})

test.each([403, 404, 500])('a %i of a bearer call ends nothing', async (code) => {
  const reader = addReader()
  const scene = createApi(reader.token)
  backend.refuses(getPreferences, code, 'No.')
  const url = `/api/user/${reader.id}/preferences`
  expect(await status(url, { bearer: true }, scene)).toBe(code)
  expect(scene.dispatch).not.toHaveBeenCalled()
})

test('a 401 of a public call ends nothing, and sends no token', async () => {
  const scene = createApi(OLD)
  backend.refuses(login, 401, 'Invalid email or password.')
  const answer = await baseQuery(
    { url: '/api/user/login', method: 'POST', body: {} },
    scene.api,
    {},
  )
  expect(errorStatus(answer.error)).toBe(401)
  expect(scene.dispatch).not.toHaveBeenCalled()
  expect(calls()).toEqual([['/api/user/login', false]])
})

describe('a 401 of a call by cookie alone', () => {
  test('has the cookie renewed by one bearer call, and asks once more', async () => {
    const reader = addReader()
    const scene = createApi(reader.token)
    loseCookie()
    const url = `/api/user/${reader.id}/favoriteBooks`
    expect(await status(url, { cookieOnly: true }, scene)).toBeUndefined()
    expect(calls()).toEqual([
      [url, false],
      ['/api/profile', true],
      [url, false],
    ])
    expect(scene.dispatch).not.toHaveBeenCalled()
  })

  test('repeats a write with its method and body', async () => {
    const reader = addReader({ favorites: ['b'] })
    const scene = createApi(reader.token)
    loseCookie()
    const bookId = backend.addBook().id
    const call = {
      url: `/api/user/${reader.id}/favoriteBook`,
      method: 'POST',
      body: { bookId },
    }
    const answer = await baseQuery(call, scene.api, { cookieOnly: true })
    expect(answer.error).toBeUndefined()
    expect(backend.account(reader.id).favorites).toEqual([bookId, 'b'])
  })

  test('ends the session where the bearer is refused too, and asks no further', async () => {
    const reader = addReader()
    const scene = createApi(reader.token)
    backend.endSessions()
    const url = `/api/user/${reader.id}/favoriteBooks`
    expect(await status(url, { cookieOnly: true }, scene)).toBe(401)
    expect(calls()).toEqual([
      [url, false],
      ['/api/profile', true],
    ])
    expect(scene.dispatch.mock.calls).toEqual([[sessionRejected({ token: reader.token })]])
  })

  test('gives up after one repetition, and leaves the session that the bearer still has', async () => {
    const reader = addReader()
    const scene = createApi(reader.token)
    backend.refuses(getFavoriteBooks, 401, 'Please log in.')
    const url = `/api/user/${reader.id}/favoriteBooks`
    expect(await status(url, { cookieOnly: true }, scene)).toBe(401)
    expect(calls().map(([path]) => path)).toEqual([url, '/api/profile', url])
    expect(scene.dispatch).not.toHaveBeenCalled()
  })

  test('leaves the session where the bearer could not be tried', async () => {
    const reader = addReader()
    const scene = createApi(reader.token)
    backend.refuses(removeFavoriteBook, 401, 'Please log in.')
    backend.unreachable(getProfile)
    const url = `/api/user/${reader.id}/favoriteBook/b`
    const answer = await baseQuery({ url, method: 'DELETE' }, scene.api, { cookieOnly: true })
    expect(errorStatus(answer.error)).toBe(401)
    expect(scene.dispatch).not.toHaveBeenCalled()
  })

  test('as a 403 of another reader’s cookie: ends a session that the bearer is refused too', async () => {
    const reader = addReader()
    backend.endSessions()
    addReader()
    const scene = createApi(reader.token)
    const url = `/api/user/${reader.id}/favoriteBooks`
    expect(await status(url, { cookieOnly: true }, scene)).toBe(403)
    expect(calls()).toEqual([
      [url, false],
      ['/api/profile', true],
    ])
    expect(scene.dispatch.mock.calls).toEqual([[sessionRejected({ token: reader.token })]])
  })

  test('of a visitor is just a 401', async () => {
    const scene = createApi(null)
    expect(await status('/api/user/u/favoriteBooks', { cookieOnly: true }, scene)).toBe(401)
    expect(calls()).toEqual([['/api/user/u/favoriteBooks', false]])
  })
})

const BOOK = '/api/book/detail/b'

const lost = () => HttpResponse.error()
const done = () => HttpResponse.json({ id: 'b' })
const busy = (retryAfter?: string) => () =>
  HttpResponse.json(
    {},
    { status: 503, headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter } },
  )

async function outcome(method: string, scene = createApi(null)): Promise<unknown> {
  const answer = await baseQuery({ url: BOOK, method }, scene.api, {})
  return answer.error?.status ?? 'done'
}

describe('one repetition (../shared/security.md, section 3.9)', () => {
  test.each(['GET', 'PUT', 'DELETE'])('of a %s that nothing answered', async (method) => {
    backend.answersInTurn(BOOK, lost, done)
    expect(await outcome(method)).toBe('done')
    expect(sentRequests(method)).toHaveLength(2)
  })

  test('where the method is not named, which is a GET', async () => {
    backend.answersInTurn(BOOK, lost, done)
    expect((await baseQuery({ url: BOOK }, createApi(null).api, {})).error).toBeUndefined()
    expect(sentRequests('GET')).toHaveLength(2)
  })

  test('but no second', async () => {
    backend.answersInTurn(BOOK, lost, lost, done)
    expect(await outcome('GET')).toBe('FETCH_ERROR')
    expect(sentRequests()).toHaveLength(2)
  })

  test.each([
    { method: 'GET', expected: 500 },
    { method: 'PUT', expected: 'FETCH_ERROR' },
    { method: 'DELETE', expected: 'FETCH_ERROR' },
  ])('of a $method that is refused then', async ({ method, expected }) => {
    // The write may have been done: only the first try's answer could tell.
    backend.answersInTurn(BOOK, lost, () => HttpResponse.json({}, { status: 500 }))
    expect(await outcome(method)).toBe(expected)
    expect(sentRequests(method)).toHaveLength(2)
  })

  test.each([undefined, false])(
    'of the call that ends the account, which says itself what was done: %s',
    async (mayBeDone) => {
      const call = {
        url: BOOK,
        method: 'DELETE',
        ...(mayBeDone === undefined ? {} : { mayBeDone }),
      }
      backend.answersInTurn(BOOK, lost, () => HttpResponse.json({}, { status: 403 }))
      const { error } = await baseQuery(call, createApi(null).api, {})
      expect(error?.status).toBe(mayBeDone === undefined ? 'FETCH_ERROR' : 403)
    },
  )

  test.each([lost, busy()])('never of a POST', async (failure) => {
    backend.answersInTurn(BOOK, failure, done)
    expect(await outcome('POST')).not.toBe('done')
    expect(sentRequests()).toHaveLength(1)
  })

  test.each([undefined, '0', '1'])('after a 503 that says %s', async (retryAfter) => {
    backend.answersInTurn(BOOK, busy(retryAfter), done)
    const began = performance.now()
    expect(await outcome('GET')).toBe('done')
    expect(performance.now() - began).toBeGreaterThanOrEqual(retryAfter === '1' ? 990 : 290)
    expect(sentRequests()).toHaveLength(2)
  })

  test.each(['60', 'Wed, 21 Oct 2026 07:28:00 GMT'])(
    'not after a 503 that wants to be left alone: %s',
    async (retryAfter) => {
      backend.answersInTurn(BOOK, busy(retryAfter), done)
      expect(await outcome('GET')).toBe(503)
      expect(sentRequests()).toHaveLength(1)
    },
  )

  test.each([400, 404, 429, 500, 502])('not after a %i', async (status) => {
    backend.answersInTurn(BOOK, () => HttpResponse.json({}, { status }), done)
    expect(await outcome('GET')).toBe(status)
    expect(sentRequests()).toHaveLength(1)
  })

  test('not where the browser knows that there is no network', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => online.mockRestore())
    backend.answersInTurn(BOOK, lost, done)
    expect(await outcome('GET')).toBe('FETCH_ERROR')
    expect(sentRequests()).toHaveLength(1)
  })

  test('not for a page that has gone', async () => {
    backend.answersInTurn(BOOK, busy('5'), done)
    const { api } = createApi(null)
    const controller = new AbortController()
    const answer = baseQuery({ url: BOOK }, { ...api, signal: controller.signal }, {})
    await vi.waitFor(() => expect(sentRequests()).toHaveLength(1))
    await new Promise((resolve) => setTimeout(resolve, 100))
    controller.abort()
    expect(errorStatus((await answer).error)).toBe(503)
    expect(sentRequests()).toHaveLength(1)
  })

  test('not in the name of a reader who has gone', async () => {
    const scene = createApi(OLD)
    backend.answersInTurn('/api/profile', lost, done)
    const answer = baseQuery({ url: '/api/profile' }, scene.api, { bearer: true })
    await vi.waitFor(() => expect(sentRequests()).toHaveLength(1))
    scene.auth.token = null
    expect((await answer).error?.status).toBe('FETCH_ERROR')
    expect(sentRequests()).toHaveLength(1)
  })
})

test.each(['\u20ac', 'a b', 'a\nb', '\u0000'])(
  'a damaged token that no header can hold is not sent, and ends: %j',
  async (token) => {
    const scene = createApi(token)
    expect(await status('/api/profile', { bearer: true }, scene)).toBe(401)
    expect(calls()).toEqual([['/api/profile', false]])
    expect(scene.dispatch.mock.calls).toEqual([[sessionRejected({ token })]])
  },
)
