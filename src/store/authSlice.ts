import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import { sessionRejected } from '../api/baseQuery.ts'
import { booksApi } from '../api/booksApi.ts'

/** Who is signed in. An empty name is not known yet: the profile brings it. */
export interface SessionUser {
  id: string
  name: string
}

/** A session as the server gave it and the browser stores it. */
export interface Session {
  token: string
  user: SessionUser
}

/** Who is signed in, and what the guard needs to know of how a session ended. */
export interface AuthState {
  token: string | null
  user: SessionUser | null
  isLoggedIn: boolean
  /** What has just ended the session, not the reader here: the guard adds no toast of its own. */
  endedBy: 'server' | 'otherTab' | null
}

const initialState: AuthState = {
  token: null,
  user: null,
  isLoggedIn: false,
  endedBy: null,
}

const signedIn = (session: Session): AuthState => ({
  ...initialState,
  ...session,
  isLoggedIn: true,
})

const { login, register, getProfile } = booksApi.endpoints

export const authSlice = createSlice({
  name: 'auth',
  initialState,
  reducers: {
    /** Another provider's sign-in came back through a link, and the browser's cookie proved it. */
    sessionArrived: (_state, { payload }: PayloadAction<Session>) => signedIn(payload),
    loggedOut: () => initialState,
    /** Another tab signed in, out, or as another user. */
    sessionChangedInOtherTab: (_state, { payload }: PayloadAction<Session | null>) =>
      payload ? signedIn(payload) : { ...initialState, endedBy: 'otherTab' },
    /** The guard sent a visitor to the form. */
    visitorRedirected: (state) => {
      state.endedBy = null
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionRejected, () => ({ ...initialState, endedBy: 'server' }))
      .addMatcher(login.matchFulfilled, (_state, { payload: { token, id, name } }) =>
        signedIn({ token, user: { id, name } }),
      )
      .addMatcher(register.matchFulfilled, (_state, { payload, meta }) => {
        const { token, id, name } = payload
        return signedIn({ token, user: { id, name: name || meta.arg.originalArgs.name } })
      })
      .addMatcher(getProfile.matchFulfilled, (state, { payload }) => {
        if (state.user && payload.name && payload.id === state.user.id) {
          state.user.name = payload.name
        }
      })
  },
  selectors: {
    selectUserId: (state) => (state.isLoggedIn ? (state.user?.id ?? null) : null),
    selectUserName: (state) => state.user?.name ?? '',
    selectEndedBy: (state) => state.endedBy,
  },
})

export const { sessionArrived, loggedOut, sessionChangedInOtherTab, visitorRedirected } =
  authSlice.actions
export const { selectUserId, selectUserName, selectEndedBy } = authSlice.selectors

/** A session ended, or came from elsewhere than the form. */
export const isOtherSession = isAnyOf(
  loggedOut,
  sessionArrived,
  sessionRejected,
  sessionChangedInOtherTab,
)
/** A session began by the form. */
export const isSignIn = isAnyOf(login.matchFulfilled, register.matchFulfilled)

/** A session began, ended or became another reader's. */
export const isSessionChange = isAnyOf(isOtherSession, isSignIn)
