import {
  combineReducers,
  configureStore,
  createAction,
  type Middleware,
  type Reducer,
  type StateFromReducersMapObject,
  type WithSlice,
} from '@reduxjs/toolkit'
import {
  FLUSH,
  PAUSE,
  PERSIST,
  PURGE,
  REGISTER,
  REHYDRATE,
  persistReducer,
  persistStore,
  type Persistor,
} from 'redux-persist'
import { loadedCalls, whenCallsLoaded, type Calls } from '../api/calls.ts'
import { authSlice, sessionArrived, type AuthState } from './authSlice.ts'
import { browserStorage } from './browserStorage.ts'
import type { DevTools, OpenDevTools } from './devTools.ts'
import { localFavoritesSlice } from './localFavoritesSlice.ts'
import { createAuthPersistence, createFavoritesPersistence, written } from './persistence.ts'
import type { StoredSession } from './storedSession.ts'

/** Writing a slice down leaves it as it is; redux-persist alone would make a new one of it. */
function kept<State>(reducer: Reducer<State>): Reducer<State> {
  return (state, action) => {
    const next = reducer(state, action)
    return action.type === FLUSH ? (state ?? next) : next
  }
}

/**
 * Writes a session down as it begins or ends: later it would be written over one that another tab has
 * begun by then. Not a subscriber, since RTK tells those of its answers late.
 */
const writeSessions: Middleware<object, { auth: AuthState }> = (api) => (next) => (action) => {
  const before = api.getState().auth.token
  const result = next(action)
  const { token } = api.getState().auth
  if (token !== before && token !== browserStorage.get('token')) api.dispatch(written)
  return result
}

/** The slices that the browser's storage keeps. */
function createStoredParts() {
  return {
    auth: kept(persistReducer(createAuthPersistence(), authSlice.reducer)),
    localFavorites: kept(persistReducer(createFavoritesPersistence(), localFavoritesSlice.reducer)),
  }
}

/** The whole state; what the calls answered has its part as soon as the calls are there. */
export type RootState = StateFromReducersMapObject<ReturnType<typeof createStoredParts>> &
  Partial<WithSlice<Calls['booksApi']>>

// By hand: Redux Toolkit's `combineSlices` and `createDynamicMiddleware` do this for any number of parts
// and cost every visitor half a kilobyte.
function createRootReducer(): Reducer<RootState> {
  const stored = createStoredParts()
  let reduce: Reducer<RootState> = combineReducers(stored)
  whenCallsLoaded(({ booksApi }) => {
    const whole = combineReducers({ ...stored, [booksApi.reducerPath]: booksApi.reducer })
    reduce = (state, action) => whole(state, action)
  })
  return (state, action) => reduce(state, action)
}

/** The place of a middleware that comes later. */
function createPlace() {
  let later: Middleware | undefined
  const middleware: Middleware = (api) => (next) => {
    let handle = next
    let isFilled = false
    return (action) => {
      if (later && !isFilled) {
        isFilled = true
        handle = later(api)(next)
      }
      return handle(action)
    }
  }
  return {
    middleware,
    fill(comer: Middleware): void {
      later = comer
    },
  }
}

/** The calls have come, and the state has their part. */
const callsLoaded = createAction('calls/loaded')

function createStore(devTools: DevTools | undefined, preloadedState?: RootState) {
  const place = createPlace()
  const store = configureStore({
    reducer: createRootReducer(),
    ...(preloadedState && { preloadedState }),
    middleware: (getDefault) =>
      getDefault({
        serializableCheck: {
          ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER],
          // A picture to upload is a File; it never reaches the state's serialisable part.
          ignoredActionPaths: [/^meta\.(baseQueryMeta|arg\.originalArgs)/],
          ignoredPaths: [/^booksApi\.mutations\..*\.originalArgs/],
        },
      }).concat(place.middleware, writeSessions, ...(devTools ? [devTools.recorder] : [])),
    // With a timer: a batch told in an animation frame would ask for one, and a frame costs more than the telling.
    enhancers: (getDefault) => getDefault({ autoBatch: { type: 'timer', timeout: 10 } }),
    devTools: false,
  })
  const isLate = !loadedCalls()
  whenCallsLoaded(({ callsMiddleware }) => {
    place.fill(callsMiddleware)
    // An action, so that whoever looks at the state sees its new part at once.
    if (isLate) store.dispatch(callsLoaded())
  })
  return store
}

/** The store of one page (or one test). */
export type AppStore = ReturnType<typeof createStore>
export type AppDispatch = AppStore['dispatch']

/**
 * Redux DevTools, fetched only by a browser that has the extension; every other one pays nothing for it
 * (decision page 0014).
 * @returns what `makeStore` takes; `undefined` without the extension
 */
export async function loadDevTools(): Promise<OpenDevTools | undefined> {
  if (!('__REDUX_DEVTOOLS_EXTENSION_COMPOSE__' in window)) return undefined
  return (await import('./devTools.ts')).openDevTools
}

/**
 * A store and what keeps it. Restoring begins at once and ends before the first paint.
 * @param arrival a session that came through the address; it replaces what was stored, in the same task
 *   in which that is restored, so that nobody sees the one without the other (decision 19)
 * @param openDevTools from `loadDevTools`. The store's `getState` and `subscribe` then tell what the
 *   pages draw; thunks and middleware stay in the present whatever DevTools shows.
 */
export function makeStore(
  arrival: StoredSession | null = null,
  openDevTools?: OpenDevTools,
): { store: AppStore; persistor: Persistor } {
  const devTools = openDevTools?.({ configureStore, reduce: createRootReducer() })
  const engine = createStore(devTools)
  const persistor = persistStore(engine, null, () => {
    if (arrival) engine.dispatch(sessionArrived(arrival))
  })
  return { store: devTools ? { ...engine, ...devTools.watch(engine) } : engine, persistor }
}

/**
 * A store for a page that is drawn without a browser: it reads nothing and keeps nothing.
 * @param restored whether it stands for what was read, or for the time before
 */
export function makeStoreForDrawing(restored: boolean): AppStore {
  const _persist = { version: -1, rehydrated: restored }
  const auth = { ...authSlice.getInitialState(), _persist }
  const localFavorites = { ...localFavoritesSlice.getInitialState(), _persist }
  return createStore(undefined, { auth, localFavorites })
}

/** Whether what the browser kept has been read; before that nobody knows who is signed in. */
export function selectRestored(state: RootState): boolean {
  return state.auth._persist.rehydrated && state.localFavorites._persist.rehydrated
}

/** Resolves once what the browser kept has been read: within the same task, before anything is drawn. */
export function untilRestored(store: AppStore): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!selectRestored(store.getState())) return false
      resolve()
      return true
    }
    if (check()) return
    const stop = store.subscribe(() => {
      if (check()) stop()
    })
  })
}
