import { combineReducers, configureStore } from '@reduxjs/toolkit'
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
import { booksApi } from '../api/booksApi.ts'
import { authSlice, sessionArrived } from './authSlice.ts'
import type { DevTools, OpenDevTools } from './devTools.ts'
import { localFavoritesSlice } from './localFavoritesSlice.ts'
import { createAuthPersistence, createFavoritesPersistence } from './persistence.ts'
import type { StoredSession } from './storedSession.ts'

/** The three slices, the first two kept in the browser's storage. */
function createRootReducer() {
  return combineReducers({
    auth: persistReducer(createAuthPersistence(), authSlice.reducer),
    localFavorites: persistReducer(createFavoritesPersistence(), localFavoritesSlice.reducer),
    [booksApi.reducerPath]: booksApi.reducer,
  })
}

function createStore(devTools: DevTools | undefined) {
  return configureStore({
    reducer: createRootReducer(),
    middleware: (getDefault) =>
      getDefault({
        serializableCheck: {
          ignoredActions: [FLUSH, REHYDRATE, PAUSE, PERSIST, PURGE, REGISTER],
          // A picture to upload is a File; it never reaches the state's serialisable part.
          ignoredActionPaths: [/^meta\.(baseQueryMeta|arg\.originalArgs)/],
          ignoredPaths: [/^booksApi\.mutations\..*\.originalArgs/],
        },
      }).concat(booksApi.middleware, ...(devTools ? [devTools.recorder] : [])),
    devTools: false,
  })
}

/** The store of one page (or one test). */
export type AppStore = ReturnType<typeof createStore>
export type AppDispatch = AppStore['dispatch']
export type RootState = ReturnType<ReturnType<typeof createRootReducer>>

/**
 * Redux DevTools, fetched only by a browser that has the extension; every other one pays nothing for it
 * (docs/decisions/0014-devtools.md).
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
