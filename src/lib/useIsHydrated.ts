import { useSyncExternalStore } from 'react'

/** `false` in a prerendered page and while it is hydrated, then `true`. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
