import type { Middleware, ThunkDispatch, UnknownAction, WithSlice } from '@reduxjs/toolkit'
import { QueryStatus } from '@reduxjs/toolkit/query/react'
import { isRecord } from '../lib/record.ts'
import type { booksApi } from './booksApi.ts'

/** So long, in ms, the next page has to come and want the same. */
const GRACE_MS = 250

/** RTK Query's middleware, which also ends the calls of a page that was left before they were answered. */
export function endLeftCalls({
  internalActions,
  middleware,
  util,
}: typeof booksApi): Middleware<
  object,
  WithSlice<typeof booksApi>,
  ThunkDispatch<unknown, unknown, UnknownAction>
> {
  return (store) => (next) => {
    const handle = middleware(store)(next)
    return (action) => {
      if (internalActions.unsubscribeQueryResult.match(action)) {
        const left = action.payload
        setTimeout(() => {
          const { status, data, endpointName } =
            store.getState().booksApi.queries[left.queryCacheKey] ?? {}
          // The list of favorites fills every heart, whatever page is open.
          if (status !== QueryStatus.pending || data || endpointName === 'getFavoriteBooks') return
          // RTK Query answers this action itself, with the ways to ask.
          const told: unknown = store.dispatch(internalActions.internal_getRTKQSubscriptions())
          const count = isRecord(told) && told['getSubscriptionCount']
          if (typeof count !== 'function' || count(left.queryCacheKey) > 0) return
          const running = store.dispatch(util.getRunningQueriesThunk())
          // Left behind, it would say for a moment to whoever comes back that the call has failed.
          store.dispatch(internalActions.removeQueryResult(left))
          running.find(({ queryCacheKey }) => queryCacheKey === left.queryCacheKey)?.abort()
        }, GRACE_MS)
      }
      return handle(action)
    }
  }
}
