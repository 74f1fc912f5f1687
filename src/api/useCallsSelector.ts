import { useRef, useSyncExternalStore } from 'react'
import { shallowEqual, useStore, type UseSelector } from 'react-redux'
import { changesOf } from '../lib/changesOf.ts'
import { isRecord } from '../lib/record.ts'

const callsChanges = changesOf((state: unknown) => isRecord(state) && state['booksApi'])

/**
 * `useSelector` for RTK Query's hooks, which look at nothing but what it knows of its calls, and compare what
 * they find shallowly: a page of twenty shelves has forty of them, and none is asked while only hearts change.
 */
export const useCallsSelector: UseSelector = Object.assign(
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as react-redux has it
  <State, Selected>(selector: (state: State) => Selected): Selected => {
    const store = useStore<State>()
    const last = useRef<Selected>(undefined)
    const select = () => {
      const selected = selector(store.getState())
      if (last.current === undefined || !shallowEqual(last.current, selected)) {
        last.current = selected
      }
      return last.current
    }
    return useSyncExternalStore(callsChanges(store), select, select)
  },
  { withTypes: () => useCallsSelector },
)
