import { useEffect, useState, type ComponentType } from 'react'
import { messages } from '../messages.ts'
import { toast } from './toast.tsx'

/** What stands in for a part: a press tries again, where the part did not load. */
export interface PlaceholderProps {
  onRetry: (() => void) | undefined
}

/**
 * A lazy part of a page that stays. Where its chunk does not load, the page is neither replaced nor reloaded: the
 * placeholder can be pressed, and a press that brings nothing says so.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<PlaceholderProps>,
) {
  let loaded: ComponentType<Props> | undefined
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const [isMissing, setMissing] = useState(false)

    async function tryLoad(): Promise<boolean> {
      try {
        loaded = await load()
        setPart(() => loaded)
        return true
      } catch {
        setMissing(true)
        return false
      }
    }
    useEffect(() => {
      if (loaded === undefined) void tryLoad()
    }, [])

    async function retry(): Promise<void> {
      if (!(await tryLoad())) toast({ message: messages.partMissing, kind: 'info' })
    }
    if (Part) return <Part {...props} />
    return <Placeholder onRetry={isMissing ? () => void retry() : undefined} />
  }
}
