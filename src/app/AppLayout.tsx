import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { ScrollToTop } from '../components/ScrollToTop.tsx'
import { StatusText } from '../components/StatusText.tsx'
import { catchFocus, focusMain } from '../lib/focus.ts'
import { toast } from '../lib/toasts.ts'
import { messages } from '../messages.ts'
import { paths, plainPath } from '../paths.ts'
import { selectEnded, selectSession, selectUserId } from '../state/authSlice.ts'
import { followOtherTabs } from '../state/followOtherTabs.ts'
import { forgetAnswers } from '../state/forgetAnswers.ts'
import { useAppDispatch, useAppStore, usePresentSelector } from '../state/hooks.ts'
import { resumeLogOut } from '../state/resumeLogOut.ts'
import { selectRestored } from '../state/store.ts'
import styles from './AppLayout.module.css'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Footer } from './Footer.tsx'
import { Navbar } from './Navbar.tsx'
import { TakenUp } from './TakenUp.tsx'
import { ToastHost } from './ToastHost.tsx'
import { useRestoredPlace } from './useRestoredPlace.ts'

const WITHOUT_NAVBAR: readonly string[] = [paths.login, paths.register]

/** The frame of every page, parent of every route: no guard mounts before it is known who is signed in. */
export function AppLayout() {
  const { pathname } = useLocation()
  const restored = usePresentSelector(selectRestored)
  useSessionCare()
  useRestoredPlace()
  const bare = WITHOUT_NAVBAR.includes(plainPath(pathname))
  return (
    <div className={styles['page']}>
      <a
        className={styles['skip']}
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          focusMain()?.scrollIntoView()
        }}
      >
        Skip to content
      </a>
      {!bare && <Navbar />}
      <main id="main" tabIndex={-1} className={styles['main']} data-bare={bare}>
        <ErrorBoundary page={pathname}>
          {restored && (
            <Suspense fallback={<Waiting />}>
              <Outlet />
              <TakenUp />
            </Suspense>
          )}
        </ErrorBoundary>
      </main>
      <ScrollToTop />
      {!bare && <Footer />}
      <ToastHost />
    </div>
  )
}

function Waiting() {
  return (
    <>
      <StatusText>{messages.loading}</StatusText>
      <TakenUp />
    </>
  )
}

/** What a session needs from its beginning to its end, on whatever page. */
function useSessionCare(): void {
  const store = useAppStore()
  const dispatch = useAppDispatch()
  const restored = usePresentSelector(selectRestored)
  const userId = usePresentSelector(selectUserId)
  const token = usePresentSelector((state) => selectSession(state)?.token ?? null)
  const ended = usePresentSelector(selectEnded)

  useEffect(() => followOtherTabs(store), [store])

  useEffect(() => {
    if (!restored) return
    const resume = () => void dispatch(resumeLogOut())
    resume()
    window.addEventListener('online', resume)
    return () => window.removeEventListener('online', resume)
  }, [restored, dispatch])

  // A session may take another's place without a page between, as when a forged arrival is undone.
  const before = useRef<string>(undefined)
  useEffect(() => {
    if (before.current !== undefined && token !== before.current) {
      // What a reader had in the bar goes with them, and with it the focus.
      if (token === null) catchFocus()
      else dispatch(forgetAnswers())
    }
    before.current = token ?? undefined
  }, [token, dispatch])

  useEffect(() => {
    if (userId === null) return
    // Where that part does not come, hearts show what the browser kept.
    const filling = import('../state/fillFavorites.ts')
    filling.then(({ fillFavorites }) => dispatch(fillFavorites(userId))).catch(() => undefined)
    // Hearts given without network are sent when it is back.
    const send = () => {
      const sending = import('../state/sendUnsent.ts')
      sending.then(({ sendUnsent }) => dispatch(sendUnsent())).catch(() => undefined)
    }
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [userId, dispatch])

  useEffect(() => {
    if (ended !== 'rejected') return
    dispatch(forgetAnswers())
    toast({ key: 'notAuthenticated', message: messages.notAuthenticated, kind: 'error' })
  }, [ended, dispatch])
}
