import { isAnyOf } from '@reduxjs/toolkit'
import { LANGUAGE_COOKIE } from '../../contract/languages.ts'
import { sessionRejected } from '../api/baseQuery.ts'
import { booksApi } from '../api/booksApi.ts'
import { errorStatus } from '../api/errorMessage.ts'
import { READER_CACHES } from '../constants.ts'
import { browserStorage } from '../lib/browserStorage.ts'
import { tabStorage } from '../lib/tabStorage.ts'
import { toast } from '../lib/toast.tsx'
import { messages } from '../messages.ts'
import {
  isOtherSession,
  isSignIn,
  loggedOut,
  selectUserId,
  sessionArrived,
  sessionChangedInOtherTab,
} from './authSlice.ts'
import { FAVORITES_KEY, readSession, SESSION_KEYS } from './storage.ts'
import type { AppDispatch, AppStore, AppThunk, RootState } from './store.ts'

/** Set until the server has confirmed a logout; its cookie is still valid then. */
const LOGOUT_PENDING = 'logoutPending'

/** What the service worker is still fetching when a session ends is stored within this time, in milliseconds. */
const LATE_COVERS_MS = 5000

/** How old the list of favorites may be when the window gets the focus, in seconds. */
const LIST_MAX_AGE_S = 60

/** Deletes what the service worker has cached of a reader, where the browser allows it. */
async function deleteReaderCaches(): Promise<void> {
  if (!('caches' in window)) return
  await Promise.all(READER_CACHES.map((name) => caches.delete(name))).catch(() => undefined)
}

/** However a session ends, what was cached of its reader goes with it. */
function listen({ listeners }: AppStore): void {
  const startListening = listeners.startListening.withTypes<RootState, AppDispatch>()
  startListening({
    matcher: isOtherSession,
    effect: async (action, api) => {
      api.dispatch(booksApi.util.resetApiState())
      tabStorage.clear()
      if (sessionRejected.match(action))
        toast({ message: messages.session.notAuthenticated, kind: 'error' })
      await deleteReaderCaches()
      await api.delay(LATE_COVERS_MS)
      if (selectUserId(api.getState()) === null) await deleteReaderCaches()
    },
  })
  startListening({
    matcher: isSignIn,
    // Its cookie has replaced the one that was left.
    effect: () => browserStorage.remove(LOGOUT_PENDING),
  })
  startListening({
    matcher: isAnyOf(isSignIn, sessionArrived),
    effect: () => {
      if (browserStorage.isLasting()) return
      const action = { label: messages.close, onClick: () => undefined }
      toast({ message: messages.session.notLasting, kind: 'info', action, persist: true })
    },
  })
}

/** Ends the session on the server; where that fails, the next start tries again. */
function endServerSession(token: string | null): AppThunk<Promise<void>> {
  return async (dispatch) => {
    browserStorage.set({ [LOGOUT_PENDING]: 'true' })
    const { error } = await dispatch(
      booksApi.endpoints.logOut.initiate({ token }, { track: false }),
    )
    if (!error || (errorStatus(error) ?? 500) < 500) browserStorage.remove(LOGOUT_PENDING)
  }
}

/** Logout. The landing page must be there before: the guard would greet the leaving reader. */
export function logOut(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { token } = getState().auth
    dispatch(loggedOut())
    await dispatch(endServerSession(token))
  }
}

/** Follows what another tab did to the session. */
function followOtherTab(): AppThunk {
  return (dispatch, getState) => {
    const stored = readSession()
    const { auth } = getState()
    if (stored?.token === (auth.token ?? undefined) && stored?.user.id === auth.user?.id) return
    dispatch(sessionChangedInOtherTab(stored))
  }
}

/** Keeps a rehydrated store's session, and the language, in step with the server and other tabs. @returns the way to stop */
export function startSession(store: AppStore): () => void {
  listen(store)
  if (browserStorage.get(LOGOUT_PENDING) !== null && selectUserId(store.getState()) === null) {
    void store.dispatch(endServerSession(null))
  }
  // Other devices' changes come with the age of the list, those of other tabs at the next focus.
  let isListOld = false
  const onFocus = (): void => {
    if (document.hidden) return
    if (document.cookie.includes(LANGUAGE_COOKIE)) {
      void import('../languages/speak.ts').then(({ follow }) => follow()).catch(() => undefined)
    }
    const userId = selectUserId(store.getState())
    if (userId === null) return
    const { getFavoriteBooks, getMarks } = booksApi.endpoints
    const options = { subscribe: false, forceRefetch: isListOld || LIST_MAX_AGE_S }
    isListOld = false
    void store.dispatch(getFavoriteBooks.initiate(userId, options))
    // Of marks no key tells what another tab did; they are ids alone.
    void store.dispatch(getMarks.initiate(userId, { subscribe: false, forceRefetch: true }))
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === FAVORITES_KEY) isListOld = true
    if (key !== null && !SESSION_KEYS.some((name) => name === key)) return
    // A session is several keys, an event each: they are read once all are written.
    clearTimeout(timer)
    timer = setTimeout(() => store.dispatch(followOtherTab()), 50)
  }
  // A page restored from the back/forward cache was told nothing of other tabs.
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) store.dispatch(followOtherTab())
  }
  const events = new AbortController()
  const { signal } = events
  window.addEventListener('storage', onStorage, { signal })
  window.addEventListener('pageshow', onShow, { signal })
  window.addEventListener('focus', onFocus, { signal })
  // On a phone the page comes back without a focus.
  document.addEventListener('visibilitychange', onFocus, { signal })
  return () => {
    clearTimeout(timer)
    store.listeners.clearListeners()
    events.abort()
  }
}
