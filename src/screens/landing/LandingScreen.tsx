import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { AuthMode } from '../../components/useFields.ts'
import { AuthForm } from '../../components/AuthForm.tsx'
import { Catchword } from '../../components/Catchword.tsx'
import { usePageTitle } from '../../components/usePageTitle.ts'
import {
  AUTH_FORM_ID,
  EXPLORE_EXTRA_DELAY_MS,
  EXPLORE_EXTRA_PX,
  GUARD_SCROLL_DELAY_MS,
  PRODUCT_NAME,
  SHOWCASE_ID,
} from '../../constants.ts'
import { lazyWithReload } from '../../lib/lazyWithReload.ts'
import { field } from '../../lib/record.ts'
import { focusId, scrollBehavior, scrollToId } from '../../lib/scroll.ts'
import { messages } from '../../messages.ts'
import { selectUserId } from '../../store/authSlice.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { BAR_AWAY, LOW_WINDOW, OWN_BOOKS, ruled } from '../../theme.ts'
import { Fan } from './Fan.tsx'
import { Showcase } from './Showcase.tsx'

// Visitors need none of it. The whole page waits for it: nothing moves when it comes.
const ReaderHome = lazyWithReload(async () => (await import('./ReaderHome.tsx')).ReaderHome)

// In view where Explore Now ends, below the bar; its ground hides the covers that pass under it.
const showcaseTitleLook = {
  ...ruled,
  position: 'sticky',
  zIndex: 1,
  top: { xs: '3.5rem', from664: '6.5rem', above1280: '3.5rem' },
  pt: '2rem',
  mb: 'clamp(16px, 2.4vw, 32px)',
  bgcolor: 'background.default',
  [LOW_WINDOW]: { [BAR_AWAY]: { top: 0 } },
} as const

// The covers, and what leads to them, are of bundled books.
const bundledLook = { [OWN_BOOKS]: { display: 'none' } } as const

/** The hero in line with the form's leaf. */
const columnsLook = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', above993: 'repeat(2, minmax(0, 1fr))' },
  gap: 'clamp(24px, 5vw, 88px)',
  // The leaf is as tall as the hero.
  '& > :not(:has(h1))': { display: 'grid' },
} as const

const nameLook = {
  my: '0.15em',
  fontSize: { xs: 'min(2.75rem, 15vw)', above440: 'clamp(3rem, 7.5vw, 6rem)' },
}

// The button below has no look of its own: each writes all of MUI's again into the prerendered page.
const ledeLook = { maxWidth: '46ch', mx: { xs: 'auto', above993: 0 }, mb: 3 }

/** The landing page: hero and showcase, between them the form or a reader's latest favorites. */
export function LandingScreen() {
  const userId = useAppSelector(selectUserId)
  const [mode, setMode] = useState<AuthMode>('login')
  const explore = useExplore()
  usePageTitle()
  useScrollToForm()
  return (
    <>
      {userId === null ? (
        <Box sx={columnsLook}>
          <Box
            component="section"
            aria-labelledby="welcome"
            sx={{ textAlign: { xs: 'center', above993: 'start' } }}
          >
            <Typography variant="overline" component="p" color="textSecondary">
              {messages.landing.kicker}
            </Typography>
            <Typography id="welcome" variant="hero" component="h1" sx={nameLook}>
              {PRODUCT_NAME}
            </Typography>
            <Typography variant="lede" sx={ledeLook}>
              {messages.landing.lede}
            </Typography>
            <Box sx={bundledLook}>
              <Button variant="contained" onClick={explore}>
                {messages.landing.explore}
              </Button>
              <Fan />
            </Box>
          </Box>
          <AuthForm mode={mode} onModeChange={setMode} level={2} />
        </Box>
      ) : (
        <ReaderHome userId={userId} explore={explore} />
      )}
      <Box sx={{ ...bundledLook, minHeight: { above768: 44 }, textAlign: 'end' }}>
        <Catchword to={SHOWCASE_ID}>{messages.landing.catchword}</Catchword>
      </Box>
      <Box
        component="section"
        sx={bundledLook}
        id={SHOWCASE_ID}
        tabIndex={-1}
        aria-labelledby="showcase-title"
      >
        <Typography id="showcase-title" variant="h2" sx={showcaseTitleLook}>
          {messages.landing.showcase}
        </Typography>
        <Showcase />
      </Box>
    </>
  )
}

/** Explore Now: to the showcase, and 500 ms later 750 px further. The timer ends with the page. */
function useExplore(): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    scrollToId(SHOWCASE_ID)
    // Whoever reads on by keyboard reads on there.
    focusId(SHOWCASE_ID)
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => window.scrollBy({ top: EXPLORE_EXTRA_PX, behavior: scrollBehavior() }),
      EXPLORE_EXTRA_DELAY_MS,
    )
  }
}

/** The guard, and a search while signed out, lead to the form: 100 ms after the page mounted. */
function useScrollToForm(): void {
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  const isRequested = field(state, 'scrollToForm') === true
  const guardedPath = field(state, 'guardedPath')
  const endedBy = field(state, 'endedBy')
  useEffect(() => {
    if (!isRequested) return
    const timer = setTimeout(() => {
      scrollToId(AUTH_FORM_ID)
      focusId(`${AUTH_FORM_ID}-title`)
      // Done once; a reload or Back does not do it again. The reason above the form stays.
      void navigate(pathname, { replace: true, state: { guardedPath, endedBy } })
    }, GUARD_SCROLL_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isRequested, guardedPath, endedBy, pathname, navigate])
}
