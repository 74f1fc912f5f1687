import { createElement, lazy, useState, type ComponentType } from 'react'

/** A component whose code comes when it is first drawn, or before. */
export interface LazyPart<Props, More = unknown> {
  (props: Props): React.ReactNode
  /** Fetches it: where that is done it is drawn at once, without the place that is held for it. */
  load: () => Promise<ComponentType<Props> & More>
}

/**
 * As React's `lazy`, which holds the place for a moment even of what is there already. That would take
 * from the screen what the page that was drawn has shown.
 */
export function lazyPart<Props extends object, More = unknown>(
  fetchPart: () => Promise<ComponentType<Props> & More>,
): LazyPart<Props, More> {
  let loaded: (ComponentType<Props> & More) | undefined
  const load = async () => (loaded = await fetchPart())
  const Later = lazy<ComponentType<Props>>(async () => ({ default: await load() }))
  function Part(props: Props) {
    // For as long as it stands: another component in its place would begin anew.
    const [Component] = useState(() => loaded ?? Later)
    return createElement(Component, props)
  }
  return Object.assign(Part, { load })
}
