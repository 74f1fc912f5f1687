import { instrument, type LiftedState, type LiftedStore } from '@redux-devtools/instrument'
import type {
  Action,
  DevToolsEnhancerOptions,
  StoreEnhancer,
  StoreEnhancerStoreCreator,
} from '@reduxjs/toolkit'

import type { RootState } from '../state/store.ts'

type Lifted = LiftedState<RootState, Action, null>

/** Redux DevTools as one page's store meets it. */
export interface DevToolsWindow {
  options: DevToolsEnhancerOptions
  /** What its buttons dispatch to. */
  lifted: LiftedStore<RootState, Action, null>
  /** Its Dispatcher. */
  dispatch: (action: Action) => void
  /** The log: names in order. */
  log: () => string[]
  /** The ids of the actions in the log, for jumping and skipping. */
  ids: () => number[]
  /** An action of the log as the panel shows it. */
  shown: (name: string) => unknown
  /** What the panel's Export button writes where `features.export` is true. */
  exported: () => Lifted
  /** Everything that has left the page for the panel so far, as text. */
  posted: () => string
}

let opened: DevToolsWindow | undefined

/** As the extension filters and sanitises before anything leaves the page. */
function sanitised(state: Lifted, options: DevToolsEnhancerOptions): Lifted {
  const { predicate, actionSanitizer, stateSanitizer } = options
  const staged = state.stagedActionIds.flatMap((id, index) => {
    const computed = state.computedStates[index]
    const lifted = state.actionsById[id]
    if (!computed || !lifted) return []
    if (index > 0 && predicate && !predicate(computed.state, lifted.action)) return []
    const shownState = stateSanitizer ? stateSanitizer(computed.state, index) : computed.state
    const action = actionSanitizer ? actionSanitizer(lifted.action, id) : lifted.action
    return [{ id, computed: { ...computed, state: shownState }, lifted: { ...lifted, action } }]
  })
  const [first] = staged
  return {
    ...state,
    actionsById: Object.fromEntries(staged.map(({ id, lifted }) => [id, lifted])),
    stagedActionIds: staged.map(({ id }) => id),
    computedStates: staged.map(({ computed }) => computed),
    // As the panel does where actions were left out.
    currentStateIndex: Math.min(state.currentStateIndex, staged.length - 1),
    committedState: first ? first.computed.state : state.committedState,
  }
}

function open(
  options: DevToolsEnhancerOptions,
  lifted: LiftedStore<RootState, Action, null>,
): Omit<DevToolsWindow, 'dispatch'> {
  const exported = () => sanitised(lifted.getState(), options)
  let posted = ''
  const known = new WeakSet<object>()
  const post = () => {
    const { computedStates, actionsById, stagedActionIds } = lifted.getState()
    const panel = exported()
    for (const [index, id] of panel.stagedActionIds.entries()) {
      // What was sent once has left the page, whatever becomes of it.
      const source = computedStates[stagedActionIds.indexOf(id)]
      const action = actionsById[id]
      if (source && !known.has(source)) posted += JSON.stringify(panel.computedStates[index])
      if (action && !known.has(action)) posted += JSON.stringify(panel.actionsById[id])
      if (source) known.add(source)
      if (action) known.add(action)
    }
  }
  lifted.subscribe(post)
  post()
  return {
    options,
    lifted,
    exported,
    log: () => {
      const { stagedActionIds, actionsById } = exported()
      return stagedActionIds.slice(1).map((id) => actionsById[id]?.action.type ?? '')
    },
    ids: () => exported().stagedActionIds,
    shown: (name) =>
      Object.values(exported().actionsById).findLast(({ action }) => action.type === name)?.action,
    posted: () => posted,
  }
}

function compose(options: DevToolsEnhancerOptions) {
  return (...enhancers: StoreEnhancer[]) =>
    (createStore: StoreEnhancerStoreCreator): StoreEnhancerStoreCreator => {
      const { maxAge = 50, trace = false, traceLimit = 10, shouldCatchErrors = false } = options
      let panel: Omit<DevToolsWindow, 'dispatch'> | undefined
      const instrumented: StoreEnhancerStoreCreator = (reducer, preloadedState) => {
        const store = instrument(undefined, {
          maxAge,
          trace: Boolean(trace),
          traceLimit,
          shouldCatchErrors,
        })(createStore)(reducer, preloadedState)
        panel = open(options, store.liftedStore)
        return store
      }
      const enhanced = enhancers.reduceRight((next, enhance) => enhance(next), instrumented)
      return (reducer, preloadedState) => {
        const store = enhanced(reducer, preloadedState)
        if (panel) {
          const dispatch = (action: Action) => void Reflect.apply(store.dispatch, store, [action])
          opened = { ...panel, dispatch }
        }
        return store
      }
    }
}

// Redux Toolkit looks for it as it loads: this file comes before every import that brings the store.
Reflect.set(window, '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__', compose)

/** The panel of the store made last. */
export function devToolsWindow(): DevToolsWindow {
  if (!opened) throw new Error('No store has opened Redux DevTools.')
  return opened
}
