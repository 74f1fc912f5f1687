import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { Provider } from 'react-redux'
import { ErrorBoundary } from './layout/ErrorBoundary.tsx'
import { ToastProvider } from './lib/ToastProvider.tsx'
import { AppRoutes } from './router.tsx'
import type { AppStore, RootState } from './store/store.ts'
import { SCHEME_STORAGE_KEY, theme } from './theme.ts'

interface AppProps {
  store: AppStore
  /** The state that the page was prerendered with: what hydration must find. */
  serverState?: RootState
}

/** The whole product, below a router. */
export function App({ store, serverState }: AppProps) {
  return (
    <Provider store={store} serverState={serverState}>
      {/* `noSsr`: the colours are CSS variables, so no page has to be rendered again once the scheme is known. */}
      <ThemeProvider theme={theme} modeStorageKey={SCHEME_STORAGE_KEY} noSsr>
        <CssBaseline />
        <ToastProvider>
          <ErrorBoundary>
            <AppRoutes />
          </ErrorBoundary>
        </ToastProvider>
      </ThemeProvider>
    </Provider>
  )
}
