import { lazy, Suspense, useSyncExternalStore } from 'react'
import { subscribeToToasts, waitingToasts } from '../lib/toasts.ts'
import { provideGooberSheet } from './gooberSheet.ts'
import { PlainToasts } from './PlainToasts.tsx'

const Toasts = lazy(() => {
  // Before notistack's own modules run: they ask goober for its sheet as they load.
  provideGooberSheet()
  return import('./Toasts.tsx').catch(() => ({ default: PlainToasts }))
})

let everShown = false

/** Brings notistack with the first toast; a page that shows none never loads it. */
export function ToastHost() {
  const needed = useSyncExternalStore(
    subscribeToToasts,
    () => (everShown ||= waitingToasts().length > 0),
    () => false,
  )
  return needed ? (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  ) : null
}
