import type { Action } from '@reduxjs/toolkit'
import { part } from '../lib/parts.ts'
import { isRecord } from '../lib/record.ts'
import type { booksApi, callsMiddleware, followBrowser } from './booksApi.ts'

/**
 * The calls and RTK Query under them, which a visitor's first page does without (decision page 0029): they
 * are fetched when somebody is signed in, begins to sign in, or opens a page that asks for something.
 */
export interface Calls {
  booksApi: typeof booksApi
  callsMiddleware: typeof callsMiddleware
  /** Tells a store whether the browser is online and the page in front; returns the way to stop. */
  followBrowser: typeof followBrowser
}

let loaded: Calls | undefined
let listeners: ((calls: Calls) => void)[] = []

/** The calls, where they are there already. */
export function loadedCalls(): Calls | undefined {
  return loaded
}

/** Said by `booksApi.ts` as it loads, whoever asked for it: no store is then without it. */
export function provideCalls(calls: Calls): void {
  loaded = calls
  const told = listeners
  listeners = []
  for (const tell of told) tell(calls)
}

/** Calls back once, as soon as the calls are there: at once where they are. Returns the way to stop. */
export function whenCallsLoaded(listener: (calls: Calls) => void): () => void {
  if (loaded) listener(loaded)
  else listeners = [...listeners, listener]
  return () => {
    listeners = listeners.filter((known) => known !== listener)
  }
}

/**
 * Fetches the calls, once.
 * @throws PartMissing where they do not come
 */
export async function loadCalls(): Promise<Calls> {
  await part(import('./callsPart.ts'))
  return await new Promise((resolve) => {
    whenCallsLoaded(resolve)
  })
}

type Endpoints = Calls['booksApi']['endpoints']
type Outcome = 'pending' | 'fulfilled' | 'rejected'

/** The action that tells of a call, as the endpoint's own matchers type it. */
type CallAction<Name extends keyof Endpoints, What extends Outcome> =
  Endpoints[Name] extends Record<
    `match${Capitalize<What>}`,
    (action: unknown) => action is infer Told
  >
    ? Told
    : never

/** RTK Query's own mark on the actions of its calls. */
function endpointOf(action: Action): unknown {
  const meta = 'meta' in action && isRecord(action.meta) ? action.meta : {}
  return isRecord(meta['arg']) ? meta['arg']['endpointName'] : undefined
}

/**
 * Tells the actions of a call by their type and the endpoint that they name, as `matchFulfilled` and its
 * like do, without the calls having to be there.
 */
export function isCall<Name extends keyof Endpoints, What extends Outcome>(
  what: What,
  ...names: readonly Name[]
) {
  return (action: Action): action is CallAction<Name, What> & Action =>
    action.type.startsWith('booksApi/execute') &&
    action.type.endsWith(`/${what}`) &&
    names.some((name) => name === endpointOf(action))
}
