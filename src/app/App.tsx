import { Provider } from 'react-redux'
import type { AppStore } from '../state/store.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { AppRoutes } from './routes.tsx'

/** The whole product, below a router. */
export function App({ store }: { store: AppStore }) {
  return (
    <ErrorBoundary>
      <Provider store={store}>
        <AppRoutes />
      </Provider>
    </ErrorBoundary>
  )
}
