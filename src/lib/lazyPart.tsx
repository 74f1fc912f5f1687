import { useEffect, useState, type ComponentType } from 'react'
import { messages } from '../messages.ts'
import { toast } from './toast.tsx'

/** Says that what was pressed did not load. Some browsers try a failed import again only after a reload. */
export function sayMissing(): void {
  const action = { label: messages.reload, onClick: () => window.location.reload() }
  toast({ message: messages.chunkMissing, kind: 'info', action })
}

/** What stands in for a part until it has loaded. */
export interface PlaceholderProps {
  /** It did not load. */
  isMissing: boolean
  /** It was pressed: the part is tried (again). */
  onPress: () => void
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

    async function press(): Promise<void> {
      if (!(await tryLoad())) sayMissing()
    }
    if (Part) return <Part {...props} />
    return <Placeholder isMissing={isMissing} onPress={() => void press()} />
  }
}
