import { CacheProvider, type EmotionCache } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { Provider } from 'react-redux'
import { directionOf } from '../contract/languages.ts'
import { styleCache } from './languages/styleCache.ts'
import { useLanguage } from './languages/useLanguage.ts'
import { ErrorBoundary } from './layout/ErrorBoundary.tsx'
import { ToastProvider } from './lib/ToastProvider.tsx'
import { AppRoutes } from './router.tsx'
import type { AppStore, RootState } from './store/store.ts'
import { SCHEME_STORAGE_KEY, themeOf } from './theme.ts'

interface AppProps {
  store: AppStore
  /** The state that the page was prerendered with: what hydration must find. */
  serverState?: RootState
  /** Where the styles go, where not into the page. */
  styles?: EmotionCache
}

/** The whole product, below a router. */
export function App({ store, serverState, styles }: AppProps) {
  const direction = directionOf(useLanguage())
  return (
    <Provider store={store} serverState={serverState}>
      <CacheProvider value={styles ?? styleCache()}>
        {/* `noSsr`: the colours are CSS variables, so no page has to be rendered again once the scheme is known. */}
        <ThemeProvider theme={themeOf(direction)} modeStorageKey={SCHEME_STORAGE_KEY} noSsr>
          <CssBaseline />
          <ToastProvider isMirrored={direction === 'rtl'}>
            <ErrorBoundary>
              <AppRoutes />
            </ErrorBoundary>
          </ToastProvider>
        </ThemeProvider>
      </CacheProvider>
    </Provider>
  )
}
