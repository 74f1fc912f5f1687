import type { UnknownAction } from '@reduxjs/toolkit'
import { describe, expect, test } from 'vitest'
import { asDispatched, createDevToolsLog } from './devToolsLog.ts'

/** An action of a call, as RTK Query dispatches it. */
function call(endpointName: string, originalArgs: unknown, meta = {}, rest = {}): UnknownAction {
  const arg = { endpointName, originalArgs }
  const type = 'booksApi/executeQuery/pending'
  return { type, meta: { requestId: 'r', requestStatus: 'pending', arg, ...meta }, ...rest }
}

const succeeded = { requestStatus: 'fulfilled' }
const failed = { requestStatus: 'rejected' }
const error = { message: 'Rejected' }

describe('an action is shown as', () => {
  test.each<[string, UnknownAction]>([
    ['getBook("dracula") sent', call('getBook', 'dracula')],
    ['getBook("dracula") succeeded', call('getBook', 'dracula', succeeded)],
    [
      'getBook("dracula") failed: 404',
      call('getBook', 'dracula', failed, { payload: { status: 404 }, error }),
    ],
    [
      'login failed: FETCH_ERROR',
      call('login', {}, failed, { payload: { status: 'FETCH_ERROR' }, error }),
    ],
    ['login failed: TypeError', call('login', {}, failed, { error: { name: 'TypeError' } })],
    ['login failed', call('login', {}, failed, { error })],
    [
      'searchBooks("emma") was cancelled',
      call('searchBooks', 'emma', { ...failed, aborted: true }),
    ],
    // A long search is cut; an email in one is masked.
    [`searchBooks("${'a'.repeat(40)}…") sent`, call('searchBooks', 'a'.repeat(60))],
    ['searchBooks("by ••••••") sent', call('searchBooks', 'by ada@example.org')],
    // Whose list it is says the session already.
    ['getPreferences sent', call('getPreferences', 'user-1')],
    ['getProfile sent', call('getProfile', undefined)],
    ['removeFavorite("emma") sent', call('removeFavorite', { userId: 'u', bookId: 'emma' })],
    ['saveFavoriteAuthor("Homer") sent', call('saveFavoriteAuthor', { author: 'Homer' })],
    ['uploadProfileImage sent', call('uploadProfileImage', new File([], 'ada.png'))],
    ['session/restored', { type: 'persist/REHYDRATE', key: 'auth' }],
    ['favorites/restored', { type: 'persist/REHYDRATE', key: 'localFavorites' }],
    ['session/turnedAway("/profile")', { type: 'session/turnedAway', payload: '/profile' }],
    [
      'favorites/favoriteWanted("emma") out of the list',
      { type: 'favorites/favoriteWanted', payload: { entry: { id: 'emma' }, wanted: false } },
    ],
    [
      'favorites/favoriteRefused("emma")',
      { type: 'favorites/favoriteRefused', payload: { bookId: 'emma' } },
    ],
    [
      'getBook("emma") forgotten',
      {
        type: 'booksApi/queries/removeQueryResult',
        payload: { queryCacheKey: 'getBook("emma")' },
      },
    ],
    ['every answer forgotten', { type: 'booksApi/resetApiState' }],
    ['browser/wentOffline', { type: '__rtkq/offline' }],
    ['browser/wentOnline', { type: '__rtkq/online' }],
  ])('%s', (name, action) => {
    const shown = createDevToolsLog().showAction(action)
    expect(shown.type).toBe(name)
    // What it was dispatched as is never lost: an exported log can be replayed.
    expect(asDispatched(shown).type).toBe(action.type)
  })

  test("its own call, where a form's answer is forgotten", () => {
    const { showAction } = createDevToolsLog()
    const forgotten: UnknownAction = {
      type: 'booksApi/mutations/removeMutationResult',
      payload: { requestId: 'r' },
    }
    expect(showAction(forgotten).type).toBe('call forgotten')
    showAction(call('register', {}))
    expect(showAction(forgotten).type).toBe('register forgotten')
  })

  test('itself with the request and the response as a line each', () => {
    const headers = { authorization: 'Bearer secret' }
    const baseQueryMeta = {
      request: new Request('http://localhost/api/book/detail/emma', { headers }),
      response: new Response('{}', { status: 201 }),
    }
    const { meta } = createDevToolsLog().showAction(call('getBook', 'emma', { baseQueryMeta }))
    expect(meta).toMatchObject({
      baseQueryMeta: { request: 'GET http://localhost/api/book/detail/emma', response: 201 },
    })
  })
})

describe('the log leaves out', () => {
  const { isShown } = createDevToolsLog()

  test.each([
    'booksApi/config/middlewareRegistered',
    'booksApi/internalSubscriptions/subscriptionsUpdated',
    '__rtkq/focused',
    '__rtkq/unfocused',
    'persist/FLUSH',
    'persist/PAUSE',
  ])('%s', (type) => {
    expect(isShown({ type })).toBe(false)
  })

  test('a call that was not sent, since its answer is there', () => {
    expect(isShown(call('getBook', 'emma', { ...failed, condition: true }))).toBe(false)
  })

  test.each(['session/loggedOut', 'persist/REHYDRATE', '__rtkq/offline', 'booksApi/resetApiState'])(
    'not %s',
    (type) => {
      expect(isShown({ type })).toBe(true)
    },
  )
})
