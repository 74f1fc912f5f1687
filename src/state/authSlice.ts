import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { isCall } from '../api/calls.ts'
import { sessionRejected } from '../api/sessionRejected.ts'
import type { SessionUser, StoredSession } from './storedSession.ts'

/** Who is signed in, and what the pages need to know of how a session began or ended. */
export interface AuthState {
  token: string | null
  user: SessionUser | null
  isLoggedIn: boolean
  /**
   * The session that an arrival through a link replaced, kept until the server has taken the new one;
   * a forged link must not sign a reader out (decision 19).
   */
  setAside: StoredSession | null
  /** Why the last session ended, while that is news: the guard then leaves its own toast out. */
  ended: 'rejected' | 'elsewhere' | null
  /** The protected page a visitor was turned away from (decision 9). */
  turnedAwayFrom: string | null
}

const initialState: AuthState = {
  token: null,
  user: null,
  isLoggedIn: false,
  setAside: null,
  ended: null,
  turnedAwayFrom: null,
}

function signIn(state: AuthState, { token, user }: StoredSession): void {
  state.token = token
  state.user = user
  state.isLoggedIn = true
  state.setAside = null
  state.ended = null
  state.turnedAwayFrom = null
}

function signOut(state: AuthState, ended: AuthState['ended']): void {
  Object.assign(state, initialState, { ended })
}

export const authSlice = createSlice({
  // Section 4's word, for the names of the actions.
  name: 'session',
  reducerPath: 'auth',
  initialState,
  reducers: {
    /** Somebody came back from a sign-in elsewhere with a session in the address (decision 19). */
    sessionArrived(state, { payload }: PayloadAction<StoredSession>) {
      const before = state.token && state.user ? { token: state.token, user: state.user } : null
      signIn(state, payload)
      state.setAside = before?.token === payload.token ? null : before
    },
    /** The reader chose Logout. */
    loggedOut(state) {
      signOut(state, null)
    },
    /** The reader's account is no more. */
    accountDeleted(state, _action: PayloadAction<{ userId: string }>) {
      signOut(state, null)
    },
    /** Another tab signed in, out, or as somebody else (decision 18). */
    sessionChangedElsewhere(state, { payload }: PayloadAction<StoredSession | null>) {
      if (payload) signIn(state, payload)
      else signOut(state, 'elsewhere')
    },
    /** The guard turned a visitor away from this page. */
    turnedAway(state, { payload }: PayloadAction<string>) {
      state.turnedAwayFrom = payload
      state.ended = null
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionRejected, (state, { payload }) => {
        // A late 401 of a session that is already over says nothing about the present one.
        if (state.token !== payload.token) return
        if (state.setAside) signIn(state, state.setAside)
        else signOut(state, 'rejected')
      })
      .addMatcher(isCall('fulfilled', 'login'), (state, { payload }) => {
        signIn(state, { token: payload.token, user: { id: payload.id, name: payload.name } })
      })
      .addMatcher(isCall('fulfilled', 'register'), (state, { payload, meta }) => {
        const name = payload.name || meta.arg.originalArgs.name
        signIn(state, { token: payload.token, user: { id: payload.id, name } })
      })
      .addMatcher(isCall('fulfilled', 'getProfile'), (state, { payload }) => {
        // The profile answered, so the server has taken this session.
        state.setAside = null
        if (state.user && payload.name && payload.id === state.user.id) {
          state.user.name = payload.name
        }
      })
  },
  selectors: {
    selectSession: (state): StoredSession | null => storedSession(state),
    selectUserId: (state) => (state.isLoggedIn && state.token ? (state.user?.id ?? null) : null),
    selectUserName: (state) => state.user?.name ?? '',
    selectEnded: (state) => state.ended,
    selectTurnedAwayFrom: (state) => state.turnedAwayFrom,
  },
})

/** The session in a state, or `null` for a visitor. */
export function storedSession({ token, user, isLoggedIn }: AuthState): StoredSession | null {
  return isLoggedIn && token !== null && user !== null ? { token, user } : null
}

export const { sessionArrived, loggedOut, accountDeleted, sessionChangedElsewhere, turnedAway } =
  authSlice.actions
export const { selectSession, selectUserId, selectUserName, selectEnded, selectTurnedAwayFrom } =
  authSlice.selectors
