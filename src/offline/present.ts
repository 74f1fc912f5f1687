import type { AppStore, RootState } from '../state/store.ts'

/** The state as it stands, whatever Redux DevTools shows. */
export function present(store: AppStore): RootState {
  return store.dispatch((_dispatch, getState) => getState())
}
