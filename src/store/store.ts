import {
  combineReducers,
  configureStore,
  createListenerMiddleware,
  type ThunkAction,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { persistReducer, persistStore, type Persistor } from 'redux-persist'
import { booksApi } from '../api/booksApi.ts'
import { authSlice } from './authSlice.ts'
import { devToolsOptions } from './devTools.ts'
import { favoritesSlice } from './favoritesSlice.ts'
import { librarySlice } from './librarySlice.ts'
import { searchSlice } from './searchSlice.ts'
import { shelvesSlice } from './shelvesSlice.ts'
import { authPersistence, favoritesPersistence } from './storage.ts'

const reducer = combineReducers({
  [booksApi.reducerPath]: booksApi.reducer,
  auth: persistReducer(authPersistence, authSlice.reducer),
  localFavorites: persistReducer(favoritesPersistence, favoritesSlice.reducer),
  library: librarySlice.reducer,
  search: searchSlice.reducer,
  shelves: shelvesSlice.reducer,
})

/** A new store, not persisted yet: one per page, test or prerendered page. */
export function makeStore() {
  const listeners = createListenerMiddleware()
  const store = configureStore({
    reducer,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({
        // Files to upload, requests, and redux-persist's callbacks.
        serializableCheck: {
          ignoredActionPaths: ['meta.arg', 'meta.baseQueryMeta', 'register', 'rehydrate', 'result'],
        },
      })
        .prepend(listeners.middleware)
        .concat(booksApi.middleware),
    devTools: devToolsOptions,
  })
  return Object.assign(store, { listeners })
}

export type AppStore = ReturnType<typeof makeStore>
export type RootState = ReturnType<AppStore['getState']>
/** What a reader's pages are prerendered and hydrated with: of the reader nothing is known but the id. */
export const stateOfReader = (state: RootState, id: string): RootState => ({
  ...state,
  auth: { ...state.auth, isLoggedIn: true, user: { id, name: '' } },
})
export type AppDispatch = AppStore['dispatch']
export type AppThunk<Result = void> = ThunkAction<Result, RootState, unknown, UnknownAction>

/** Fills a store from the browser's storage and keeps both in step. Resolves when it is filled. */
export function rehydrate(store: AppStore): Promise<{ persistor: Persistor; stop: () => void }> {
  return new Promise((resolve) => {
    const persistor = persistStore(store, null, () => {
      const stop = (): void => {
        void persistor.flush()
        persistor.pause()
      }
      resolve({ persistor, stop })
    })
  })
}
