import { combineReducers, configureStore } from '@reduxjs/toolkit'
import { createApiActionSanitizer } from '@reduxjs/toolkit/query'
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
import { localFavoritesSlice } from './localFavoritesSlice.ts'
import { authPersistence, createFavoritesPersistence } from './persistence.ts'
import type { StoredSession } from './storedSession.ts'

/** For `JSON.stringify`: tokens and passwords do not show in Redux DevTools. */
function maskSecrets(key: string, value: unknown): unknown {
  return /token|password/i.test(key) && typeof value === 'string' ? '••••••' : value
}

const nameEndpoint = createApiActionSanitizer(booksApi)

function createRootReducer() {
  return combineReducers({
    auth: persistReducer(authPersistence, authSlice.reducer),
    localFavorites: persistReducer(createFavoritesPersistence(), localFavoritesSlice.reducer),
    [booksApi.reducerPath]: booksApi.reducer,
  })
}

function createStore() {
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
      }).concat(booksApi.middleware),
    devTools: {
      name: 'Catchword',
      actionSanitizer: (action) => JSON.parse(JSON.stringify(nameEndpoint(action), maskSecrets)),
      stateSanitizer: (state) => JSON.parse(JSON.stringify(state, maskSecrets)),
    },
  })
}

/** The store of one page (or one test). */
export type AppStore = ReturnType<typeof createStore>
export type AppDispatch = AppStore['dispatch']
export type RootState = ReturnType<AppStore['getState']>

/**
 * A store and what keeps it. Restoring begins at once and ends before the first paint.
 * @param arrival a session that came through the address; it replaces what was stored, in the same task
 *   in which that is restored, so that nobody sees the one without the other (decision 19)
 */
export function makeStore(arrival: StoredSession | null = null): {
  store: AppStore
  persistor: Persistor
} {
  const store = createStore()
  const persistor = persistStore(store, null, () => {
    if (arrival) store.dispatch(sessionArrived(arrival))
  })
  return { store, persistor }
}

/** Whether what the browser kept has been read; before that nobody knows who is signed in. */
export function selectRestored(state: RootState): boolean {
  return state.auth._persist.rehydrated && state.localFavorites._persist.rehydrated
}
