import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { focusOn } from '../../lib/focus.ts'
import { isRecord } from '../../lib/record.ts'
import { AuthForm, type AuthMode } from '../../components/AuthForm.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import {
  AUTH_FORM_ID,
  EXPLORE_EXTRA_DELAY_MS,
  EXPLORE_EXTRA_PX,
  GUARD_SCROLL_DELAY_MS,
  PRODUCT_NAME,
  SHOWCASE_ID,
} from '../../constants.ts'
import { scrollBehavior, scrollToId } from '../../lib/scroll.ts'
import { paths } from '../../paths.ts'
import { selectUserId } from '../../state/authSlice.ts'
import { useAppSelector } from '../../state/hooks.ts'
import styles from './LandingScreen.module.css'
import { Showcase } from './Showcase.tsx'
import { SHOWCASE } from './showcaseBooks.ts'

/** The landing page, at / and at /profile: hero, showcase, and the form for visitors (section 2). */
export function LandingScreen() {
  const userId = useAppSelector(selectUserId)
  const [mode, setMode] = useState<AuthMode>('login')
  usePageTitle()
  useScrollToForm()
  const explore = useExplore()
  return (
    <>
      {/* Not told by its style from what stands in it: half a page may be drawn before the rest comes. */}
      <section className={styles['hero']} data-alone={userId !== null} aria-labelledby="welcome">
        <div className={styles['welcome']}>
          <p className={styles['label']}>For readers, by the next page</p>
          <h1 id="welcome" className={styles['name']}>
            {PRODUCT_NAME}
          </h1>
          <p className={styles['lead']}>
            A catchword is the word at the foot of a page that tells you what comes next. Tell us
            what you like to read, and find the book after this one.
          </p>
          <div className={styles['actions']}>
            <button type="button" className="button" onClick={explore}>
              Explore Now
            </button>
            {userId !== null && (
              <Link className="button quiet" to={paths.recommendations}>
                Your Recommendations
              </Link>
            )}
          </div>
          <Fan />
        </div>
        {userId === null && (
          <div className={styles['form']}>
            <AuthForm mode={mode} onModeChange={setMode} level={2} />
          </div>
        )}
      </section>
      <p className={styles['catchword']} aria-hidden="true">
        Twelve
      </p>
      <section id={SHOWCASE_ID} tabIndex={-1} aria-labelledby="showcase-title">
        <h2 id="showcase-title" className={styles['heading']}>
          Twelve to begin with
        </h2>
        <Showcase />
      </section>
    </>
  )
}

/** Five covers held like a hand of cards. Decoration: the showcase below names them. */
function Fan() {
  return (
    <div className={styles['fan']} aria-hidden="true">
      {SHOWCASE.slice(0, 5).map(({ number }) => (
        <span key={number} className={styles['card']}>
          <span className={styles['face']}>
            <img
              src={`/showcase/${number}-224.avif`}
              alt=""
              width={224}
              height={336}
              loading="lazy"
              decoding="async"
            />
          </span>
        </span>
      ))}
    </div>
  )
}

/**
 * Explore Now (section 1, decision 12): smooth to the showcase, 500 ms later 750 px further. The timer
 * ends with the page.
 */
function useExplore(): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    scrollToId(SHOWCASE_ID)
    // Whoever reads on by keys reads on there.
    focusOn(SHOWCASE_ID)
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => window.scrollBy({ top: EXPLORE_EXTRA_PX, behavior: scrollBehavior() }),
      EXPLORE_EXTRA_DELAY_MS,
    )
  }
}

/** The guard, and a search while signed out, lead to the form: 100 ms after the page mounted (decision 8). */
function useScrollToForm(): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const wanted = isRecord(state) && state['scrollToForm'] === true
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => {
      scrollToId(AUTH_FORM_ID)
      focusOn(`${AUTH_FORM_ID}-title`)
      // Done once; a reload or Back does not do it again.
      void navigate(pathname, { replace: true, state: null })
    }, GUARD_SCROLL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [wanted, pathname, navigate])
}
