import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { withTexts } from '../languages/withTexts.ts'
import { Boundary } from './Boundary.tsx'
import { useIsHydrated } from './useIsHydrated.ts'

/**
 * A lazy part of a page that stays: where its chunk does not load, the page is neither replaced nor reloaded. It is
 * not prerendered: what it does needs its script.
 * @param waiting stands in its place until it is there
 * @param missing stands there for good where it does not load
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  missing: ReactNode = waiting,
) {
  const Part: ComponentType<Props> = lazy(async () => ({ default: await withTexts(load()) }))
  return function LazyPart(props: Props) {
    if (!useIsHydrated()) return waiting
    return (
      <Boundary fallback={() => missing}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}
