import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { booksApi } from '../api/booksApi.ts'
import { LanguageSwitch } from '../components/LanguageSwitch.tsx'
import { StatusText } from '../components/StatusText.tsx'
import { lazyPart } from '../lib/lazyPart.tsx'
import { focusMain } from '../lib/scroll.ts'
import { messages } from '../messages.ts'
import { paths, plainPath } from '../paths.ts'
import { selectUserId } from '../store/authSlice.ts'
import { useAppSelector } from '../store/hooks.ts'
import { CONTENT_WIDTH, GUTTER } from '../theme.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Footer } from './Footer.tsx'
import { Navbar } from './Navbar.tsx'
import { ScrollToTop } from './ScrollToTop.tsx'
import { useNavigationFocus } from './useNavigationFocus.ts'

const ReaderLayer = lazyPart(async () => (await import('./ReaderLayer.tsx')).ReaderLayer)

const WITHOUT_NAVBAR: readonly string[] = [paths.login, paths.register]

/** What every page stands in. */
export function AppLayout() {
  const { pathname } = useLocation()
  const userId = useAppSelector(selectUserId)
  const rememberFocus = useNavigationFocus()
  const hasNavbar = !WITHOUT_NAVBAR.includes(plainPath(pathname))
  return (
    <Box
      onFocus={rememberFocus}
      onKeyDownCapture={(event) => {
        // While an input method composes, keys are its own: Enter takes a word, Escape drops it. In Safari only the code
        // of the Enter that ends it says so.
        if (event.nativeEvent.isComposing || event.keyCode === 229) event.stopPropagation()
      }}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: '100dvh' }}
    >
      <Box
        sx={{
          position: 'absolute',
          top: 8,
          left: 8,
          zIndex: 'tooltip',
          transform: 'translateY(-200%)',
          '&:focus-within': { transform: 'none' },
        }}
      >
        <Button
          href="#main"
          variant="contained"
          onClick={(event) => {
            event.preventDefault()
            focusMain()
          }}
        >
          {messages.layout.skip}
        </Button>
      </Box>
      {hasNavbar && <Navbar />}
      <Box
        id="main"
        component="main"
        tabIndex={-1}
        sx={{
          flex: 1,
          width: '100%',
          mx: 'auto',
          // The footer stands below the window, whatever comes and however late.
          minHeight: '100dvh',
          maxWidth: CONTENT_WIDTH,
          paddingInline: GUTTER,
          pt: 'clamp(16px, 2.5vw, 36px)',
          pb: 8,
          '&:focus': { outline: 'none' },
        }}
      >
        {/* By page: one that waits for its scripts must not keep the state of the one before alive. Login and register
            are one page, without navbar, whose fields stay. */}
        <ErrorBoundary key={hasNavbar ? pathname : paths.login}>
          <Suspense fallback={<StatusText>{messages.loading}</StatusText>}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </Box>
      <ScrollToTop />
      <Footer>{userId === null && <LanguageSwitch />}</Footer>
      {userId !== null && <ReaderLists key={userId} userId={userId} />}
    </Box>
  )
}

/** Keeps favorites and marks subscribed on every page: books follow the server's lists. */
function ReaderLists({ userId }: { userId: string }) {
  booksApi.useGetFavoriteBooksQuery(userId, { selectFromResult: () => ({}) })
  booksApi.useGetMarksQuery(userId, { selectFromResult: () => ({}) })
  return <ReaderLayer userId={userId} />
}
