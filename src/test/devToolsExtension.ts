import type { Action, DevToolsEnhancerOptions, StoreEnhancer } from '@reduxjs/toolkit'

/** What a store has shown to Redux DevTools, sanitized as the extension does it. */
interface Shown {
  /** The names of the actions, in order. */
  types: string[]
  /** All actions and states, as text. */
  text: string
}

export const shown: Shown = { types: [], text: '' }

/** Notes each action and the state after it. */
function record({ actionSanitizer, stateSanitizer }: DevToolsEnhancerOptions): StoreEnhancer {
  let count = 0
  return (createStore) => (reducer, preloadedState) =>
    createStore((state, action) => {
      const next = reducer(state, action)
      const sanitized: Action = actionSanitizer?.(action, count) ?? action
      shown.types.push(sanitized.type)
      shown.text += JSON.stringify([sanitized, stateSanitizer?.(next, count) ?? next])
      count += 1
      return next
    }, preloadedState)
}

function composeWithDevTools(options: DevToolsEnhancerOptions) {
  return (...enhancers: StoreEnhancer[]): StoreEnhancer =>
    (createStore) =>
      enhancers.reduceRight((next, enhance) => enhance(next), record(options)(createStore))
}

// Redux Toolkit looks for it as it loads: this file comes before every import that brings the store.
Reflect.set(window, '__REDUX_DEVTOOLS_EXTENSION_COMPOSE__', composeWithDevTools)
