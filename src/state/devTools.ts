import type {
  Action,
  configureStore,
  DevToolsEnhancerOptions,
  Middleware,
  Reducer,
} from '@reduxjs/toolkit'
import { REHYDRATE } from 'redux-persist'
// Before the store, so that no past is without the calls' part of the state.
import '../api/booksApi.ts'
import { isRecord } from '../lib/record.ts'
import { asDispatched, createDevToolsLog } from './devToolsLog.ts'
import type { RootState } from './store.ts'

/** The store that the product runs on. */
interface Engine {
  getState: () => RootState
  dispatch: (action: Action) => unknown
}

/** What the pages draw: the present, or whatever Redux DevTools has travelled to. */
interface Shown {
  getState: () => RootState
  subscribe: (listener: () => void) => () => void
}

/** Redux DevTools beside one store (decision page 0014). */
export interface DevTools {
  /** The last middleware of the engine: tells of every action that its reducers have taken. */
  recorder: Middleware
  /** Opens the log on the engine's present state. */
  watch: (engine: Engine) => Shown
}

/**
 * What a reader's own browser may do with the extension: look. In development everything but `lock`,
 * which would let actions pass unseen, and `persist`, which would bring a masked session back.
 * `export: true` writes the masked log; the extension's default would write the bare one.
 */
const FEATURES: NonNullable<DevToolsEnhancerOptions['features']> = import.meta.env.DEV
  ? {
      pause: true,
      export: true,
      import: 'custom',
      jump: true,
      skip: true,
      reorder: true,
      dispatch: true,
      test: true,
    }
  : { pause: true, export: true }

/** The engine's own middleware has checked every action already. */
const NOTHING = {
  thunk: false,
  immutableCheck: false,
  serializableCheck: false,
  actionCreatorCheck: false,
} as const

const MAX_ACTIONS = 200
const TRACE_FRAMES = 25

/** How DevTools are opened beside a store: `openDevTools`. */
export type OpenDevTools = (parts: Parts) => DevTools

/** What `openDevTools` needs of the product; imported here, it would be split out of the first page's file. */
interface Parts {
  configureStore: typeof configureStore
  /** The product's reducers, of which redux-persist has not been started: those write. */
  reduce: Reducer<RootState>
}

function isAction(value: unknown): value is Action {
  return isRecord(value) && typeof value['type'] === 'string'
}

/**
 * The extension gets a store of its own, a picture of the engine: the product runs on untouched while
 * the pages are shown the past. So nothing that travels writes to storage, answers another tab or makes
 * a thunk under way see yesterday's session.
 */
export function openDevTools({ configureStore, reduce }: Parts): DevTools {
  const log = createDevToolsLog()
  /** What the engine made of an action in a state. A replay gives the very same object again. */
  const taken = new WeakMap<object, WeakMap<RootState, RootState>>()
  let present: Engine | undefined
  let record: ((action: Action) => void) | undefined

  function replay(state: RootState, action: Action): RootState {
    const known = taken.get(action)?.get(state)
    if (known) return known
    const dispatched = asDispatched(action)
    const isStorage = dispatched.type.startsWith('persist/') && dispatched.type !== REHYDRATE
    return isStorage ? state : reduce(state, dispatched)
  }

  return {
    recorder: () => (next) => (action) => {
      if (!present || !record || !isAction(action)) return next(action)
      const before = present.getState()
      const result = next(action)
      const known = taken.get(action) ?? new WeakMap<RootState, RootState>()
      taken.set(action, known.set(before, present.getState()))
      record(action)
      return result
    },
    watch(engine) {
      const start = engine.getState()
      const picture = configureStore({
        reducer: (state: RootState = start, action: Action) => replay(state, action),
        preloadedState: start,
        // What DevTools itself dispatches is for the product; it comes back through the recorder.
        middleware: (getDefault) =>
          getDefault(NOTHING).concat(
            () => (next) => (action) =>
              isAction(action) && !taken.has(action) ? engine.dispatch(action) : next(action),
          ),
        devTools: {
          name: 'Catchword',
          predicate: (_state, action) => log.isShown(action),
          actionSanitizer: log.showAction,
          stateSanitizer: log.showState,
          maxAge: MAX_ACTIONS,
          trace: import.meta.env.DEV,
          traceLimit: TRACE_FRAMES,
          shouldCatchErrors: true,
          features: FEATURES,
        },
      })
      present = engine
      record = (action) => void picture.dispatch(action)
      return {
        getState: () => picture.getState(),
        subscribe: (listener) => picture.subscribe(listener),
      }
    },
  }
}
