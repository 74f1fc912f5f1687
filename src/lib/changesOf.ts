/** A store, as far as its changes go. */
interface Told<State> {
  getState: () => State
  subscribe: (listener: () => void) => unknown
}

/** Calls `listener` whenever what was chosen is another; returns the way to stop. */
type Subscribe = (listener: () => void) => () => void

/**
 * What `useSyncExternalStore` subscribes with to one part of a store's state. The store tells one listener for
 * all who look at the part: with one each, hundreds would look after every action, many times for each call.
 * @param select the part; the same as long as nothing in it has changed
 */
export function changesOf<State>(
  select: (state: State) => unknown,
): (store: Told<State>) => Subscribe {
  const known = new WeakMap<Told<State>, Subscribe>()
  return (store) => {
    const made = known.get(store)
    if (made) return made
    const listeners = new Set<() => void>()
    let before = select(store.getState())
    store.subscribe(() => {
      const part = select(store.getState())
      if (part === before) return
      before = part
      for (const listener of listeners) listener()
    })
    const subscribe: Subscribe = (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    known.set(store, subscribe)
    return subscribe
  }
}
