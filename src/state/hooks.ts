import { useCallback, useSyncExternalStore } from 'react'
import { useDispatch, useSelector, useStore } from 'react-redux'
import type { AppDispatch, AppStore, RootState } from './store.ts'

/** react-redux's hooks, knowing this store. */
export const useAppDispatch = useDispatch.withTypes<AppDispatch>()
export const useAppSelector = useSelector.withTypes<RootState>()
export const useAppStore = useStore.withTypes<AppStore>()

/** The state as it stands: a thunk is never shown the past. */
function present(store: AppStore): RootState {
  return store.dispatch((_dispatch, getState) => getState())
}

/**
 * As `useAppSelector`, for what an effect or a redirect goes by: where Redux DevTools shows the past,
 * this one stays in the present, so that travelling sends nothing and leads nowhere.
 */
export const usePresentSelector: <T>(selector: (state: RootState) => T) => T = import.meta.env.DEV
  ? (selector) => {
      const store = useAppStore()
      const subscribe = useCallback((listener: () => void) => store.subscribe(listener), [store])
      const select = () => selector(present(store))
      return useSyncExternalStore(subscribe, select, select)
    }
  : useAppSelector

/** Whether Redux DevTools shows the past just now. */
export function isPast(store: AppStore): boolean {
  return import.meta.env.DEV && store.getState() !== present(store)
}
